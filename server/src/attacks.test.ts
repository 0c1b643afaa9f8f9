import { randomUUID } from 'node:crypto'
import { listDescribedCalls } from '@studiohub/testing/attacks/described.ts'
import { fuzz } from '@studiohub/testing/attacks/fuzz.ts'
import { createRandom } from '@studiohub/testing/attacks/inputs.ts'
import { sweep } from '@studiohub/testing/attacks/sweep.ts'
import { aVictim, createOutsiders, stateOfStudio, type Victim } from '@studiohub/testing/attacks/victim.ts'
import { operations } from '@studiohub/testing/operations.ts'
import { aSuperAdmin } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Small versions of `npm run prove -- sweep` and `npm run prove -- fuzz`. Both read the OpenAPI document, so they include new
// operations.
let server: TestServer
let victim: Victim
beforeAll(async () => {
  server = await startServer()
  victim = await aVictim(server)
})
afterAll(() => server.stop())

test('the OpenAPI document contains every operation', async () => {
  const names = (await listDescribedCalls(server.url)).map(({ name }) => name)
  expect(names.sort()).toEqual(operations.map(({ name }) => name).sort())
})

test('the positive control: the studio and its client read the canaries', async () => {
  const studioPath = `/studios/${victim.studio.id}`
  const responses = await Promise.all([
    ...[
      `${studioPath}/bookings`,
      `${studioPath}/clients`,
      `${studioPath}/checkins`,
      '/projects',
      '/tasks?scope=all',
    ].map((path) => victim.admin.get(path)),
    victim.client.get('/projects'),
  ])
  for (const { text } of responses)
    expect([victim.ofClient, victim.ofStudio].some((canary) => text.includes(canary))).toBe(true)
  expect(Object.keys(victim.ids)).toEqual(expect.arrayContaining(['bookings', 'projects', 'tasks', 'client_checkins']))
})

test('no operation shows or changes data of another studio, for any caller', async () => {
  const before = await stateOfStudio(victim.studio.id)
  const attackers = { visitor: null, ...(await createOutsiders(server)) }
  const canaries = [victim.ofStudio, victim.ofClient, victim.client.email]
  const report = await sweep({ urls: [server.url], victim, attackers, canaries })
  expect(report.findings).toEqual([])
  expect(report.calls).toBeGreaterThan(operations.length * Object.keys(attackers).length)
  // The sweep makes allowed calls too. Otherwise its denials would prove nothing.
  expect(report.allowed).toBeGreaterThan(50)
  expect(await stateOfStudio(victim.studio.id)).toBe(before)
})

test("no operation shows a client's own data to another client of the studio", async () => {
  const canaries = [victim.ofClient, victim.client.email]
  const report = await sweep({ urls: [server.url], victim, attackers: { client: victim.other }, canaries })
  expect(report.findings).toEqual([])
})

// `POST /studios/{studio_id}/resources` responded with 500 to an operator with an unknown studio.
test('no operation responds with 5xx to an operator with unknown ids', async () => {
  const unknownVictim = { ...victim, studio: { ...victim.studio, id: randomUUID() }, ids: { nothing: randomUUID() } }
  const attackers = { operator: await aSuperAdmin(server) }
  const report = await sweep({ urls: [server.url], victim: unknownVictim, attackers, canaries: [], seeds: [1, 2, 3] })
  expect(report.findings).toEqual([])
})

test('no operation responds with 5xx to almost valid input', async () => {
  const { admin, client, crew, other, ids } = victim
  const people = [admin, client, crew, other, await aSuperAdmin(server)]
  const report = await fuzz({
    urls: [server.url],
    people,
    ids: Object.values(ids),
    calls: 600,
    random: createRandom(20_261_122),
  })
  expect(report.faults).toEqual([])
  // Some calls must succeed, so that the run tests more than errors. Their number depends on their order.
  expect(report.statuses[200]).toBeGreaterThan(20)
})
