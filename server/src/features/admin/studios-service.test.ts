import { randomUUID } from 'node:crypto'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, aSuperAdmin, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let operator: TestUser
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
})
afterAll(() => server.stop())

type Listed = { name: string; attention: { kind: string }[] }
const listStudios = async (query: string): Promise<{ items: Listed[]; next_cursor: string | null; total: number }> =>
  (await operator.get(`/admin/studios?${query}`)).body
const setPastDue = (studio_id: string) =>
  asLogin((tx) =>
    sql`update studio_subscriptions set status = 'past_due', past_due_since = now() where studio_id = ${studio_id}::uuid`.execute(
      tx,
    ),
  )
const failEmail = (studio_id: string) =>
  asLogin((tx) =>
    sql`insert into mail_deliveries (id, studio_id, kind, state, tries, last_error, created_at)
      values (gen_random_uuid(), ${studio_id}::uuid, 'welcome', 'failed', 20, 'the mail server refused it', now())`.execute(
      tx,
    ),
  )

test('studios that need attention come first, the most urgent problem first, then the others by name, in pages', async () => {
  const mark = randomUUID().slice(0, 8)
  const studios = []
  for (const name of ['Abe', 'Bea', 'Moe', 'Zed'])
    studios.push((await aStudio(server, { name: `${name} ${mark}` })).studio)
  const [, bea, moe, zed] = studios
  await failEmail(moe?.id ?? '')
  await failEmail(bea?.id ?? '')
  await failEmail(zed?.id ?? '')
  await setPastDue(zed?.id ?? '')
  const listed = await listStudios(`search=${mark}`)
  expect(listed.items.map(({ name }) => name.split(' ')[0])).toEqual(['Zed', 'Bea', 'Moe', 'Abe'])
  expect(listed.items.map(({ attention }) => attention.map(({ kind }) => kind))).toEqual([
    ['payment_failed', 'emails_failing'],
    ['emails_failing'],
    ['emails_failing'],
    [],
  ])

  const pagedNames: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await listStudios(`search=${mark}&sort=attention&limit=1${cursor && `&cursor=${cursor}`}`)
    expect(page.total).toBe(4)
    pagedNames.push(...page.items.map(({ name }) => name))
    cursor = page.next_cursor
  }
  expect(pagedNames).toEqual(listed.items.map(({ name }) => name))

  const byName = await listStudios(`search=${mark}&sort=name`)
  expect(byName.items.map(({ name }) => name.split(' ')[0])).toEqual(['Abe', 'Bea', 'Moe', 'Zed'])
  expect(byName.items[3]?.attention).toHaveLength(2)
})

test('only operators see which studios need attention', async () => {
  const fixture = await aStudio(server)
  for (const person of [fixture.admin, await aCrewMember(server, fixture), fixture.client])
    expectError(await person.get('/admin/studios?sort=attention'), 'FORBIDDEN')
  expect((await operator.get('/admin/studios?sort=attention')).status).toBe(200)
})
