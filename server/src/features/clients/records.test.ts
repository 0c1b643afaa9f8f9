import { randomUUID } from 'node:crypto'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { aClaimedClient, aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, proveAddress, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { createLog } from '#platform/process/log.ts'
import { remindOfBookings } from '../emails/bookings/jobs.ts'
import { countEmailToStranger, insertMessages } from '../messages/queries.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const recordsOf = async (studio_id: string, { id }: TestUser) =>
  (
    await asLogin((tx) =>
      sql<{ id: string; name: string; email: string; phone: string | null; removed_at: string | null }>`
        select id, name, email, phone, removed_at from client_records
        where studio_id = ${studio_id} and user_id = ${id}`.execute(tx),
    )
  ).rows

describe('a person who joins', () => {
  test('has a record with the id of the account and the data from that time', async () => {
    const { admin, client, studio } = await aStudio(server)
    await client.patch('/me/profile', { full_name: 'Cleo Renamed', phone: '+49 30 2' })
    const record = { id: client.id, name: 'Cleo Client', email: client.email, phone: null, removed_at: null }
    expect(await recordsOf(studio.id, client)).toEqual([record])
    const { items } = (await admin.get(`/studios/${studio.id}/clients?search=cleo`)).body
    expect(items).toMatchObject([{ id: client.id, user_id: client.id, full_name: 'Cleo Client' }])
    expect((await client.get('/me')).body).toMatchObject({ client_id: client.id })
    expect((await admin.get('/me')).body).toMatchObject({ client_id: null })
  })

  test('has no record before the studio has answered', async () => {
    const { admin, studio } = await aStudio(server)
    const settings = { approve_new_clients: true }
    expect((await admin.patch(`/studios/${studio.id}`, settings)).status).toBe(200)
    const person = await aPerson(server)
    await person.post('/me/role-request', { studio_id: studio.id, role: 'client' })
    expect(await recordsOf(studio.id, person)).toEqual([])
    const [request] = (await admin.get(`/studios/${studio.id}/role-requests`)).body.items
    await admin.post(`/role-requests/${request.id}/approve`)
    expect(await recordsOf(studio.id, person)).toMatchObject([{ id: person.id, email: person.email }])
  })

  test('is removed with the membership, and returns with it', async () => {
    const { admin, client, studio } = await aStudio(server)
    const { items } = (await admin.get(`/studios/${studio.id}/clients?search=cleo`)).body
    expect((await admin.delete(`/studios/${studio.id}/clients/${items[0].role_id}`)).status).toBe(200)
    expect(await recordsOf(studio.id, client)).toMatchObject([{ removed_at: expect.any(String) }])
    const session = aSession(today, { client_id: client.id })
    const path = `/studios/${studio.id}/bookings`
    expectError(await admin.post(path, session), 'CLIENT_NOT_IN_STUDIO')
    await client.post('/me/role-request', { studio_id: studio.id, role: 'client' })
    const [request] = (await admin.get(`/studios/${studio.id}/role-requests`)).body.items
    await admin.post(`/role-requests/${request.id}/approve`)
    expect(await recordsOf(studio.id, client)).toMatchObject([{ id: client.id, removed_at: null }])
    expect((await admin.post(path, session)).status).toBe(201)
  })

  test('gets no address that another record of the studio has', async () => {
    const { studio } = await aStudio(server)
    const person = await aPerson(server)
    await aClientRecord(studio.id, { email: person.email.toUpperCase() })
    await person.post('/me/onboarding', { role: 'client', studio_id: studio.id })
    expect(await recordsOf(studio.id, person)).toMatchObject([{ id: person.id, email: null }])
  })
})

describe('a client without an account', () => {
  test('is booked, checked in and given a project by the studio, and by no other studio', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const { admin, client, studio } = fixture
    const client_id = await aClientRecord(studio.id)
    const booking = await aBooking(admin, studio.id, today, { client_id, status: 'confirmed' })
    expect(booking).toMatchObject({ client_id, client_name: 'Wanda Walk-in', expires_at: null })
    const project = { studio_id: studio.id, client_id, title: 'Demo', description: '', project_type: 'music' }
    expect((await admin.post('/projects', project)).body).toMatchObject({ client_id, client_name: 'Wanda Walk-in' })
    const checkin = await admin.post(`/studios/${studio.id}/checkins`, { client_id, booking_id: booking.id })
    expect(checkin.body).toMatchObject({ client_id, client_name: 'Wanda Walk-in' })
    const history = await admin.get(`/studios/${studio.id}/clients/${client_id}/history`)
    expect(history.body.items.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'booking',
      'checkin',
      'project',
    ])

    const elsewhere = { studio_id: rival.studio.id, client_id }
    const session = aSession(today, { client_id })
    expectError(await rival.admin.post(`/studios/${rival.studio.id}/bookings`, session), 'CLIENT_NOT_IN_STUDIO')
    expectError(await rival.admin.post('/projects', { ...project, ...elsewhere }), 'CLIENT_NOT_IN_STUDIO')
    expectError(await rival.admin.get(`/studios/${rival.studio.id}/clients/${client_id}/history`), 'NOT_FOUND')
    expectError(await client.get(`/bookings/${booking.id}`), 'NOT_FOUND')
    expectError(await client.post(`/studios/${studio.id}/bookings`, session), 'FORBIDDEN')
  })

  test('gets the emails about a session at the address of the record, without a link to sign in', async () => {
    const { admin, studio } = await aStudio(server)
    await proveAddress(admin)
    const email = `${randomUUID()}@example.com`
    const client_id = await aClientRecord(studio.id, { email })
    const booking_date = plusDays(today, 3)
    const notes = 'Call 900 555'
    const booking = await aBooking(admin, studio.id, today, { booking_date, client_id, notes, status: 'confirmed' })
    const moved = await admin.patch(`/bookings/${booking.id}`, { start_time: '15:00', end_time: '16:00' })
    expect(moved.status).toBe(200)
    await stateOfDatabase()
    clock.set('16:00', 2)
    await remind()
    await stateOfDatabase()
    clock.set('10:00')
    const cancelled = await admin.post(`/bookings/${booking.id}/cancel`, { reason: 'Power cut' })
    expect(cancelled).toMatchObject({ status: 200 })
    await stateOfDatabase()
    const mails = await mailsTo(server, email)
    expect(mails).toHaveLength(4)
    for (const { text } of mails) {
      expect(text).toContain('Wanda Walk-in')
      expect(text).not.toContain('/bookings')
      expect(text).not.toContain('Power cut')
    }
    for (const { calendar } of mails) {
      const unfolded = calendar?.replaceAll('\r\n ', '')
      expect(unfolded).toContain('BEGIN:VEVENT')
      expect(unfolded).not.toContain('900 555')
    }
    await remind()
    await stateOfDatabase()
    expect(await mailsTo(server, email)).toHaveLength(4)
    const { items } = (await admin.get(`/studios/${studio.id}/messages`)).body
    const names = items.filter((message: { booking_id: string | null }) => message.booking_id === booking.id)
    expect(new Set(names.map((message: { recipient_name: string }) => message.recipient_name))).toEqual(
      new Set(['Wanda Walk-in']),
    )
  })

  test('gets no email of a studio whose admins have no confirmed address, nor after the record was removed', async () => {
    const { admin, studio } = await aStudio(server)
    const email = `${randomUUID()}@example.com`
    const client_id = await aClientRecord(studio.id, { email })
    const { id } = await aBooking(admin, studio.id, today, { client_id })
    await stateOfDatabase()
    const { items } = (await admin.get(`/studios/${studio.id}/messages`)).body
    expect(items.find((message: { booking_id: string }) => message.booking_id === id)).toMatchObject({
      state: 'skipped',
      last_error: 'not sent: no admin of the studio has confirmed their email address',
    })
    await proveAddress(admin)
    expect((await admin.delete(`/studios/${studio.id}/clients/${client_id}`)).status).toBe(200)
    await admin.post(`/bookings/${id}/cancel`, { reason: 'Call this number' })
    await stateOfDatabase()
    expect(await mailsTo(server, email)).toEqual([])
  })

  test('gets at most 50 emails a day, from all studios together', async () => {
    const email = `${randomUUID()}@example.com`
    for (const fixture of [await aStudio(server), await aStudio(server)]) {
      await proveAddress(fixture.admin)
      const client_id = await aClientRecord(fixture.studio.id, { email })
      for (let index = 0; index < 27; index += 1) {
        await aBooking(fixture.admin, fixture.studio.id, today, { booking_date: plusDays(today, 3 + index), client_id })
      }
      await stateOfDatabase()
    }
    expect(await mailsTo(server, email)).toHaveLength(50)
  })

  test('gets no email above a limit when many are sent at once, and a retried one counts once', async () => {
    const { admin, studio } = await aStudio(server)
    const client_id = await aClientRecord(studio.id)
    const { id: booking_id } = await aBooking(admin, studio.id, today, { client_id })
    const created_at = clock.now().toISOString()
    const fields = { studio_id: studio.id, booking_id, user_id: null, client_id, kind: 'moved' as const, created_at }
    const starts_at = created_at
    const versions = Array.from({ length: 12 }, (_, index) => 100 + index)
    const ids = await asLogin((tx) =>
      insertMessages(
        tx,
        versions.map((version) => ({ ...fields, version, session_ids: [booking_id], starts_at })),
      ),
    )
    const address_mac = randomUUID()
    const reserve = (message_id: string) =>
      asSystem((tx) =>
        countEmailToStranger(
          tx,
          { log: 'booking_messages', message_id, studio_id: studio.id, address_mac, now: clock.now() },
          { to_address: 5, addresses: 300 },
        ),
      )
    const results = await Promise.all(ids.map(reserve))
    const reservedIds = ids.filter((_id, index) => results[index] === null)
    expect(reservedIds).toHaveLength(5)
    expect(await Promise.all(reservedIds.map(reserve))).toEqual([null, null, null, null, null])
  })

  test('gets no email without an address', async () => {
    const { admin, studio } = await aStudio(server)
    const client_id = await aClientRecord(studio.id)
    const booking = await aBooking(admin, studio.id, today, { client_id })
    await stateOfDatabase()
    const { items } = (await admin.get(`/studios/${studio.id}/messages`)).body
    expect(items.filter((message: { booking_id: string | null }) => message.booking_id === booking.id)).toEqual([])
  })
})

describe('a client whose record is older than the account', () => {
  test('has the data of the record, and is found by the id of the record or the account', async () => {
    const { admin, other, studio } = await aStudio(server)
    const client = await aClaimedClient(server, studio.id)
    const { client_id } = client
    expect(client_id).not.toBe(client.id)
    expect(await recordsOf(studio.id, client)).toMatchObject([{ id: client_id, name: 'Carla C.' }])
    const bookingOfDesk = await aBooking(admin, studio.id, today, {
      client_id: client.id,
      start_time: '12:00',
      end_time: '13:00',
    })
    expect(bookingOfDesk).toMatchObject({ client_id, client_name: 'Carla C.' })
    const ownBooking = await aBooking(client, studio.id, today, {
      start_time: '14:00',
      end_time: '15:00',
      notes: 'Piano',
    })
    expect(ownBooking).toMatchObject({ client_id, created_by: client.id, expires_at: expect.any(String) })
    for (const clientId of [client_id, client.id]) {
      const bookings = await admin.get(`/studios/${studio.id}/bookings?client_id=${clientId}`)
      expect(bookings.body.items.map(({ id }: { id: string }) => id).sort()).toEqual(
        [bookingOfDesk.id, ownBooking.id].sort(),
      )
      expect((await admin.get(`/studios/${studio.id}/clients/${clientId}/history`)).body.items).toHaveLength(2)
    }
    expect((await client.get(`/studios/${studio.id}/bookings`)).body.items).toHaveLength(2)
    expect((await other.get(`/studios/${studio.id}/bookings`)).body.items).toEqual([])
    expectError(await other.get(`/bookings/${ownBooking.id}`), 'NOT_FOUND')
    const history = await admin.get(`/bookings/${ownBooking.id}/history`)
    expect(history.body.items).toMatchObject([{ by: 'client' }])
    expect((await client.post(`/bookings/${ownBooking.id}/cancel`, {})).status).toBe(200)
    expectError(await other.post(`/bookings/${bookingOfDesk.id}/cancel`, {}), 'NOT_FOUND')
  })

  test('has their own board, sample, calendar and limits', async () => {
    const { admin, other, studio } = await aStudio(server, { limits: 'as new' })
    const client = await aClaimedClient(server, studio.id)
    expect((await client.post('/board/sample')).body).toEqual({ created: true })
    const cards = (await client.get('/cards')).body.items
    expect(cards.length).toBeGreaterThan(0)
    expect((await other.get('/cards')).body.items).toEqual([])
    const project = { title: 'Demo', description: '', project_type: 'music' }
    expect((await client.post('/projects', project)).body).toMatchObject({ client_id: client.client_id })
    const people = (await admin.get(`/cards/${cards[0].id}/people`)).body.items
    expect(people).toContainEqual({ user_id: client.id, full_name: 'Carla C.' })
    for (const hour of [11, 12, 13]) {
      await aBooking(client, studio.id, today, { start_time: `${hour}:00`, end_time: `${hour + 1}:00` })
    }
    const fourth = aSession(today, { start_time: '16:00', end_time: '17:00' })
    expectError(await client.post(`/studios/${studio.id}/bookings`, fourth), 'OPEN_REQUESTS_LIMIT')
    const feed = await client.post('/calendar-feeds', { kind: 'person' })
    const path = new URL(feed.body.url).pathname
    const calendar = await (await fetch(new URL(path, server.url))).text()
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(3)
  })

  test('has the record and its rows in the export, and loses them with the account', async () => {
    const { admin, studio } = await aStudio(server)
    const client = await aClaimedClient(server, studio.id)
    const booking = await aBooking(client, studio.id, today, { notes: 'Piano' })
    const exported = (await client.get('/me/export')).body.data
    expect(exported.client_records).toMatchObject([{ id: client.client_id, name: 'Carla C.', email: client.email }])
    expect(exported.bookings).toMatchObject([{ id: booking.id, notes: 'Piano', as_client: true }])
    expect(exported.texts_of_changes).toHaveLength(1)
    const deletion = await client.post('/me/deletion', { current_password: client.password })
    expect(deletion.status).toBe(200)
    const anonymousBooking = (await admin.get(`/bookings/${booking.id}`)).body
    expect(anonymousBooking).toMatchObject({ status: 'cancelled', notes: null, client_name: 'Former member' })
    const rows = await recordsOf(studio.id, client)
    expect(rows).toMatchObject([{ name: 'Former member', email: null, phone: null, removed_at: expect.any(String) }])
    expect((await admin.get(`/bookings/${booking.id}/history`)).body.items.map(({ by }: { by: string }) => by)).toEqual(
      ['client', 'client'],
    )
  })

  test('stays erased while the desk is changing it, and a record with the proven address is erased too', async () => {
    const { admin, studio } = await aStudio(server)
    const person = await aClaimedClient(server, studio.id)
    await proveAddress(person)
    const [elsewhere] = [await aStudio(server)]
    const recordElsewhere = await aClientRecord(elsewhere.studio.id, { email: person.email.toUpperCase() })
    const path = `/studios/${studio.id}/clients/${person.client_id}`
    let isOver = false
    const editing = Array.from({ length: 6 }, async (_, index) => {
      while (!isOver) await admin.patch(path, { name: `Rita ${index}`, notes: 'Owes us money' })
    })
    const deletion = await person.post('/me/deletion', { current_password: person.password })
    isOver = true
    await Promise.all(editing)
    expect(deletion.status).toBe(200)
    const { rows } = await asLogin((tx) =>
      sql`select name, email, notes from client_records where id in (${person.client_id}, ${recordElsewhere})`.execute(
        tx,
      ),
    )
    const erased = { name: 'Former member', email: null, notes: '' }
    expect(rows).toEqual([erased, erased])
  })
})

const remind = () =>
  remindOfBookings.handle(
    {},
    { job_id: randomUUID(), now: clock.now(), log: createLog('silent'), signal: new AbortController().signal },
  )
