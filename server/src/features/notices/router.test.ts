import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNothingDone, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aDeskPerson,
  aPerson,
  aStudio,
  aSuperAdmin,
  type Person,
  proveAddress,
  type StudioOfTest,
  signIn,
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

/** A person's notifications, after all emails about sessions are queued. */
async function toldTo(person: Person) {
  await stateOfDatabase()
  const { status, body } = await person.get('/notices')
  expect(status).toBe(200)
  return body
}
const askToJoin = async (studio_id: string, role = 'staff') => {
  const person = await proveAddress(await aPerson(server, { full_name: 'Rita Request' }))
  return { person, id: (await person.post('/me/role-request', { role, studio_id })).body.id }
}

test("a request to join notifies the studio's admins, with the name and the page to answer it", async () => {
  const rival = await aStudio(server)
  const { person } = await askToJoin(fixture.studio.id)
  const { items, unread } = await toldTo(fixture.admin)
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
  for (const other of [person, fixture.client, rival.admin]) expect((await toldTo(other)).items).toEqual([])
})

test('a withdrawn request leaves no notification, even if it is repeated', async () => {
  const own = await aStudio(server)
  const { person } = await askToJoin(own.studio.id)
  for (const role of ['client', 'staff']) {
    expect((await person.delete('/me/role-request')).status).toBe(200)
    await person.post('/me/role-request', { role, studio_id: own.studio.id })
  }
  expect((await toldTo(own.admin)).items).toMatchObject([{ kind: 'role_request', data: { role: 'staff' } }])
})

test('the requester gets the answer as a notification and an email, and other people get neither', async () => {
  const own = await aStudio(server, { name: 'Tidal Rooms' })
  const mails = { approve: "You've joined Tidal Rooms", reject: 'Tidal Rooms did not accept your request' }
  for (const answer of ['approve', 'reject'] as const) {
    const { person, id } = await askToJoin(own.studio.id)
    expect((await own.admin.post(`/role-requests/${id}/${answer}`)).status).toBe(200)
    expect((await toldTo(person)).items).toMatchObject([
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
    expectError(await own.admin.post(`/role-requests/${id}/${answer}`), 'NOT_FOUND')
    expect((await toldTo(person)).items).toHaveLength(1)
  }
  const operator = await aSuperAdmin(server)
  await own.admin.patch(`/studios/${own.studio.id}`, { approve_new_clients: true })
  const { person, id } = await askToJoin(own.studio.id, 'client')
  await operator.post(`/role-requests/${id}/approve`)
  const mail = await nextMail(server, person.email, "You've joined Tidal Rooms")
  expect(mail.text).toContain(`${server.url}/${own.studio.slug}`)
  expect((await toldTo(own.client)).items).toEqual([])
})

test('only one of several concurrent answers counts: one notification, one email, and an error for the others', async () => {
  const own = await aStudio(server, { name: 'Breaker Room' })
  const operator = await aSuperAdmin(server)
  const elsewhere = await signIn(server, own.admin)
  const ways: [Person, 'approve' | 'reject'][] = [
    [own.admin, 'approve'],
    [own.admin, 'approve'],
    [elsewhere, 'reject'],
    [operator, 'approve'],
    [operator, 'reject'],
  ]
  for (const first of ways.keys()) {
    const { person, id } = await askToJoin(own.studio.id)
    const order = [...ways.slice(first), ...ways.slice(0, first)]
    const answers = await Promise.all(
      order.map(async ([by, answer]) => ({ answer, given: await by.post(`/role-requests/${id}/${answer}`) })),
    )
    const [won, ...others] = answers.filter(({ given }) => given.status === 200)
    expect(others).toEqual([])
    for (const { given } of answers.filter((one) => one !== won)) {
      expectError(given, 'NOT_FOUND')
      expect(given.body.message).toBe('This request is no longer open. It was answered, or withdrawn.')
    }
    const approved = won?.answer === 'approve'
    expect((await person.get('/me')).body).toMatchObject({ role: approved ? 'staff' : null, pending_role: null })
    expect((await toldTo(person)).items).toMatchObject([{ kind: 'request_answered', data: { approved } }])
    const mails = (await mailsTo(server, person.email)).map(({ subject }) => subject)
    expect(mails.filter((subject) => /^You've joined|did not accept/.test(subject))).toEqual([
      approved ? "You've joined Breaker Room" : 'Breaker Room did not accept your request',
    ])
  }
})

test('if clients need approval, joining and switching to the studio send it a notification', async () => {
  const choosy = await aStudio(server)
  await choosy.admin.patch(`/studios/${choosy.studio.id}`, { approve_new_clients: true })
  await (await aPerson(server)).post('/me/onboarding', { role: 'client', studio_id: choosy.studio.id })
  const guest = await aClient(server, fixture.studio.id)
  await guest.put('/me/studio', { studio_id: choosy.studio.id })
  const { items } = await toldTo(choosy.admin)
  expect(items.map(({ link, data }: { link: string; data: unknown }) => ({ link, data }))).toEqual([
    { link: '/studio/clients', data: { role: 'client' } },
    { link: '/studio/clients', data: { role: 'client' } },
  ])
})

test("a session's changes notify the studio about the client and the client about the studio, once each", async () => {
  const { admin, client, other, studio } = await aStudio(server)
  const { id, booking_date, start_time } = await aBooking(client, studio.id, today)
  const session = { service: 'Recording Session', booking_date, start_time }
  expect((await toldTo(admin)).items).toMatchObject([
    { kind: 'booking_request', data: session, link: `/studio/bookings?booking=${id}`, actor_name: 'Cleo Client' },
  ])
  expect((await toldTo(client)).items).toEqual([])
  await confirmAsSeen(admin, id)
  await client.post(`/bookings/${id}/cancel`, {})
  expect((await toldTo(client)).items).toMatchObject([
    { kind: 'booking_changed', data: { ...session, change: 'confirmed' }, link: `/${studio.slug}/bookings` },
  ])
  expect((await toldTo(admin)).items).toMatchObject([
    { kind: 'booking_changed', data: { ...session, change: 'cancelled' } },
  ])
  expect((await toldTo(other)).items).toEqual([])
})

test("an answered request leaves everyone's list, and an undo brings it back", async () => {
  const own = await aStudio(server)
  const desk = await aDeskPerson(server, own)
  const kinds = async (person: Person) => {
    const { items, unread } = await toldTo(person)
    return [unread, ...items.map(({ kind, subject_id }: { kind: string; subject_id: string }) => [kind, subject_id])]
  }
  const before = await kinds(desk)
  const { id } = await aBooking(own.client, own.studio.id, today)
  for (const person of [own.admin, desk]) expect(await kinds(person)).toContainEqual(['booking_request', id])
  const confirmed = await confirmAsSeen(desk, id)
  for (const person of [own.admin, desk]) expect(await kinds(person)).not.toContainEqual(['booking_request', id])
  expect(await kinds(desk)).toEqual(before)
  expect((await desk.post(`/bookings/${id}/undo`, { version: confirmed.body.version })).status).toBe(200)
  for (const person of [own.admin, desk]) expect(await kinds(person)).toContainEqual(['booking_request', id])

  // The same for a client's change request, which the client withdraws.
  await confirmAsSeen(own.admin, id)
  await own.client.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '16:00' })
  for (const person of [own.admin, desk]) expect(await kinds(person)).toContainEqual(['booking_changed', id])
  await own.client.post(`/bookings/${id}/change-request/withdraw`)
  for (const person of [own.admin, desk]) expect(await kinds(person)).not.toContainEqual(['booking_changed', id])
  // A notification without a request stays.
  expect(await kinds(own.client)).toContainEqual(['booking_changed', id])
})

test('a request to join leaves the list once it is answered', async () => {
  const own = await aStudio(server)
  const [{ id }, other] = [await askToJoin(own.studio.id), await askToJoin(own.studio.id)]
  const open = async () => (await toldTo(own.admin)).items.map(({ subject_id }: { subject_id: string }) => subject_id)
  expect((await open()).sort()).toEqual([id, other.id].sort())
  await own.admin.post(`/role-requests/${id}/reject`)
  expect(await open()).toEqual([other.id])
})

test('is marked as read once, by its recipient only; also all at once, and in pages', async () => {
  const { admin, client, studio } = await aStudio(server)
  for (let count = 0; count < 3; count += 1) await askToJoin(studio.id)
  const first = (await admin.get('/notices?limit=2')).body
  const second = (await admin.get(`/notices?limit=2&cursor=${first.next_cursor}`)).body
  expect([first.items.length, second.items.length, second.next_cursor, first.unread]).toEqual([2, 1, null, 3])
  const path = `/notices/${first.items[0].id}/read`
  expectError(await expectNothingDone(() => client.post(path), true), 'NOT_FOUND')
  const read = await admin.post(path)
  expect(read.body.read_at).toEqual(expect.any(String))
  expect((await admin.post(path)).body).toEqual(read.body)
  expect((await admin.get('/notices')).body.unread).toBe(2)
  expect((await admin.post('/notices/read')).body).toEqual({ read: 2 })
  expect((await admin.post('/notices/read')).body).toEqual({ read: 0 })
  expect((await admin.get('/notices')).body).toMatchObject({ unread: 0, items: [{}, {}, {}] })
})

test('reaches only its person live, at any studio', async () => {
  const elsewhere = await aStudio(server)
  const theirs = await listenLive(server, elsewhere.admin.token)
  const colleagues = await listenLive(server, fixture.admin.token)
  const first = () => [theirs.events[0], colleagues.events[0]]
  await vi.waitFor(() => expect(first()).toEqual(['resync', 'resync']), { timeout: 60_000 })
  const notice = {
    kind: 'invitation',
    data: { accepted: true },
    studio_id: fixture.studio.id,
    link: '/profile',
  } as const
  await asLogin((tx) => createNotices(tx, { ...notice, actor_id: null, subject_id: null }, [elsewhere.admin.id]))
  await vi.waitFor(() => expect(theirs.events).toContainEqual({ topic: 'notices', id: expect.any(String) }), {
    timeout: 60_000,
  })
  expect(colleagues.events).not.toContainEqual({ topic: 'notices', id: expect.any(String) })
  for (const reader of [theirs, colleagues]) reader.close()
})
