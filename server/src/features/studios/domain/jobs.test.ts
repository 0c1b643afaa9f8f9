import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { checkDomain } from './jobs.ts'
import { listProvenDomains } from './queries.ts'

let server: TestServer
let names: Awaited<ReturnType<typeof aNameServer>>
beforeAll(async () => {
  names = await aNameServer()
  server = await startServer({ env: { DNS_SERVERS: names.address } })
})
afterAll(async () => {
  await server.stop()
  names.stop()
})

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/domain`
const isProven = async (own: StudioOfTest) => (await own.admin.get(pathOf(own))).body.domain_verified_at !== null
const noticesOf = async ({ admin }: StudioOfTest) => (await admin.get('/notices')).body.items
/** The look of a day, counted from today. */
const look = ({ studio }: StudioOfTest, day: number) =>
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
  const own = await aStudio(server, { name: 'Harbour Rooms' })
  const { name, value } = (await own.admin.put(pathOf(own), { custom_domain })).body.record
  names.records.set(name, value)
  expect((await own.admin.post(`${pathOf(own)}/verify`)).status).toBe(200)
  return { own, name, value }
}

test('a domain without its record for three days is no longer proven, and its admins are told once', async () => {
  const { own, name, value } = await aStudioWithDomain('book.harbour.example')
  expect(await asLogin(listProvenDomains)).toContain(own.studio.id)
  await look(own, 0)
  names.records.set(name, 'studiohub-verification=of-somebody-else')
  for (const day of [1, 1, 2, 3]) await look(own, day)
  expect(await isProven(own)).toBe(true)
  await Promise.all([look(own, 4), look(own, 4)])
  expect(await isProven(own)).toBe(false)
  expect(await asLogin(listProvenDomains)).not.toContain(own.studio.id)
  await look(own, 5)
  expect(await noticesOf(own)).toMatchObject([
    { kind: 'domain', data: { custom_domain: 'book.harbour.example' }, link: '/studio/settings?tab=domain' },
  ])
  names.records.set(name, value)
  expect((await own.admin.post(`${pathOf(own)}/verify`)).status).toBe(200)
})

test('a day with the record restarts the count', async () => {
  const { own, name, value } = await aStudioWithDomain('back.harbour.example')
  names.records.delete(name)
  for (const day of [1, 2]) await look(own, day)
  names.records.set(name, value)
  await look(own, 3)
  names.records.delete(name)
  for (const day of [4, 5, 6]) await look(own, day)
  expect(await isProven(own)).toBe(true)
  await look(own, 7)
  expect(await isProven(own)).toBe(false)
})

test('a failing name server changes nothing, however long it fails', async () => {
  const { own, name } = await aStudioWithDomain('calm.harbour.example')
  names.records.delete(name)
  names.inTrouble = true
  for (const day of [1, 5, 9]) await look(own, day)
  expect(await isProven(own)).toBe(true)
  names.inTrouble = false
  await look(own, 10)
  expect(await isProven(own)).toBe(true)
  expect(await noticesOf(own)).toEqual([])
})
