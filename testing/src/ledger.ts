import { isDeepStrictEqual } from 'node:util'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aSession } from './bookings.ts'
import { callAs } from './http.ts'
import { aClient, allowManyRequests, aStudio, type Person } from './people.ts'

const FIRST_DAY = 2
const DAYS = 690
const OPENS = 8
const HOURS = 15
const RANGE_DAYS = 62

/** A user who keeps changing data: bookings, and a phone number that counts the changes. */
export type Writer = {
  person: Person
  blocks: boolean
  phone: { asked: number; acknowledged: number }
  refresh_token: string
}

/** Requests to a server and its acknowledgments: bookings by their start. */
export type Ledger = {
  today: string
  path: string
  room_id: string
  writers: Writer[]
  hours_given: number
  acknowledged: Map<string, Booking>
  /** Requests whose connection broke: each may have been stored, but only completely. */
  unanswered: Map<string, { writer: Writer; body: ReturnType<typeof aSession> }>
  changes_acknowledged: number
  /** Unexpected responses. */
  strange: string[]
}

/** Creates a studio over HTTP with four users who can book its only room and have two sessions each. */
export async function openLedger(server: { url: string }): Promise<Ledger> {
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
    hours_given: 0,
    acknowledged: new Map(),
    unanswered: new Map(),
    changes_acknowledged: 0,
    strange: [],
  }
}

async function aWriter({ url }: { url: string }, person: Person, blocks: boolean): Promise<Writer> {
  const { email, password } = person
  const answer = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=password', { email, password })
  return { person, blocks, phone: { asked: 0, acknowledged: 0 }, refresh_token: answer.body.refresh_token }
}

export const hourOf = ({ booking_date, start_time }: { booking_date: string; start_time: string }) =>
  `${booking_date} ${start_time}`

/** The next unused booking: on another day each time, within 24 months. */
export function nextBooking(ledger: Ledger, { blocks }: Writer) {
  const nth = ledger.hours_given++
  const hour = OPENS + Math.floor(nth / DAYS)
  if (hour >= OPENS + HOURS) throw new Error('no free hour is left within two years')
  const two = (part: number) => String(part).padStart(2, '0')
  return (blocks ? aBlock : aSession)(ledger.today, {
    booking_date: plusDays(ledger.today, FIRST_DAY + (nth % DAYS)),
    start_time: `${two(hour)}:00`,
    end_time: `${two(hour + 1)}:00`,
    room_id: ledger.room_id,
  })
}

/**
 * Reads everything and returns the errors: acknowledged data must exist unchanged, unanswered data completely or not at
 * all. What it finds counts as acknowledged afterwards.
 */
export async function faultsOf(ledger: Ledger, url: string): Promise<string[]> {
  const faults = [...ledger.strange.splice(0), ...bookingFaults(ledger, await readBookings(ledger, url))]
  for (const [hour, { writer, body }] of ledger.unanswered) {
    // A reservation without its booking would reject this; a booking without its reservation would allow it.
    const answer = await callAs(url, writer.person.token).post(ledger.path, body)
    const expected = ledger.acknowledged.has(hour) ? 409 : 201
    if (answer.status !== expected) faults.push(`${hour} was left half made: asked again, ${answer.status}`)
    if (answer.status === 201) ledger.acknowledged.set(hour, asKept(answer.body))
  }
  ledger.unanswered.clear()
  for (const writer of ledger.writers) faults.push(...(await writerFaults(writer, url)))
  return faults
}

/** The booking of a create response, without the warnings, which are not stored. */
export function asKept({ warnings, ...booking }: Booking & { warnings: unknown }): Booking {
  return booking
}

async function readBookings({ path, today, writers }: Ledger, url: string): Promise<Booking[]> {
  const admin = callAs(url, writers[0]?.person.token ?? null)
  const found: Booking[] = []
  for (let day = 0; day < FIRST_DAY + DAYS; day += RANGE_DAYS) {
    const [from, to] = [plusDays(today, day), plusDays(today, day + RANGE_DAYS - 1)]
    const answer = await admin.get(`${path}?from=${from}&to=${to}`)
    if (answer.status !== 200) throw new Error(`reading the bookings back failed: ${answer.status} ${answer.text}`)
    found.push(...answer.body.items)
  }
  return found
}

function bookingFaults(ledger: Ledger, found: Booking[]): string[] {
  const faults: string[] = []
  const byHour = new Map(found.map((booking) => [hourOf(booking), booking]))
  if (byHour.size < found.length) faults.push(`${found.length - byHour.size} hours are booked twice`)
  for (const [hour, acknowledged] of ledger.acknowledged) {
    if (!byHour.has(hour)) faults.push(`${hour} was acknowledged and is lost`)
    else if (!isDeepStrictEqual(byHour.get(hour), acknowledged)) faults.push(`${hour} is not what was acknowledged`)
  }
  for (const [hour, booking] of byHour) {
    const holds = booking.resources.map(({ id }) => id)
    if (!isDeepStrictEqual(holds, [ledger.room_id])) faults.push(`${hour} does not hold its room`)
    if (ledger.acknowledged.has(hour)) continue
    if (ledger.unanswered.has(hour)) ledger.acknowledged.set(hour, booking)
    else faults.push(`${hour} was booked by nobody`)
  }
  return faults
}

async function writerFaults(writer: Writer, url: string): Promise<string[]> {
  const { phone, person } = writer
  const faults: string[] = []
  const me = await callAs(url, person.token).get('/me')
  const { refresh_token } = writer
  const again = await callAs(url, null).request('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
  if (me.status !== 200) return [`a session was lost: ${me.status} ${me.text}`]
  if (again.status !== 200) faults.push(`a refresh token was lost: ${again.status} ${again.text}`)
  writer.refresh_token = again.body?.refresh_token
  const kept = Number(me.body.profile.phone ?? 0)
  if (kept !== phone.acknowledged && kept !== phone.asked) {
    faults.push(`a change of a profile is lost: it is ${kept}, acknowledged was ${phone.acknowledged}`)
  }
  writer.phone = { asked: kept, acknowledged: kept }
  return faults
}

type Rows = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

const miscounts = {
  'bookings without their hold':
    'select from bookings b where not exists (select from reservations r where r.booking_id = b.id)',
  'holds that overlap': `select from reservations a join reservations b on a.resource_id = b.resource_id
    and a.booking_id < b.booking_id and a.holds and b.holds and a.during && b.during`,
  'bookings without their one row in the trail': `select from bookings b where 1 <>
    (select count(*) from audit_log a where a.action = 'bookings.create' and a.object_id = b.id::text)`,
  'rows in the trail without their booking': `select from audit_log a where a.action = 'bookings.create'
    and not exists (select from bookings b where b.id::text = a.object_id)`,
}

/** Inconsistencies in the tables, read with full rights. */
export async function faultsInTables({ changes_acknowledged }: Ledger, execute: Rows): Promise<string[]> {
  const count = async (of: string) => Number((await execute(`select count(*)::int as n from (${of}) x`)).rows[0]?.n)
  const faults: string[] = []
  for (const [name, of] of Object.entries(miscounts)) {
    const rows = await count(of)
    if (rows !== 0) faults.push(`${rows} ${name}`)
  }
  const changes = await count("select from audit_log where action = 'profile.update'")
  if (changes < changes_acknowledged) faults.push(`${changes_acknowledged - changes} changes left no row in the trail`)
  return faults
}
