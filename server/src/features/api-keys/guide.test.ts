import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { compileClient, writeClientTypes } from '@studiohub/testing/api-document.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/api-keys.md'), 'utf8')
const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const run = async (command: string, env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)('bash', ['-euc', command], { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}

test('the commands of the guide show free times, add a client and book a session once', async () => {
  const { admin, studio } = await aStudio(server)
  const scopes = ['bookings:write', 'clients:write']
  const { body: key } = await admin.post(`/studios/${studio.id}/api-keys`, { label: 'Website', scopes })
  const [, showTimes = '', addClient = '', book = ''] = commands
  const DAY = plusDays(todayIn('UTC', new Date()), 7)
  const env = { STUDIOHUB: server.url, STUDIO: studio.id, STUDIOHUB_KEY: key.secret, DAY }
  expect(JSON.stringify(await run(showTimes, env))).toContain('10:00')
  const { id: CLIENT } = await run(addClient, env)
  const booking = await run(book, { ...env, CLIENT })
  expect(booking).toMatchObject({ booking_date: DAY, start_time: '10:00', client_id: CLIENT })
  expect((await run(book, { ...env, CLIENT })).id).toBe(booking.id)
  const { body } = await admin.get(`/studios/${studio.id}/bookings`)
  expect(body.items).toHaveLength(1)
}, 60_000)

test('the client of the guide compiles with generated types, and books a session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'book.ts'), program)
  // `npm install` of the guide, without a registry.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
  await writeClientTypes(document, folder, 'studiohub.ts')
  await compileClient(folder, 'book.ts')
  const { admin, client, studio } = await aStudio(server)
  const { body: key } = await admin.post(`/studios/${studio.id}/api-keys`, {
    label: 'Client',
    scopes: ['bookings:write'],
  })
  const { body: record } = await admin.get(`/studios/${studio.id}/clients`)
  const CLIENT = record.items.find(({ email }: { email: string }) => email === client.email).id
  const DAY = plusDays(todayIn('UTC', new Date()), 7)
  const env = { STUDIOHUB: server.url, STUDIO: studio.id, STUDIOHUB_KEY: key.secret, CLIENT, DAY }
  const booking = await run(`cd ${folder} && ${process.execPath} book.ts`, env)
  expect((await admin.get(`/bookings/${booking.id}`)).body).toMatchObject({
    start_time: '13:00',
    status: booking.status,
  })
}, 120_000)
