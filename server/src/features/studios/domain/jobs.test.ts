import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { checkDomain } from './jobs.ts'
import { listProvenDomains } from './queries.ts'

let server: TestServer
let nameServer: Awaited<ReturnType<typeof aNameServer>>
beforeAll(async () => {
  nameServer = await aNameServer()
  server = await startServer({ env: { DNS_SERVERS: nameServer.address } })
})
afterAll(async () => {
  await server.stop()
  nameServer.stop()
})

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/domain`
const isProven = async (fixture: StudioOfTest) =>
  (await fixture.admin.get(pathOf(fixture))).body.domain_verified_at !== null
const noticesOf = async ({ admin }: StudioOfTest) => (await admin.get('/notices')).body.items
/** Runs the check of a day, counted from today. */
const runCheck = ({ studio }: StudioOfTest, day: number) =>
  checkDomain.handle(
    { studio_id: studio.id },
    {
      job_id: 'test',
      now: new Date(Date.now() + day * 86_400_000),
      log: createLog('silent'),
      signal: new AbortController().signal,
    },
  )

async function aStudioWithDomain(custom_domain: string) {
  const fixture = await aStudio(server, { name: 'Harbour Rooms' })
  const { name, value } = (await fixture.admin.put(pathOf(fixture), { custom_domain })).body.record
  nameServer.records.set(name, value)
  expect((await fixture.admin.post(`${pathOf(fixture)}/verify`)).status).toBe(200)
  return { fixture, name, value }
}

test('a domain without its record for three days is no longer verified, and its admins are notified once', async () => {
  const { fixture, name, value } = await aStudioWithDomain('book.harbour.example')
  expect(await asLogin(listProvenDomains)).toContain(fixture.studio.id)
  await runCheck(fixture, 0)
  nameServer.records.set(name, 'studiohub-verification=of-somebody-else')
  for (const day of [1, 1, 2, 3]) await runCheck(fixture, day)
  expect(await isProven(fixture)).toBe(true)
  await Promise.all([runCheck(fixture, 4), runCheck(fixture, 4)])
  expect(await isProven(fixture)).toBe(false)
  expect(await asLogin(listProvenDomains)).not.toContain(fixture.studio.id)
  await runCheck(fixture, 5)
  expect(await noticesOf(fixture)).toMatchObject([
    { kind: 'domain', data: { custom_domain: 'book.harbour.example' }, link: '/studio/settings?tab=domain' },
  ])
  nameServer.records.set(name, value)
  expect((await fixture.admin.post(`${pathOf(fixture)}/verify`)).status).toBe(200)
})

test('a day with the record restarts the count', async () => {
  const { fixture, name, value } = await aStudioWithDomain('back.harbour.example')
  nameServer.records.delete(name)
  for (const day of [1, 2]) await runCheck(fixture, day)
  nameServer.records.set(name, value)
  await runCheck(fixture, 3)
  nameServer.records.delete(name)
  for (const day of [4, 5, 6]) await runCheck(fixture, day)
  expect(await isProven(fixture)).toBe(true)
  await runCheck(fixture, 7)
  expect(await isProven(fixture)).toBe(false)
})

test('a failing name server changes nothing, however long it fails', async () => {
  const { fixture, name } = await aStudioWithDomain('calm.harbour.example')
  nameServer.records.delete(name)
  nameServer.inTrouble = true
  for (const day of [1, 5, 9]) await runCheck(fixture, day)
  expect(await isProven(fixture)).toBe(true)
  nameServer.inTrouble = false
  await runCheck(fixture, 10)
  expect(await isProven(fixture)).toBe(true)
  expect(await noticesOf(fixture)).toEqual([])
})
