import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts'
import {
  type Hours,
  hoursOfResource,
  isOpenDuring,
  MINUTES_PER_DAY,
  type MinuteRange,
  openRanges,
  type WeeklyHours,
} from '../../shared/opening-hours.ts'
import { createWallClock, getMidnight, type WallClock } from '../../shared/wall-clock.ts'
import { createDaysOffCheck } from '../resources/days-off/rules.ts'
import type { TimeOff } from '../resources/days-off/schema.ts'
import { buildDay, type Reason, STARTS_PER_DAY } from './days/rules.ts'
import { type AvailableDay, START_STEP_MINUTES } from './schema.ts'
import { type BookingWindow, startError } from './window/rules.ts'

const toIsoDay = (wallTime: number) => new Date(wallTime).toISOString().slice(0, 10)

/** A reservation with its buffers, in milliseconds. The reservations of one resource are in order and do not overlap. */
export type ReservedTime = { from: number; to: number }

/** Times in which a connected calendar is busy, in milliseconds and in order. */
export type BusyRanges = readonly (readonly [number, number])[]

export type OccupiedResource = { setup_minutes: number; teardown_minutes: number; reserved: readonly ReservedTime[] }

/** A resource with its opening hours. All rooms without hours of their own share one function, so each day is computed once. */
export type RequestedResource = OccupiedResource & {
  resource_id: string
  open: (date: string) => readonly MinuteRange[]
  /** Times in which a person does not work although their weekly hours include them. */
  days_off?: readonly Omit<TimeOff, 'resource_id'>[] | undefined
  calendar_times?: BusyRanges | null | undefined
}

export type AvailabilityInput = {
  zone: string
  /** The first day, and the number of days. */
  date: string
  days: number
  minutes: number
  window: BookingWindow
  rooms: readonly RequestedResource[]
  /** The other resources that the session needs, each with its own hours. */
  others: readonly RequestedResource[]
  /** The session needs one of these people; null if it needs none. */
  oneOfPeople?: readonly RequestedResource[] | null | undefined
  /** Whether the plan allows no more bookings in the month of a day. */
  isFull: (date: string) => boolean
}

/**
 * For each quarter of an hour of each day in each room: null if a session of `minutes` can start there, else the reason.
 * Forms, the public page and the search for free slots after a conflict use it. Lengths are local time, so every offered
 * start can be booked by its local start and end.
 */
export function computeAvailability(input: AvailabilityInput): AvailableDay[] {
  const dates = Array.from({ length: input.days }, (_, day) => toIsoDay(getMidnight(input.date) + day * DAY_MS))
  // Sessions of the last day may end several days later.
  const lastDay = toIsoDay(
    getMidnight(dates.at(-1) ?? input.date) + Math.ceil(input.minutes / MINUTES_PER_DAY) * DAY_MS,
  )
  const clock = createWallClock(input.zone, input.date, lastDay)
  const days = dates.map((date) => ({ date, isFull: input.isFull(date), starts: listStarts(date, clock, input) }))
  const starts = days.flatMap((day) => day.starts)
  const createAwayCheck = (resource: RequestedResource) => {
    const isAway = days.flatMap((day) => {
      const works = createWorkCheck(resource, day.date, input.minutes)
      return day.starts.map(({ minute }) => !works(minute))
    })
    return (index: number) => isAway[index] === true
  }
  const computeTimes = (resource: RequestedResource): ResourceTimes => ({
    busyReasons: markBusyStarts(starts, resource),
    isCalendarBusyAt: createCalendarBusyCheck(starts, resource),
    isAwayAt: createAwayCheck(resource),
  })
  const otherReasons = findReasonsOfOthers(starts.length, input.others.map(computeTimes))
  const peopleReasons = findReasonsOfPeople(starts.length, input.oneOfPeople?.map(computeTimes))
  const closedByHours = new Map<RequestedResource['open'], Reason[]>()
  const roomReasons = input.rooms.map((room) => {
    const closed =
      closedByHours.get(room.open) ??
      days.flatMap((day) => listClosingReasons(day, createOpeningCheck(room.open, day.date, input.minutes)))
    closedByHours.set(room.open, closed)
    const busyReasons = markBusyStarts(starts, room)
    const isCalendarBusyAt = createCalendarBusyCheck(starts, room)
    const reasons = closed.map((reason, index) => {
      // The first reason of this order: hours, a connected calendar, other resources, the room itself, people.
      const otherReason = otherReasons[index] ?? null
      if (reason !== null) return reason
      if (otherReason === 'OUTSIDE_OPENING_HOURS') return otherReason
      if (isCalendarBusyAt(index)) return 'CALENDAR_BUSY'
      return otherReason ?? busyReasons[index] ?? peopleReasons[index] ?? null
    })
    return { room_id: room.resource_id, reasons }
  })
  return dates.map((date, index) => buildDay(date, index * STARTS_PER_DAY, roomReasons))
}

/** For each start: whether a resource is reserved, busy in its calendar, or away. */
type ResourceTimes = {
  busyReasons: Reason[]
  isCalendarBusyAt: (index: number) => boolean
  isAwayAt: (index: number) => boolean
}

/** For each start, why one of the other required resources is unavailable. */
function findReasonsOfOthers(count: number, others: readonly ResourceTimes[]): Reason[] {
  if (others.length === 0) return []
  return Array.from({ length: count }, (_, index) => {
    if (others.some(({ isAwayAt }) => isAwayAt(index))) return 'OUTSIDE_OPENING_HOURS'
    if (others.some(({ isCalendarBusyAt }) => isCalendarBusyAt(index))) return 'CALENDAR_BUSY'
    return others.some(({ busyReasons }) => busyReasons[index] !== null) ? 'RESOURCE_BUSY' : null
  })
}

/** The reason at each start if none of the people is free. */
function findReasonsOfPeople(count: number, people: readonly ResourceTimes[] | undefined): Reason[] {
  if (!people) return []
  const isFree = (index: number) =>
    people.some(
      ({ busyReasons, isAwayAt, isCalendarBusyAt }) =>
        !isAwayAt(index) && !isCalendarBusyAt(index) && busyReasons[index] === null,
    )
  return Array.from({ length: count }, (_, index) => (isFree(index) ? null : 'NO_PERSON_FREE'))
}

/**
 * The reasons against the starts of a day that do not depend on reservations. Rooms with the same opening hours share them.
 */
function listClosingReasons(
  day: { isFull: boolean; starts: readonly Start[] },
  isOpen: (minute: number) => boolean,
): Reason[] {
  return day.starts.map(({ minute, reason }) => {
    if (reason !== null) return reason
    if (!isOpen(minute)) return 'OUTSIDE_OPENING_HOURS'
    return day.isFull ? 'PLAN_LIMIT_REACHED' : null
  })
}

/**
 * A resource with the data that decides when it can be booked: buffers, its own week, a person's days off and connected
 * calendars.
 */
export type BookableHours = {
  id: string
  setup_minutes: number
  teardown_minutes: number
  own_week: WeeklyHours[] | null
  days_off?: readonly Omit<TimeOff, 'resource_id'>[] | undefined
  calendar_times?: BusyRanges | null | undefined
}

const atAnyHour = () => [{ from: -Infinity, to: Infinity }]

/** When a resource is open around a day, in minutes from that day's midnight. */
export function createOpeningLookup(
  { own_week }: Pick<BookableHours, 'own_week'>,
  studio: Hours,
): RequestedResource['open'] {
  const hours = hoursOfResource(own_week, studio)
  return (date) => openRanges(hours, date)
}

/** Resources with their reservations, as input of `computeAvailability`. @param studio null: open at any hour */
export function toRequestedResources(
  resources: readonly BookableHours[],
  reservations: readonly { resource_id: string; reserved: readonly ReservedTime[] }[],
  studio: Hours | null,
): RequestedResource[] {
  const shared = studio ? createOpeningLookup({ own_week: null }, studio) : atAnyHour
  return resources.map((resource) => ({
    ...resource,
    resource_id: resource.id,
    open: studio && resource.own_week ? createOpeningLookup(resource, studio) : shared,
    reserved: reservations.find(({ resource_id }) => resource_id === resource.id)?.reserved ?? [],
  }))
}

/**
 * Adds the reservations to people and equipment. A resource with its own hours is available only in them, others whenever a
 * room is open.
 * @param studio the studio's hours; null ignores all hours
 */
export const toRequestedOthers = (
  resources: readonly BookableHours[],
  reservations: readonly { resource_id: string; reserved: readonly ReservedTime[] }[],
  studio: Hours | null,
): RequestedResource[] =>
  resources.flatMap((resource) => toRequestedResources([resource], reservations, resource.own_week ? studio : null))

/**
 * Returns a check: may a session of `minutes` start at this minute of the day, by the opening hours? It computes the hours of
 * each day once.
 */
function createOpeningCheck(
  open: RequestedResource['open'],
  date: string,
  minutes: number,
): (minute: number) => boolean {
  const known = new Map<string, readonly MinuteRange[]>()
  const openOn = (day: string) => {
    const hours = known.get(day) ?? open(day)
    known.set(day, hours)
    return hours
  }
  return (minute) => isOpenDuring(openOn, date, { from: minute, to: minute + minutes })
}

/** Returns a check: may a session of `minutes` start at this minute, by the hours and days off of a resource? */
function createWorkCheck(
  { open, days_off = [] }: Pick<RequestedResource, 'open' | 'days_off'>,
  date: string,
  minutes: number,
) {
  const isOpen = createOpeningCheck(open, date, minutes)
  const isOff = createDaysOffCheck(days_off, date)
  return (minute: number) => isOpen(minute) && !isOff({ from: minute, to: minute + minutes })
}

/** Whether a person or a piece of equipment is available during a session, by their own hours and days off. */
export function isAvailableFor(
  resource: Pick<BookableHours, 'own_week' | 'days_off'>,
  studio: Hours,
  session: { booking_date: string } & MinuteRange,
): boolean {
  const { booking_date, from, to } = session
  const isOpen =
    resource.own_week === null || isOpenDuring(createOpeningLookup(resource, studio), booking_date, { from, to })
  return isOpen && !createDaysOffCheck(resource.days_off ?? [], booking_date)({ from, to })
}

/** Whether a connected calendar of a resource is busy during a session (milliseconds). Buffers do not count. */
export const isCalendarBusy = ({ calendar_times }: Pick<BookableHours, 'calendar_times'>, { from, to }: ReservedTime) =>
  calendar_times?.some(([start, end]) => start < to && from < end) ?? false

/** Returns a check like `isCalendarBusy`, for the index of a start. */
function createCalendarBusyCheck(
  starts: readonly Start[],
  resource: Pick<BookableHours, 'calendar_times'>,
): (index: number) => boolean {
  if (!resource.calendar_times?.length) return () => false
  const busy = starts.map((start) => isCalendarBusy(resource, start))
  return (index) => busy[index] === true
}

type Start = { minute: number; from: number; to: number; reason: Reason }

/** The quarter hours of a day as instants, each with the reason that rules it out in every room. */
function listStarts(date: string, clock: WallClock, { minutes, window }: AvailabilityInput): Start[] {
  const midnight = getMidnight(date)
  return Array.from({ length: STARTS_PER_DAY }, (_, index) => {
    const minute = index * START_STEP_MINUTES
    const from = clock(midnight + minute * MINUTE_MS)
    const to = clock(midnight + (minute + minutes) * MINUTE_MS)
    if (from === null || to === null) return { minute, from: 0, to: 0, reason: 'TIME_DOES_NOT_EXIST' }
    return { minute, from, to, reason: startError(date, from, window) }
  })
}

/**
 * Why a resource cannot be reserved at each of the starts. Starts are in order, so a reservation that ends before one start is skipped
 * for all later ones.
 */
function markBusyStarts(
  starts: readonly Start[],
  { setup_minutes, teardown_minutes, reserved }: OccupiedResource,
): Reason[] {
  const [setup, teardown] = [setup_minutes * MINUTE_MS, teardown_minutes * MINUTE_MS]
  let first = 0
  return starts.map(({ from, to, reason }) => {
    if (reason !== null) return null
    while ((reserved[first]?.to ?? Number.POSITIVE_INFINITY) <= from - setup) first += 1
    let conflict: Reason = null
    for (let next = first; next < reserved.length; next += 1) {
      const reservation = reserved[next]
      if (reservation === undefined || reservation.from >= to + teardown) break
      // If only the buffers conflict, the reason is set-up time; if the session itself conflicts, the room is busyReasons.
      if (reservation.from + setup < to && from < reservation.to - teardown) return 'ROOM_BUSY'
      conflict = 'SETUP_TIME'
    }
    return conflict
  })
}
