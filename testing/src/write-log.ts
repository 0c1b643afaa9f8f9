import { isDeepStrictEqual } from 'node:util'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aSession } from './bookings.ts'
import { callAs } from './http.ts'
import { aClient, allowManyRequests, aStudio, type TestUser } from './people.ts'

const FIRST_DAY_AHEAD = 2
const DAYS_USED = 690
const OPENING_HOUR = 8
const HOURS_PER_DAY = 15
const RANGE_DAYS = 62

/** A user who creates bookings and increments the phone number in their profile. */
export type Writer = {
  person: TestUser
  blocks: boolean
  phone: { sent: number; acknowledged: number }
  refresh_token: string
}

/** The writes that were sent to a server, and which of them it acknowledged. Bookings are stored by their start. */
export type WriteLog = {
  today: string
  path: string
  room_id: string
  writers: Writer[]
  hours_used: number
  acknowledged: Map<string, Booking>
  /** Requests whose connection broke. Each must be stored completely or not at all. */
  unanswered: Map<string, { writer: Writer; body: ReturnType<typeof aSession> }>
  changes_acknowledged: number
  /** Unexpected responses. */
  unexpected: string[]
}

/** Creates a studio over HTTP with four users who can book its only room and have two sessions each. */
export async function openWriteLog(server: { url: string }): Promise<WriteLog> {
  const fixture = await aStudio(server)
  await allowManyRequests(fixture)
  const { studio, admin, client, other } = fixture
  const people = [admin, client, other, await aClient(server, studio.id)]
  const { items } = (await admin.get(`/studios/${studio.id}/resources`)).body
  return {
    today: todayIn('UTC', new Date()),
    path: `/studios/${studio.id}/bookings`,
    room_id: items[0].id,
    writers: await Promise.all(people.map((person) => aWriter(server, person, person === admin))),
    hours_used: 0,
    acknowledged: new Map(),
    unanswered: new Map(),
    changes_acknowledged: 0,
    unexpected: [],
  }
}

async function aWriter({ url }: { url: string }, person: TestUser, blocks: boolean): Promise<Writer> {
  const { email, password } = person
  const response = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=password', { email, password })
  return { person, blocks, phone: { sent: 0, acknowledged: 0 }, refresh_token: response.body.refresh_token }
}

export const formatHour = ({ booking_date, start_time }: { booking_date: string; start_time: string }) =>
  `${booking_date} ${start_time}`

/** Takes the next free slot to book: each time on another day, within 24 months. */
export function takeNextBooking(writeLog: WriteLog, { blocks }: Writer) {
  const index = writeLog.hours_used
  writeLog.hours_used += 1
  const hour = OPENING_HOUR + Math.floor(index / DAYS_USED)
  if (hour >= OPENING_HOUR + HOURS_PER_DAY) throw new Error('no free hour is left within two years')
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return (blocks ? aBlock : aSession)(writeLog.today, {
    booking_date: plusDays(writeLog.today, FIRST_DAY_AHEAD + (index % DAYS_USED)),
    start_time: `${twoDigits(hour)}:00`,
    end_time: `${twoDigits(hour + 1)}:00`,
    room_id: writeLog.room_id,
  })
}

/**
 * Reads all data and returns the errors. Acknowledged writes must be stored unchanged, unanswered ones completely or not at
 * all. Afterwards all stored data counts as acknowledged.
 */
export async function findWriteErrors(writeLog: WriteLog, url: string): Promise<string[]> {
  const errors = [...writeLog.unexpected.splice(0), ...findBookingErrors(writeLog, await readBookings(writeLog, url))]
  for (const [hour, { writer, body }] of writeLog.unanswered) {
    // A reservation without its booking would reject this; a booking without its reservation would allow it.
    const response = await callAs(url, writer.person.token).post(writeLog.path, body)
    const expected = writeLog.acknowledged.has(hour) ? 409 : 201
    if (response.status !== expected) errors.push(`${hour} is partly stored: a retry returned ${response.status}`)
    if (response.status === 201) writeLog.acknowledged.set(hour, removeWarnings(response.body))
  }
  writeLog.unanswered.clear()
  for (const writer of writeLog.writers) errors.push(...(await findWriterErrors(writer, url)))
  return errors
}

/** The booking of a create response, without the warnings, which are not stored. */
export function removeWarnings({ warnings, ...booking }: Booking & { warnings: unknown }): Booking {
  return booking
}

async function readBookings({ path, today, writers }: WriteLog, url: string): Promise<Booking[]> {
  const admin = callAs(url, writers[0]?.person.token ?? null)
  const bookings: Booking[] = []
  for (let day = 0; day < FIRST_DAY_AHEAD + DAYS_USED; day += RANGE_DAYS) {
    const [from, to] = [plusDays(today, day), plusDays(today, day + RANGE_DAYS - 1)]
    const response = await admin.get(`${path}?from=${from}&to=${to}`)
    if (response.status !== 200)
      throw new Error(`reading the bookings back failed: ${response.status} ${response.text}`)
    bookings.push(...response.body.items)
  }
  return bookings
}

function findBookingErrors(writeLog: WriteLog, stored: Booking[]): string[] {
  const errors: string[] = []
  const byHour = new Map(stored.map((booking) => [formatHour(booking), booking]))
  if (byHour.size < stored.length) errors.push(`${stored.length - byHour.size} hours are booked twice`)
  for (const [hour, acknowledged] of writeLog.acknowledged) {
    if (!byHour.has(hour)) errors.push(`${hour} was acknowledged and is lost`)
    else if (!isDeepStrictEqual(byHour.get(hour), acknowledged)) errors.push(`${hour} is not what was acknowledged`)
  }
  for (const [hour, booking] of byHour) {
    const resourceIds = booking.resources.map(({ id }) => id)
    if (!isDeepStrictEqual(resourceIds, [writeLog.room_id])) errors.push(`${hour} does not reserve its room`)
    if (writeLog.acknowledged.has(hour)) continue
    if (writeLog.unanswered.has(hour)) writeLog.acknowledged.set(hour, booking)
    else errors.push(`${hour} was never requested`)
  }
  return errors
}

async function findWriterErrors(writer: Writer, url: string): Promise<string[]> {
  const { phone, person } = writer
  const errors: string[] = []
  const me = await callAs(url, person.token).get('/me')
  const { refresh_token } = writer
  const refreshed = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=refresh_token', {
    refresh_token,
  })
  if (me.status !== 200) return [`a session was lost: ${me.status} ${me.text}`]
  if (refreshed.status !== 200) errors.push(`a refresh token was lost: ${refreshed.status} ${refreshed.text}`)
  writer.refresh_token = refreshed.body?.refresh_token
  const stored = Number(me.body.profile.phone ?? 0)
  if (stored !== phone.acknowledged && stored !== phone.sent) {
    errors.push(`a phone change was lost: stored ${stored}, acknowledged ${phone.acknowledged}`)
  }
  writer.phone = { sent: stored, acknowledged: stored }
  return errors
}

type Execute = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

const inconsistencies = {
  'bookings without a reservation':
    'select from bookings b where not exists (select from reservations r where r.booking_id = b.id)',
  'overlapping reservations': `select from reservations a join reservations b on a.resource_id = b.resource_id
    and a.holder_id < b.holder_id and a.holds and b.holds and a.during && b.during`,
  'bookings without exactly one row in the audit log': `select from bookings b where 1 <>
    (select count(*) from audit_log a where a.action = 'bookings.create' and a.object_id = b.id::text)`,
  'audit log rows without a booking': `select from audit_log a where a.action = 'bookings.create'
    and not exists (select from bookings b where b.id::text = a.object_id)`,
}

/** Inconsistencies in the tables, read with full rights. */
export async function findTableErrors({ changes_acknowledged }: WriteLog, execute: Execute): Promise<string[]> {
  const count = async (query: string) =>
    Number((await execute(`select count(*)::int as n from (${query}) x`)).rows[0]?.n)
  const errors: string[] = []
  for (const [name, query] of Object.entries(inconsistencies)) {
    const rows = await count(query)
    if (rows !== 0) errors.push(`${rows} ${name}`)
  }
  const changes = await count("select from audit_log where action = 'profile.update'")
  if (changes < changes_acknowledged)
    errors.push(`${changes_acknowledged - changes} changes have no row in the audit log`)
  return errors
}
