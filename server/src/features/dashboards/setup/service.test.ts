import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const clock = aFixedClock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

test('a new studio has every step open, and doing a step completes it', async () => {
  const { studio, admin, client } = await aStudio(server)
  const path = `/studios/${studio.id}/setup`
  const listDoneSteps = async () => (await admin.get(path)).body.done
  expect((await admin.get(path)).body).toEqual({ done: [], is_dismissed: false, has_sessions: false })
  await asPerson(admin, (tx) =>
    tx
      .updateTable('studio_services')
      .set({ price_minor: 6_000, currency: 'EUR' })
      .where('studio_id', '=', studio.id)
      .where('key', '=', 'recording')
      .execute(),
  )
  expect(await listDoneSteps()).toEqual(['services'])
  const { weekly, exceptions, version, ...rules } = (await admin.get(`/studios/${studio.id}/opening-hours`)).body
  const saved = await admin.request('PUT', `/api/v1/studios/${studio.id}/opening-hours`, {
    ...rules,
    weekly: weekly.slice(1),
    exceptions,
    version,
  })
  expect(saved.status).toBe(200)
  expect(await listDoneSteps()).toEqual(['services', 'hours'])
  await asLogin((tx) =>
    tx
      .updateTable('studios')
      .set({ logo_url: '/storage/logo.png', brand_colors: JSON.stringify({ primary: '1 2% 3%' }) })
      .where('id', '=', studio.id)
      .execute(),
  )
  expect((await admin.post(path, { step: 'shared' })).body.done).toEqual(['services', 'hours', 'branding', 'shared'])
  expect((await client.post(`/studios/${studio.id}/bookings`, aSession(plusDays(clock.today, 3)))).status).toBe(201)
  expect((await admin.get(path)).body.has_sessions).toBe(true)
})

test('closing the checklist twice is one change, with one audit entry', async () => {
  const { studio, admin } = await aStudio(server)
  for (let times = 0; times < 2; times += 1) {
    expect((await admin.post(`/studios/${studio.id}/setup`, { step: 'dismissed' })).body.is_dismissed).toBe(true)
  }
  const rows = await asLogin((tx) =>
    tx
      .selectFrom('audit_log')
      .select('after')
      .where('object_id', '=', studio.id)
      .where('action', '=', 'dashboards.updateSetup')
      .execute(),
  )
  expect(rows).toEqual([{ after: { step: 'dismissed' } }])
})

test('only admins of the studio see and change the checklist', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const path = `/studios/${fixture.studio.id}/setup`
  const crew = await aCrewMember(server, fixture)
  for (const person of [fixture.client, crew, rival.admin]) {
    expectError(await person.get(path), 'FORBIDDEN')
    expectError(await person.post(path, { step: 'shared' }), 'FORBIDDEN')
  }
  expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
  expect((await fixture.admin.get(path)).status).toBe(200)
})
