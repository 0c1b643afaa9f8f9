import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNoDatabaseChange, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aDeskPerson,
  aPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createNotices } from './jobs.ts'

let server: TestServer
let fixture: StudioOfTest
const today = todayIn('UTC', new Date())
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server, { name: 'Northern Tape' })
})
afterAll(() => server.stop())

/** Lists a person's notifications, after all emails about sessions are queued. */
async function listNotifications(person: TestUser) {
  await stateOfDatabase()
  const { status, body } = await person.get('/notices')
  expect(status).toBe(200)
  return body
}
const requestToJoin = async (studio_id: string, role = 'staff') => {
  const person = await proveAddress(await aPerson(server, { full_name: 'Rita Request' }))
  return { person, id: (await person.post('/me/role-request', { role, studio_id })).body.id }
}

test("a request to join notifies the studio's admins, with the name and the page to answer it", async () => {
  const rival = await aStudio(server)
  const { person } = await requestToJoin(fixture.studio.id)
  const { items, unread } = await listNotifications(fixture.admin)
  expect(unread).toBe(1)
  expect(items).toEqual([
    expect.objectContaining({
      kind: 'role_request',
      data: { role: 'staff' },
      link: '/studio/staff',
      read_at: null,
      actor_name: 'Rita Request',
      studio_name: 'Northern Tape',
      studio_id: fixture.studio.id,
    }),
  ])
  for (const other of [person, fixture.client, rival.admin]) expect((await listNotifications(other)).items).toEqual([])
})

test('a withdrawn request leaves no notification, even if it is repeated', async () => {
  const freshStudio = await aStudio(server)
  const { person } = await requestToJoin(freshStudio.studio.id)
  for (const role of ['client', 'staff']) {
    expect((await person.delete('/me/role-request')).status).toBe(200)
    await person.post('/me/role-request', { role, studio_id: freshStudio.studio.id })
  }
  expect((await listNotifications(freshStudio.admin)).items).toMatchObject([
    { kind: 'role_request', data: { role: 'staff' } },
  ])
})

test('the requester gets the answer as a notification and an email, and other people get neither', async () => {
  const freshStudio = await aStudio(server, { name: 'Tidal Rooms' })
  const mails = { approve: "You've joined Tidal Rooms", reject: 'Tidal Rooms did not accept your request' }
  for (const answer of ['approve', 'reject'] as const) {
    const { person, id } = await requestToJoin(freshStudio.studio.id)
    expect((await freshStudio.admin.post(`/role-requests/${id}/${answer}`)).status).toBe(200)
    expect((await listNotifications(person)).items).toMatchObject([
      {
        kind: 'request_answered',
        data: { role: 'staff', approved: answer === 'approve' },
        link: '/auth/callback',
        studio_name: 'Tidal Rooms',
        actor_name: 'Ada Owner',
      },
    ])
    const mail = await nextMail(server, person.email, 'Tidal Rooms')
    expect(mail.subject).toBe(mails[answer])
    expect(mail.text).toContain(`${server.url}/auth/callback`)
    expectError(await freshStudio.admin.post(`/role-requests/${id}/${answer}`), 'NOT_FOUND')
    expect((await listNotifications(person)).items).toHaveLength(1)
  }
  const operator = await aSuperAdmin(server)
  await freshStudio.admin.patch(`/studios/${freshStudio.studio.id}`, { approve_new_clients: true })
  const { person, id } = await requestToJoin(freshStudio.studio.id, 'client')
  await operator.post(`/role-requests/${id}/approve`)
  const mail = await nextMail(server, person.email, "You've joined Tidal Rooms")
  expect(mail.text).toContain(`${server.url}/${freshStudio.studio.slug}`)
  expect((await listNotifications(freshStudio.client)).items).toEqual([])
})

test('only one of several concurrent answers counts: one notification, one email, and an error for the others', async () => {
  const freshStudio = await aStudio(server, { name: 'Breaker Room' })
  const operator = await aSuperAdmin(server)
  const secondSession = await signIn(server, freshStudio.admin)
  const attempts: [TestUser, 'approve' | 'reject'][] = [
    [freshStudio.admin, 'approve'],
    [freshStudio.admin, 'approve'],
    [secondSession, 'reject'],
    [operator, 'approve'],
    [operator, 'reject'],
  ]
  for (const first of attempts.keys()) {
    const { person, id } = await requestToJoin(freshStudio.studio.id)
    const order = [...attempts.slice(first), ...attempts.slice(0, first)]
    const results = await Promise.all(
      order.map(async ([by, answer]) => ({ answer, response: await by.post(`/role-requests/${id}/${answer}`) })),
    )
    const [winner, ...others] = results.filter(({ response }) => response.status === 200)
    expect(others).toEqual([])
    for (const { response } of results.filter((result) => result !== winner)) {
      expectError(response, 'NOT_FOUND')
      expect(response.body.message).toBe('This request is no longer open. It was answered, or withdrawn.')
    }
    const approved = winner?.answer === 'approve'
    expect((await person.get('/me')).body).toMatchObject({ role: approved ? 'staff' : null, pending_role: null })
    expect((await listNotifications(person)).items).toMatchObject([{ kind: 'request_answered', data: { approved } }])
    const mails = (await mailsTo(server, person.email)).map(({ subject }) => subject)
    expect(mails.filter((subject) => /^You've joined|did not accept/.test(subject))).toEqual([
      approved ? "You've joined Breaker Room" : 'Breaker Room did not accept your request',
    ])
  }
})

test('if clients need approval, joining and switching to the studio send it a notification', async () => {
  const approvingStudio = await aStudio(server)
  await approvingStudio.admin.patch(`/studios/${approvingStudio.studio.id}`, { approve_new_clients: true })
  await (await aPerson(server)).post('/me/onboarding', { role: 'client', studio_id: approvingStudio.studio.id })
  const guest = await aClient(server, fixture.studio.id)
  await guest.put('/me/studio', { studio_id: approvingStudio.studio.id })
  const { items } = await listNotifications(approvingStudio.admin)
  expect(items.map(({ link, data }: { link: string; data: unknown }) => ({ link, data }))).toEqual([
    { link: '/studio/clients', data: { role: 'client' } },
    { link: '/studio/clients', data: { role: 'client' } },
  ])
})

test("a changed session notifies the studio of the client's changes and the client of the studio's, once each", async () => {
  const { admin, client, other, studio } = await aStudio(server)
  const { id, booking_date, start_time } = await aBooking(client, studio.id, today)
  const session = { service: 'Recording Session', booking_date, start_time }
  expect((await listNotifications(admin)).items).toMatchObject([
    { kind: 'booking_request', data: session, link: `/studio/bookings?booking=${id}`, actor_name: 'Cleo Client' },
  ])
  expect((await listNotifications(client)).items).toEqual([])
  await confirmAsSeen(admin, id)
  await client.post(`/bookings/${id}/cancel`, {})
  expect((await listNotifications(client)).items).toMatchObject([
    { kind: 'booking_changed', data: { ...session, change: 'confirmed' }, link: `/${studio.slug}/bookings` },
  ])
  expect((await listNotifications(admin)).items).toMatchObject([
    { kind: 'booking_changed', data: { ...session, change: 'cancelled' } },
  ])
  expect((await listNotifications(other)).items).toEqual([])
})

test("an answered request disappears from everyone's list, and an undo brings it back", async () => {
  const freshStudio = await aStudio(server)
  const desk = await aDeskPerson(server, freshStudio)
  const kinds = async (person: TestUser) => {
    const { items, unread } = await listNotifications(person)
    return [unread, ...items.map(({ kind, subject_id }: { kind: string; subject_id: string }) => [kind, subject_id])]
  }
  const before = await kinds(desk)
  const { id } = await aBooking(freshStudio.client, freshStudio.studio.id, today)
  for (const person of [freshStudio.admin, desk]) expect(await kinds(person)).toContainEqual(['booking_request', id])
  const confirmed = await confirmAsSeen(desk, id)
  for (const person of [freshStudio.admin, desk])
    expect(await kinds(person)).not.toContainEqual(['booking_request', id])
  expect(await kinds(desk)).toEqual(before)
  expect((await desk.post(`/bookings/${id}/undo`, { version: confirmed.body.version })).status).toBe(200)
  for (const person of [freshStudio.admin, desk]) expect(await kinds(person)).toContainEqual(['booking_request', id])

  // The same happens for a client's change request, which the client withdraws.
  await confirmAsSeen(freshStudio.admin, id)
  await freshStudio.client.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '16:00' })
  for (const person of [freshStudio.admin, desk]) expect(await kinds(person)).toContainEqual(['booking_changed', id])
  await freshStudio.client.post(`/bookings/${id}/change-request/withdraw`)
  for (const person of [freshStudio.admin, desk])
    expect(await kinds(person)).not.toContainEqual(['booking_changed', id])
  // A notification without a request is still listed.
  expect(await kinds(freshStudio.client)).toContainEqual(['booking_changed', id])
})

test('a request to join disappears from the list when it is answered', async () => {
  const freshStudio = await aStudio(server)
  const [{ id }, other] = [await requestToJoin(freshStudio.studio.id), await requestToJoin(freshStudio.studio.id)]
  const listOpenRequests = async () =>
    (await listNotifications(freshStudio.admin)).items.map(({ subject_id }: { subject_id: string }) => subject_id)
  expect((await listOpenRequests()).sort()).toEqual([id, other.id].sort())
  await freshStudio.admin.post(`/role-requests/${id}/reject`)
  expect(await listOpenRequests()).toEqual([other.id])
})

test('a notification is marked as read once, by its recipient only; all can be marked at once, and are listed in pages', async () => {
  const { admin, client, studio } = await aStudio(server)
  for (let count = 0; count < 3; count += 1) await requestToJoin(studio.id)
  const first = (await admin.get('/notices?limit=2')).body
  const second = (await admin.get(`/notices?limit=2&cursor=${first.next_cursor}`)).body
  expect([first.items.length, second.items.length, second.next_cursor, first.unread]).toEqual([2, 1, null, 3])
  const path = `/notices/${first.items[0].id}/read`
  expectError(await expectNoDatabaseChange(() => client.post(path), true), 'NOT_FOUND')
  const readResponse = await admin.post(path)
  expect(readResponse.body.read_at).toEqual(expect.any(String))
  expect((await admin.post(path)).body).toEqual(readResponse.body)
  expect((await admin.get('/notices')).body.unread).toBe(2)
  expect((await admin.post('/notices/read')).body).toEqual({ read: 2 })
  expect((await admin.post('/notices/read')).body).toEqual({ read: 0 })
  expect((await admin.get('/notices')).body).toMatchObject({ unread: 0, items: [{}, {}, {}] })
})

test("a notification reaches only its person's open screens, at any studio", async () => {
  const otherStudio = await aStudio(server)
  const recipientEvents = await listenLive(server, otherStudio.admin.token)
  const colleagueEvents = await listenLive(server, fixture.admin.token)
  const first = () => [recipientEvents.events[0], colleagueEvents.events[0]]
  await vi.waitFor(() => expect(first()).toEqual(['resync', 'resync']), { timeout: 60_000 })
  const notice = {
    kind: 'invitation',
    data: { accepted: true },
    studio_id: fixture.studio.id,
    link: '/profile',
  } as const
  await asLogin((tx) => createNotices(tx, { ...notice, actor_id: null, subject_id: null }, [otherStudio.admin.id]))
  await vi.waitFor(() => expect(recipientEvents.events).toContainEqual({ topic: 'notices', id: expect.any(String) }), {
    timeout: 60_000,
  })
  expect(colleagueEvents.events).not.toContainEqual({ topic: 'notices', id: expect.any(String) })
  for (const reader of [recipientEvents, colleagueEvents]) reader.close()
})
