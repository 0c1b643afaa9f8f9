import { type Formats, readerFormats } from '#shared/formats.ts'
import { lengthText } from '#shared/length.ts'
import { MINUTES_PER_DAY, toMinutes } from '#shared/opening-hours.ts'
import { priceAndUnitTexts } from '../../prices/rules.ts'
import { getLengthLimits, isLengthOffered, type LengthSettings } from '../../resources/rules.ts'
import { noPersonText } from '../../resources/words.ts'
import type { BlockedStartReason, PublicService, StartsOfDay } from '../schema.ts'

const LISTED_STEP_MINUTES = 30
// The lengths that are offered if no setting limits them. The server accepts more.
const SHORTEST_LISTED_MINUTES = 30
const LONGEST_LISTED_MINUTES = 480

/**
 * The lengths to choose from, in minutes. If the service has a step: from the shortest to the longest by this step. Else every
 * half hour and whole days within the limits, the limits themselves, and the default length.
 */
export function listOfferedLengths(service: LengthSettings): number[] {
  const { default_minutes, max_minutes } = service
  const { min, max, step } = getLengthLimits(service)
  const least = min === 0 ? Math.min(SHORTEST_LISTED_MINUTES, default_minutes) : min
  const most = max_minutes === null && max === MINUTES_PER_DAY ? Math.max(LONGEST_LISTED_MINUTES, default_minutes) : max
  const lengths = new Set(step === 0 ? [least, default_minutes, most] : [])
  const first = step === 0 ? Math.ceil(least / LISTED_STEP_MINUTES) * LISTED_STEP_MINUTES : least
  // Beyond a day, whole days are offered.
  const after = (minutes: number) =>
    step === 0 && minutes >= MINUTES_PER_DAY
      ? (Math.floor(minutes / MINUTES_PER_DAY) + 1) * MINUTES_PER_DAY
      : minutes + (step || LISTED_STEP_MINUTES)
  for (let minutes = first; minutes <= most; minutes = after(minutes)) lengths.add(minutes)
  return [...lengths].sort((a, b) => a - b)
}

/** The length that is selected at first: the default one if it is offered, else the next longer one, else the longest. */
export function getInitialLength(service: LengthSettings): number {
  const { default_minutes } = service
  const offered = listOfferedLengths(service).filter((minutes) => isLengthOffered(minutes, service))
  return offered.find((minutes) => minutes >= default_minutes) ?? offered.at(-1) ?? default_minutes
}

/** '2 h', or 'Usually 2 h' if clients can choose the length. */
export function usualLengthText(service: LengthSettings): string {
  const length = lengthText(getInitialLength(service))
  return listOfferedLengths(service).length > 1 ? `Usually ${length}` : length
}

/**
 * The texts of a service in a list of services. The details are its description, else its rooms if there are several.
 * @param rooms all rooms of the studio
 */
export function describeService(
  service: LengthSettings & Pick<PublicService, 'key' | 'label' | 'currency' | 'description' | 'room_ids' | 'pricing'>,
  rooms: readonly { id: string; name: string }[],
  formats: Formats = readerFormats(),
) {
  const { key, label, currency, description, room_ids } = service
  const ownRooms = rooms.filter(({ id }) => room_ids === null || room_ids.includes(id))
  return {
    key,
    label,
    length: usualLengthText(service),
    ...priceAndUnitTexts(service, currency, formats),
    details: description || (rooms.length > 1 ? ownRooms.map(({ name }) => name).join(', ') : ''),
  }
}

type Picture = PublicService['pictures'][number]

type PicturedService = Pick<PublicService, 'room_ids'> & { pictures: readonly Picture[] }
type PicturedRoom = { id: string; pictures: readonly Picture[] }

/**
 * A small picture per service: its own, else the least used picture of its rooms. Null if there is none. Several services never
 * share one single room picture.
 */
export function listServicePictures(services: readonly PicturedService[], rooms: readonly PicturedRoom[]) {
  const uses = new Map<string, number>()
  const roomUrls = new Set(rooms.flatMap(({ pictures }) => pictures.map(({ small_url }) => small_url)))
  const canUseRooms = roomUrls.size > 1 || services.length === 1
  const countUses = ({ small_url }: Picture) => uses.get(small_url) ?? 0
  return services.map(({ pictures, room_ids }) => {
    const ownRooms = rooms.filter(({ id }) => room_ids === null || room_ids.includes(id))
    const [rarest] = ownRooms.flatMap((room) => room.pictures).toSorted((a, b) => countUses(a) - countUses(b))
    const picture = pictures[0] ?? (canUseRooms ? rarest : undefined)
    if (picture) uses.set(picture.small_url, countUses(picture) + 1)
    return picture?.small_url ?? null
  })
}

/** The texts of all services of a list (`describeService`), each with a picture. */
export function describeServices(
  services: readonly (Parameters<typeof describeService>[0] & PicturedService)[],
  rooms: readonly (PicturedRoom & { name: string })[],
  formats: Formats = readerFormats(),
) {
  const pictures = listServicePictures(services, rooms)
  return services.map((service, index) => ({
    ...describeService(service, rooms, formats),
    picture: pictures[index] ?? null,
  }))
}

const clockText = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

/** The times of a session of this length. @param start_time `HH:mm` */
export function getTimesOfLength(start_time: string, minutes: number) {
  const end = toMinutes(start_time) + minutes
  const days = Math.floor(end / MINUTES_PER_DAY) + 1
  return { start_time, end_time: clockText(end % MINUTES_PER_DAY), days, ends_next_day: days > 1 }
}

// Like `START_STEP_MINUTES` of the schema, which would bring the schema library into public pages.
const START_STEP = 15

/**
 * Reduces the free starts, which are 15 minutes apart, to the ones that are shown: full and half hours, and the first start after
 * a gap, so that every free range can be booked.
 * @param chosen is always included
 */
export function pickStarts(free: readonly string[], chosen: string): string[] {
  const all = new Set(free.map(toMinutes))
  return free.filter((start) => {
    const minutes = toMinutes(start)
    return minutes % LISTED_STEP_MINUTES === 0 || !all.has(minutes - START_STEP) || start === chosen
  })
}

/** Whether a session may begin at a time of a day, `HH:mm`. */
export function isFreeAt(reasonByTime: StartsOfDay, time: string): boolean {
  const lastChange = Object.keys(reasonByTime).findLast((change) => change <= time)
  return lastChange !== undefined && reasonByTime[lastChange] === null
}

const dayReasons: Partial<Record<BlockedStartReason, string>> = {
  OUTSIDE_OPENING_HOURS: 'Closed',
  BEYOND_HORIZON: 'Not open for booking yet',
  NOTICE_TOO_SHORT: 'Too soon to book online',
  BOOKING_IN_PAST: 'Already passed',
  PLAN_LIMIT_REACHED: 'No bookings left this month',
}

/**
 * Why a day has no free start, in words. @param person_title the clients' word for a person of the service; null: engineer
 */
export function dayReasonText(reason: BlockedStartReason | null, person_title: string | null = null) {
  if (reason === 'NO_PERSON_FREE') return noPersonText(person_title)
  return (reason && dayReasons[reason]) || 'Fully booked'
}
