import { AppError } from '#errors.ts'
import { plusDays, todayIn } from '#shared/instants.ts'
import { getLastBookableDay } from '../../availability/window/rules.ts'
import { computeInstants } from '../../bookings/rules.ts'
import { BOOKING_NOTES_MAX } from '../../bookings/words.ts'
import { type ImportedAmount, readAmount } from '../amounts/rules.ts'
import {
  guessDateOrder,
  type Moment,
  readLength,
  readMoment,
  readTime,
  readZone,
  toStudioTime,
} from '../dates/rules.ts'
import { type ImportedPerson, parsePerson } from '../people/rules.ts'
import type { ImportProblem } from '../schema.ts'
import type { TableLine } from '../table/rules.ts'
import type { DateOrder, ImportField } from '../words.ts'

/** A session of a file, before its service, room and client are found. Times are the studio's. */
export type ReadSession = {
  line: number
  /** The same in every export of this session. */
  identity: string
  start: { date: string; time: string }
  /** Null if the file has none. Then `minutes` applies, or the default length of the service. */
  end: { date: string; time: string } | null
  /** The length of a session without an end. Null if the file has none. */
  minutes: number | null
  service: string
  resource: string
  person: ImportedPerson | null
  amount: ImportedAmount | null
  status: SessionStatus
  notes: string
}

export type SessionStatus = 'booked' | 'pending' | 'no_show' | 'cancelled'

type Studio = { zone: string; currency: string }
export type ReadSessions = { sessions: ReadSession[]; problems: ImportProblem[]; left_out: number }

const statusPatterns: readonly (readonly [SessionStatus, RegExp])[] = [
  // 'true' is the value in columns that say whether a session is cancelled.
  ['cancelled', /cancel|storn|abgesagt|annul|declin|reject|deleted|^(true|yes|ja|1)$/i],
  ['no_show', /no.?show|nicht erschienen|absent|missed/i],
  ['pending', /pending|tentative|request|unconfirmed|awaiting|option|hold|offen|angefragt|vorl/i],
]
const parseStatus = (text: string): SessionStatus =>
  statusPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'booked'

/** The cells with dates. The person may have to choose the order of day and month in them. */
export const dateCells = (lines: readonly TableLine[]) =>
  lines.flatMap(({ cell }) => (['starts', 'date', 'ends', 'end_date'] as const).map(cell).filter(Boolean))

/** The order of day and month: the chosen one, else the one that the dates show. `isNeeded`: the person has to choose. */
export function determineDateOrder(lines: readonly TableLine[], chosenOrder: DateOrder | null) {
  const { value, example } = guessDateOrder(dateCells(lines))
  return { value: chosenOrder ?? value, example, isNeeded: chosenOrder === null && value === null && example !== null }
}

/** Reads the sessions of a table. Lines with a problem are left out of `sessions`. */
export function readSessions(lines: readonly TableLine[], order: DateOrder, studio: Studio): ReadSessions {
  const result: ReadSessions = { sessions: [], problems: [], left_out: 0 }
  for (const line of lines) {
    const status = parseStatus(line.cell('status'))
    if (status === 'cancelled') {
      result.left_out += 1
      continue
    }
    const addProblem = (field: ImportField, { problem: message }: { problem: string }) =>
      result.problems.push({ line: line.line, field, message })
    const times = parseTimes(line, order, studio.zone)
    if ('problem' in times) {
      addProblem(times.field, times)
      continue
    }
    const amount = readAmount(line.cell('price'), studio.currency, line.cell('currency'))
    if (amount && 'problem' in amount) {
      addProblem('price', amount)
      continue
    }
    const [service, resource, person] = [line.cell('service'), line.cell('resource'), parsePerson(line)]
    const identity = buildIdentity(line, { start: times.start, end: times.end, service, resource, person })
    const notes = line.cell('notes').slice(0, BOOKING_NOTES_MAX)
    result.sessions.push({ line: line.line, identity, ...times, service, resource, person, amount, status, notes })
  }
  return result
}

type SessionKey = Pick<ReadSession, 'start' | 'end' | 'service' | 'resource' | 'person'>

/** The session's ID in the previous system, else all fields that distinguish sessions. */
function buildIdentity({ cell }: TableLine, { start, end, service, resource, person }: SessionKey): string {
  const source = cell('source_id')
  if (source) return `id ${source}`
  const client = person ? person.email || person.phone || person.name : ''
  return JSON.stringify([start, end, service, resource, client].map((part) => JSON.stringify(part).toLowerCase()))
}

type Times = Pick<ReadSession, 'start' | 'end' | 'minutes'>
type ReadError = { problem: string; field: ImportField }

function parseTimes(line: TableLine, order: DateOrder, zone: string): Times | ReadError {
  const { cell } = line
  const lineZone = readZone(cell('zone'))
  if ('problem' in lineZone) return { ...lineZone, field: 'zone' }
  const hasOneCell = cell('starts') !== ''
  const startField = hasOneCell ? 'starts' : 'date'
  const startMoment = hasOneCell ? readMoment(cell('starts'), order) : joinTime(cell('date'), cell('start_time'), order)
  if ('problem' in startMoment) return { ...startMoment, field: startField }
  if (startMoment.time === null) {
    const text = cell(startField)
    return { problem: `"${text}" has no time. Sessions for whole days can't be imported.`, field: startField }
  }
  const local = (moment: Moment & { time: string }) =>
    toStudioTime({ ...moment, zone: moment.zone ?? lineZone.zone }, zone)
  const start = local({ ...startMoment, time: startMoment.time })
  if ('problem' in start) return { ...start, field: startField }
  const sessionEnd = parseEnd(line, order, startMoment)
  if (sessionEnd === null || 'minutes' in sessionEnd) return { start, end: null, minutes: sessionEnd?.minutes ?? null }
  if ('problem' in sessionEnd) return sessionEnd
  const end = local(sessionEnd)
  return 'problem' in end ? { ...end, field: 'ends' } : { start, end, minutes: null }
}

function joinTime(date: string, time: string, order: DateOrder): Moment | { problem: string } {
  const day = readMoment(date, order)
  if ('problem' in day || time === '') return day
  const clock = readTime(time)
  return 'problem' in clock ? clock : { date: day.date, ...clock }
}

type End = (Moment & { time: string }) | { minutes: number } | ReadError | null

/** The end of a session: a moment, or a time on the day of its start or the next day, or a length. */
function parseEnd({ cell }: TableLine, order: DateOrder, start: Moment): End {
  const dateAndTime = cell('ends')
  const time = cell('end_time')
  if (dateAndTime || time) {
    const field = dateAndTime ? 'ends' : 'end_time'
    const end = dateAndTime ? readEnd(dateAndTime, order, start) : joinEnd(cell('end_date'), time, order, start)
    if ('problem' in end) return { ...end, field }
    if (end.time === null) return { problem: `"${dateAndTime}" has no time.`, field }
    return { ...end, time: end.time }
  }
  const [minutes, hours] = [cell('duration'), cell('hours')]
  if (!minutes && !hours) return null
  const length = minutes ? readLength(minutes, 'minutes') : readLength(hours, 'hours')
  return typeof length === 'number' ? { minutes: length } : { ...length, field: minutes ? 'duration' : 'hours' }
}

/** Reads an end. If it is only a time, it is on the day of the start or on the next day. */
function readEnd(text: string, order: DateOrder, start: Moment): Moment | { problem: string } {
  const moment = readMoment(text, order)
  return 'problem' in moment ? joinEnd('', text, order, start) : moment
}

function joinEnd(date: string, time: string, order: DateOrder, start: Moment): Moment | { problem: string } {
  const clock = readTime(time)
  if ('problem' in clock) return clock
  if (date !== '') {
    const day = readMoment(date, order)
    return 'problem' in day ? day : { date: day.date, time: clock.time, zone: clock.zone ?? start.zone }
  }
  const endsNextDay = clock.time <= (start.time ?? '')
  return { date: endsNextDay ? plusDays(start.date, 1) : start.date, time: clock.time, zone: clock.zone ?? start.zone }
}

/** The time of a session in the fields of a booking. */
export type SessionTime = {
  booking_date: string
  start_time: string
  end_time: string
  days: number
  ends_next_day: boolean
  starts_at: string
  ends_at: string
}

const MINUTES_PER_DAY = 1_440

/** The time of a session, or a sentence that says why it can't take place then. */
export function resolveSessionTime(
  { start, end, minutes }: Pick<ReadSession, 'start' | 'end' | 'minutes'>,
  default_minutes: number,
  { zone, now }: { zone: string; now: Date },
): SessionTime | { problem: string } {
  const last = end ?? plusMinutes(start, minutes ?? default_minutes)
  const days = (Date.parse(last.date) - Date.parse(start.date)) / (MINUTES_PER_DAY * 60_000) + 1
  const session = {
    booking_date: start.date,
    start_time: start.time,
    end_time: last.time,
    days,
    ends_next_day: days > 1,
  }
  if (start.date > getLastBookableDay(todayIn(zone, now))) return { problem: `${start.date} is too far ahead.` }
  try {
    return { ...session, ...computeInstants(session, zone) }
  } catch (error) {
    if (error instanceof AppError) return { problem: Object.values(error.fields ?? {})[0] ?? error.message }
    throw error
  }
}

function plusMinutes({ date, time }: { date: string; time: string }, minutes: number) {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  const total = hours * 60 + rest + minutes
  const clock = total % MINUTES_PER_DAY
  const part = (value: number) => String(value).padStart(2, '0')
  return {
    date: plusDays(date, Math.floor(total / MINUTES_PER_DAY)),
    time: `${part(Math.floor(clock / 60))}:${part(clock % 60)}`,
  }
}
