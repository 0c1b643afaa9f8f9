import { randomBytes } from 'node:crypto'
import { readCalendar } from '@studiohub/contract/features/bookings/calendar/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aSession, confirmAsSeen, declineAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, allowManyRequests, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const today = todayIn('UTC', new Date())
const day = plusDays(today, 7)
const range = `?from=${today}&to=${plusDays(today, 40)}`
const SECRET_KEY = randomBytes(32).toString('hex')
let server: TestServer
let process: ServerProcess

beforeAll(async () => {
  server = await startServer({ env: { SECRET_KEY } })
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, url: PUBLIC_URL } = server
  process = await startProcess({ SECRET_KEY, DATABASE_URL, DATA_DIR, PUBLIC_URL, DEMO: 'off', RATE_LIMIT: 'off' })
})
afterAll(async () => {
  await process.stop()
  await server.stop()
})

const urls = () => [server.url, process.url]

/** The answer of one process for a calendar, and for the list of bookings. */
async function readAt(url: string, person: TestUser, studio_id: string) {
  const caller = callAs(url, person.token)
  const { status, body, headers, text } = await caller.get(`/studios/${studio_id}/calendar${range}`)
  expect(status).toBe(200)
  expect(headers.get('etag')).toBe(body.etag)
  return { text, etag: String(body.etag), busy: body.busy, items: readCalendar(studio_id, body) }
}

const summaryOf = ({ id, version, status, start_time, client_name, resources, change_request }: Booking) => ({
  id,
  version,
  status,
  start_time,
  client_name,
  resources,
  change: change_request?.start_time ?? null,
})

/** Expects that the calendar of every person equals the list of bookings, at both processes, also from the cache. */
async function expectCurrent(studio_id: string, people: readonly TestUser[]) {
  for (const person of people) {
    const { body } = await callAs(server.url, person.token).get(`/studios/${studio_id}/bookings${range}`)
    for (const url of urls()) {
      const { items, busy } = await readAt(url, person, studio_id)
      const summaries = items.map(({ change_request, ...booking }) => ({
        ...summaryOf({ ...booking, change_request: null } as never),
        change: change_request?.start_time ?? null,
      }))
      expect(summaries).toEqual(body.items.map(summaryOf))
      expect(busy).toEqual(body.busy)
    }
  }
}

async function aFullStudio() {
  const fixture = await aStudio(server)
  await allowManyRequests(fixture)
  const crew = await aCrewMember(server, fixture)
  const desk = await aDeskPerson(server, fixture)
  return { ...fixture, crew, desk, path: `/studios/${fixture.studio.id}` }
}

const revisionOf = async (studio_id: string): Promise<string> => {
  const { rows } = await asLogin((tx) =>
    sql<{ revision: string }>`select door.calendar_revision(${studio_id}::uuid) as revision`.execute(tx),
  )
  return rows[0]?.revision ?? ''
}

describe('a calendar with a revision', () => {
  test('is answered with 304 by every process until it changes, only for the same view', async () => {
    const { studio, admin, crew, desk, client, path } = await aFullStudio()
    await aBooking(client, studio.id, today)
    const etags = new Map<TestUser, string>()
    for (const person of [admin, desk, crew, client]) {
      const { etag } = await readAt(server.url, person, studio.id)
      expect((await readAt(process.url, person, studio.id)).etag).toBe(etag)
      etags.set(person, etag)
    }
    expect(new Set(etags.values()).size).toBe(4)
    const readWithEtag = async (person: TestUser, etag: string | undefined) =>
      Promise.all(
        urls().map(async (url) => {
          const headers = { 'if-none-match': etag ?? '' }
          const response = await callAs(url, person.token).get(`${path}/calendar${range}`, { headers })
          return response.text === '' ? response.status : response.body.bookings.id.length
        }),
      )
    for (const [person, etag] of etags) expect(await readWithEtag(person, etag)).toEqual([304, 304])
    for (const [person, ownEtag] of etags)
      for (const etag of etags.values()) if (etag !== ownEtag) expect(await readWithEtag(person, etag)).toEqual([1, 1])
    await aBooking(client, studio.id, today, { booking_date: plusDays(day, 1) })
    for (const [person, etag] of etags) expect(await readWithEtag(person, etag)).toEqual([2, 2])
  })

  test('is never the calendar of another client, crew member or studio', async () => {
    const { studio, client, other, crew, desk, admin } = await aFullStudio()
    const rival = await aFullStudio()
    const canaries = ['canary of one client', 'canary of another client', 'canary of a rival']
    const names = { [client.id]: 'Cleo Client', [other.id]: 'Otto Other' }
    await aBooking(client, studio.id, today, { notes: canaries[0], service_type: 'mixing' })
    await aBooking(other, studio.id, today, { notes: canaries[1], start_time: '14:00', end_time: '15:00' })
    await aBooking(rival.client, rival.studio.id, today, { notes: canaries[2], service_type: 'mastering' })
    // The first reader fills the cache: the order of readers must not matter.
    for (const people of [
      [client, other, crew, desk, admin],
      [admin, desk, crew, other, client],
    ]) {
      for (const person of people)
        for (const url of urls()) {
          const { text, items } = await readAt(url, person, studio.id)
          expect(text).not.toMatch(/canary|mastering/)
          const ownName = names[person.id]
          if (ownName === undefined) expect(items).toHaveLength(2)
          else expect(items.map(({ client_name }) => client_name)).toEqual([ownName])
          for (const [id, name] of Object.entries(names)) {
            if (ownName !== undefined && id !== person.id) expect(text).not.toMatch(new RegExp(`${id}|${name}`))
          }
        }
    }
    const foreign = await callAs(process.url, rival.crew.token).get(`/studios/${studio.id}/calendar${range}`)
    expect(foreign.status).toBe(403)
  })

  test('is read again after every change by a service', async () => {
    const { studio, admin, client, other, crew, desk, path } = await aFullStudio()
    const people = [admin, desk, crew, client, other]
    let last = await revisionOf(studio.id)
    async function expectNewRevision<T>(work: Promise<T>): Promise<T> {
      const result = await work
      const response = result as { status?: number; text?: string }
      if (typeof response.status === 'number' && response.text !== undefined)
        expect(response.status, response.text).toBeLessThan(300)
      const revision = await revisionOf(studio.id)
      expect(revision).not.toBe(last)
      last = revision
      await expectCurrent(studio.id, people)
      return result
    }
    const room = await admin.post(`${path}/resources`, { kind: 'room', name: 'Booth' })
    const requested = await expectNewRevision(aBooking(client, studio.id, today))
    await expectNewRevision(confirmAsSeen(admin, requested.id))
    await expectNewRevision(client.patch(`/bookings/${requested.id}`, { start_time: '14:00', end_time: '16:00' }))
    await expectNewRevision(client.post(`/bookings/${requested.id}/change-request/withdraw`))
    await expectNewRevision(client.patch(`/bookings/${requested.id}`, { start_time: '14:00', end_time: '16:00' }))
    const { version } = (await admin.get(`/bookings/${requested.id}`)).body
    await expectNewRevision(admin.post(`/bookings/${requested.id}/change-request/approve`, { version }))
    await expectNewRevision(desk.patch(`/bookings/${requested.id}`, { room_id: room.body.id }))
    const next = await expectNewRevision(aBooking(other, studio.id, today, { booking_date: plusDays(day, 1) }))
    await expectNewRevision(declineAsSeen(admin, next.id, 'no'))
    const series = aSession(today, { booking_date: plusDays(day, 2), every_weeks: 1, count: 2, client_id: other.id })
    const response = await expectNewRevision(admin.post(`${path}/booking-series`, series))
    const { id } = response.body.series
    await expectNewRevision(admin.patch(`/booking-series/${id}`, { start_time: '11:00', end_time: '13:00' }))
    await expectNewRevision(admin.post(`/booking-series/${id}/cancel`, {}))
    await expectNewRevision(admin.post(`${path}/bookings`, aBlock(today, { start_time: '20:00', end_time: '21:00' })))
    const { booking_type, ...block } = aBlock(today, { booking_date: plusDays(day, 4), resolutions: [] })
    await expectNewRevision(admin.post(`${path}/blocks`, block))
    await expectNewRevision(admin.patch(`/resources/${room.body.id}`, { name: 'Renamed Booth' }))
    const records = await admin.get(`${path}/clients?limit=100`)
    const record = records.body.items.find(({ full_name }: { full_name: string }) => full_name === 'Cleo Client')
    await expectNewRevision(admin.patch(`${path}/clients/${record.id}`, { name: 'Renamed Cleo' }))
    const pastTimes = { booking_date: today, start_time: '00:00', end_time: '00:10' }
    const past = await expectNewRevision(aBooking(admin, studio.id, today, { ...pastTimes, client_id: client.id }))
    await expectNewRevision(admin.post(`/bookings/${past.id}/complete`))
    await expectNewRevision(admin.post(`/bookings/${past.id}/no-show`, { no_show: true }))
    await expectNewRevision(admin.post(`/bookings/${requested.id}/cancel`, {}))
  })

  test('is read again after every change by SQL, once for each transaction, and not after other changes', async () => {
    const { studio, admin, client, crew, path } = await aFullStudio()
    const { id } = await aBooking(client, studio.id, today)
    const { id: extra } = await aBooking(client, studio.id, today, { start_time: '15:00', end_time: '16:00' })
    const lamp = await admin.post(`${path}/resources`, { kind: 'equipment', name: 'Lamp' })
    await confirmAsSeen(admin, id)
    const response = await client.patch(`/bookings/${id}`, { start_time: '18:00', end_time: '19:00' })
    expect(response.body.change_request).not.toBeNull()
    const run = (...statements: string[]) =>
      asLogin(async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx)
      })
    const changes = [
      `update bookings set service_type = 'mixing', version = version + 1 where id = '${id}'`,
      `update client_records set name = 'Another Name' where studio_id = '${studio.id}' and user_id = '${client.id}'`,
      `update resources set name = 'Another Room' where studio_id = '${studio.id}'`,
      `insert into reservations (booking_id, resource_id, studio_id, during, holds)
        select booking_id, '${lamp.body.id}', studio_id, during, holds from reservations where booking_id = '${extra}'`,
      `delete from reservations where booking_id = '${extra}' and resource_id = '${lamp.body.id}'`,
      `delete from change_requests where booking_id = '${id}'`,
      `delete from bookings where id = '${extra}'`,
    ]
    for (const change of changes) {
      const before = await revisionOf(studio.id)
      await run(change)
      expect(await revisionOf(studio.id), change).not.toBe(before)
      await expectCurrent(studio.id, [admin, crew, client])
    }
    const before = await revisionOf(studio.id)
    await run(`update client_records set phone = '+49 30 1' where studio_id = '${studio.id}'`)
    await run(`update resources set setup_minutes = 5 where studio_id = '${studio.id}'`)
    await admin.post(`${path}/tasks`, { title: 'Coil the cables' })
    const rolledBack = run(`update bookings set version = version + 1 where id = '${id}'`, 'select 1 / 0')
    await expect(rolledBack).rejects.toThrow()
    expect(await revisionOf(studio.id)).toBe(before)
  })
})
