import { type Formats, readerFormats } from '../../shared/formats.ts'
import { moneyText, priceText } from '../../shared/money.ts'
import { getWeekday, MINUTES_PER_DAY, type MinuteRange, toMinutes } from '../../shared/opening-hours.ts'
import { taxedAmount } from '../studios/taxes/rules.ts'
import type { AddOn, ChosenAddOn, PriceLine, PricePackage, PriceRule, PriceUnit, Pricing, Quote } from './schema.ts'

/** The fields of a service that decide its price. A null price is on request. */
export type PricedService = { label: string; price_minor: number | null; pricing: Pricing }

/** The booking to quote. Date and time are in the studio's time zone; it may last several days. */
export type QuoteInput = {
  service: PricedService
  /** ISO 4217. */
  currency: string
  booking_date: string
  start_time: string
  /** Length in local time. */
  minutes: number
  /** All rooms of the booking, or with `any_room` the rooms to choose from. */
  room_ids: readonly string[]
  /** Whether one of `room_ids` is enough. Then the cheapest room sets the price, and `each_room` has no meaning. */
  any_room?: boolean
  /** True: every room is charged, but a price per person only once. False: only the most expensive room is charged. */
  each_room?: boolean
  /** Room names by id, for lines of several rooms. */
  room_names?: Readonly<Record<string, string>> | undefined
  people: number
  add_ons: readonly ChosenAddOn[]
}

const HALF_DAY_MINUTES = 240
const MINUTES_AN_HOUR = 60

/**
 * Calculates the price of a booking, line by line. The server and all forms use this function. Amounts are integers in the
 * smallest unit of the currency; each line is rounded half up. A longer booking never costs less. Add-ons that the service
 * does not offer are left out; `findUnknownAddOn` finds them.
 */
export function quote(input: QuoteInput): Quote {
  const { service, currency, add_ons, people, minutes } = input
  const session = sessionLines(input)
  const extras = service.pricing.add_ons.flatMap((addOn) => {
    const chosen = add_ons.find(({ key }) => key === addOn.key)
    return chosen ? [addOnLine(addOn, chosen.quantity, { minutes, people })] : []
  })
  const lines = [...session, ...extras]
  return { currency, lines, total_minor: sumPriceLines(lines), has_open_items: extras.some(isOnRequest) }
}

const isOnRequest = ({ amount_minor }: PriceLine) => amount_minor === null

/** The sum of the lines; null if the price of the service itself is on request. */
export function sumPriceLines(lines: readonly PriceLine[]): number | null {
  if (lines.some((line) => line.kind !== 'add_on' && isOnRequest(line))) return null
  return lines.reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0)
}

/** The first chosen add-on that the service does not offer, or not in this quantity. */
export const findUnknownAddOn = (offered: readonly AddOn[], chosen: readonly ChosenAddOn[]): ChosenAddOn | undefined =>
  chosen.find(({ key, quantity }) => !offered.some((addOn) => addOn.key === key && quantity <= addOn.max_quantity))

/** The lowest price of a service, for lists; `from` is true if another room, time or length costs more. */
export function findLowestPrice({ price_minor, pricing }: PricedService): {
  price_minor: number | null
  from: boolean
} {
  const rooms = pricing.rooms.map((room) => room.price_minor)
  const bases = [...(price_minor === null ? [] : [price_minor]), ...rooms]
  if (bases.length === 0) return { price_minor: null, from: false }
  const prices = bases.flatMap((base) => [base, ...pricing.rules.map((rule) => applyRule(base, rule))])
  const lowest = Math.min(...prices)
  return { price_minor: lowest, from: prices.some((price) => price > lowest) }
}

/** Whether each of several rooms is charged. */
export const isEachRoomCharged = ({ service, each_room, any_room, room_ids }: QuoteInput): boolean =>
  Boolean(each_room && !any_room) && room_ids.length > 1 && service.pricing.unit !== 'person'

function sessionLines(input: QuoteInput): PriceLine[] {
  const { room_ids } = input
  if (isEachRoomCharged(input)) {
    return room_ids.flatMap((room_id, index) => linesOfRoom(input, room_id, index))
  }
  const bases = basePrices(input)
  // If some prices are on request, only the other ones are compared.
  const known = bases.filter((base) => base !== null)
  if (known.length === 0) return [buildLine(input.service.label, input.service.pricing.unit, countUnits(input), null)]
  const options = known.map((base) => linesAt(base, input))
  const sums = options.map((lines) => sumPriceLines(lines) ?? 0)
  const selectedSum = input.any_room ? Math.min(...sums) : Math.max(...sums)
  return options[sums.indexOf(selectedSum)] ?? []
}

/** The lines of one of several rooms that each have a price, with the room's name or number. */
function linesOfRoom(input: QuoteInput, room_id: string, index: number): PriceLine[] {
  const label = `${input.service.label}, ${input.room_names?.[room_id] ?? `room ${index + 1}`}`
  return sessionLines({ ...input, service: { ...input.service, label }, room_ids: [room_id] })
}

function basePrices({ service, room_ids }: QuoteInput): (number | null)[] {
  const priceIn = (room_id: string) =>
    service.pricing.rooms.find((room) => room.room_id === room_id)?.price_minor ?? service.price_minor
  return room_ids.length === 0 ? [service.price_minor] : room_ids.map(priceIn)
}

/** The lines of the service at a base price; with an hourly price the cheapest combination of packages and hours. */
function linesAt(base: number, input: QuoteInput): PriceLine[] {
  const { label, pricing } = input.service
  if (pricing.unit !== 'hour') {
    const rule = pricing.rules.find((priceRule) => minutesWithin(priceRule, { ...input, minutes: 1 }).length > 0)
    return [buildLine(labelWithRule(label, rule), pricing.unit, countUnits(input), applyRule(base, rule))]
  }
  const options = [
    hourLines(base, input, 0),
    ...pricing.packages.map((pricePackage) => packageLines(pricePackage, base, input)),
  ]
  const sums = options.map((lines) => sumPriceLines(lines) ?? 0)
  return options[sums.indexOf(Math.min(...sums))] ?? []
}

function packageLines(pricePackage: PricePackage, base: number, input: QuoteInput): PriceLine[] {
  const covered = buildLine(`${input.service.label}, ${pricePackage.label}`, 'session', 1, pricePackage.price_minor)
  return input.minutes > pricePackage.minutes ? [covered, ...hourLines(base, input, pricePackage.minutes)] : [covered]
}

/** One line for each rule that applies to a part of the booking after its first `skip` minutes, in the order of the rules. */
function hourLines(base: number, input: QuoteInput, skip: number): PriceLine[] {
  const { label, pricing } = input.service
  let uncovered: MinuteRange[] = [{ from: skip, to: input.minutes }]
  const lines: PriceLine[] = []
  for (const rule of pricing.rules) {
    const covered = minutesWithin(rule, input)
    const minutes = sumLengths(
      uncovered.flatMap((range) => covered.map((coveredRange) => overlap(range, coveredRange))),
    )
    uncovered = covered.reduce((rest, removed) => rest.flatMap((range) => subtractRange(range, removed)), uncovered)
    if (minutes > 0) lines.push(buildLine(labelWithRule(label, rule), 'hour', minutes, applyRule(base, rule)))
  }
  const rest = sumLengths(uncovered)
  return rest > 0 ? [buildLine(label, 'hour', rest, base), ...lines] : lines
}

// Ranges below are in minutes from the start of the booking, half-open.

const overlap = (a: MinuteRange, b: MinuteRange): MinuteRange => ({
  from: Math.max(a.from, b.from),
  to: Math.min(a.to, b.to),
})

const subtractRange = (range: MinuteRange, removed: MinuteRange): MinuteRange[] =>
  [
    { from: range.from, to: Math.min(range.to, removed.from) },
    { from: Math.max(range.from, removed.to), to: range.to },
  ].filter(({ from, to }) => from < to)

const sumLengths = (ranges: readonly MinuteRange[]) =>
  ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0)

/** The ranges of the booking that a rule covers. The rule's hours may have started on the day before. */
function minutesWithin(rule: PriceRule, { booking_date, start_time, minutes }: SessionStart): MinuteRange[] {
  const start = toMinutes(start_time)
  const [from, until] = [toMinutes(rule.from), toMinutes(rule.to)]
  const lasts = until > from ? until - from : until - from + MINUTES_PER_DAY
  const firstWeekday = getWeekday(booking_date)
  const days = Math.ceil((start + minutes) / MINUTES_PER_DAY)
  return Array.from({ length: days + 1 }, (_, index) => index - 1)
    .filter((day) => rule.weekdays.includes((firstWeekday + day + 7) % 7))
    .map((day) => day * MINUTES_PER_DAY + from - start)
    .map((begins) => overlap({ from: begins, to: begins + lasts }, { from: 0, to: minutes }))
    .filter(({ from, to }) => from < to)
}

type SessionStart = Pick<QuoteInput, 'booking_date' | 'start_time' | 'minutes'>

const labelWithRule = (label: string, rule: PriceRule | undefined) => (rule ? `${label}, ${rule.label}` : label)

function applyRule(base: number, rule: PriceRule | undefined): number {
  if (!rule) return base
  return rule.price_minor ?? Math.floor((base * (100 + (rule.percent ?? 0)) + 50) / 100)
}

function countUnits({ service, minutes, people }: QuoteInput): number {
  const units: Record<PriceUnit, number> = {
    hour: minutes,
    session: 1,
    half_day: countHalfDays(minutes),
    day: Math.ceil(minutes / MINUTES_PER_DAY),
    person: people,
  }
  return units[service.pricing.unit]
}

/** Every started four hours, at most two in a day of 24 hours. */
function countHalfDays(minutes: number): number {
  const days = Math.floor(minutes / MINUTES_PER_DAY)
  return 2 * days + Math.min(2, Math.ceil((minutes - days * MINUTES_PER_DAY) / HALF_DAY_MINUTES))
}

function addOnLine(addOn: AddOn, chosen: number, { minutes, people }: { minutes: number; people: number }): PriceLine {
  const quantity = { piece: chosen, hour: chosen * minutes, person: chosen * people }[addOn.unit]
  return { ...buildLine(addOn.label, addOn.unit, quantity, addOn.price_minor), kind: 'add_on', key: addOn.key }
}

function buildLine(
  label: string,
  unit: PriceLine['unit'],
  quantity: number,
  unit_price_minor: number | null,
): PriceLine {
  const amount_minor = unit_price_minor === null ? null : computeAmount(unit, quantity, unit_price_minor)
  return { kind: 'session', key: null, label, unit, quantity, unit_price_minor, amount_minor }
}

const computeAmount = (unit: PriceLine['unit'], quantity: number, price: number) =>
  unit === 'hour' ? Math.floor((price * quantity + MINUTES_AN_HOUR / 2) / MINUTES_AN_HOUR) : price * quantity

/** The only line of a price that the studio set by hand. @param reason the client can read it */
export const buildOverrideLine = (reason: string, price_minor: number): PriceLine => ({
  ...buildLine(reason, 'session', 1, price_minor),
  kind: 'override',
})

/** Whether the studio set the price by hand. Such a price stays until the studio changes it. */
export const isOverridden = (lines: readonly PriceLine[]) => lines.some(({ kind }) => kind === 'override')

/** The add-ons of a booking, from its lines. */
export const listAddOns = (lines: readonly PriceLine[], { minutes, people }: { minutes: number; people: number }) =>
  lines.flatMap(({ kind, key, unit, quantity }): ChosenAddOn[] => {
    if (kind !== 'add_on' || key === null) return []
    const per = unit === 'hour' ? minutes : unit === 'person' ? people : 1
    return [{ key, quantity: Math.max(1, Math.round(quantity / per)) }]
  })

const unitWords: Record<PriceUnit, string> = {
  hour: ' per hour',
  session: '',
  half_day: ' per half day',
  day: ' per day',
  person: ' per person',
}

export const PRICE_ON_REQUEST = 'Price on request'

/** The price of a service as text for lists: 'from €90 per hour', 'Free', 'Price on request'. */
export function priceOfferText(service: PricedService, currency: string, formats: Formats = readerFormats()): string {
  const { price_minor, from } = findLowestPrice(service)
  if (price_minor === null) return PRICE_ON_REQUEST
  if (price_minor === 0 && !from) return priceText(0, currency)
  return `${from ? 'from ' : ''}${moneyText(price_minor, currency, formats)}${unitWords[service.pricing.unit]}`
}

/**
 * The price of a service as `priceOfferText` writes it, and its unit: 'from €60' and 'per hour'. A fixed price has a unit too:
 * 'per session'. A free service and a price on request have none.
 */
export function priceAndUnitTexts(
  service: PricedService,
  currency: string,
  formats: Formats = readerFormats(),
): { price: string; unit: string } {
  const text = priceOfferText(service, currency, formats)
  const [price = text, unit] = text.split(/ (?=per )/)
  return { price, unit: unit ?? (findLowestPrice(service).price_minor ? 'per session' : '') }
}

/** The price and the unit of a service as one text: '€240 per session'. */
export function priceWithUnitText(service: PricedService, currency: string): string {
  const { price, unit } = priceAndUnitTexts(service, currency)
  return unit ? `${price} ${unit}` : price
}

/** The total of a quote as text, with any tax that is added to it. */
export function payableText(
  { total_minor, tax, ...quote }: Omit<Quote, 'lines'>,
  formats: Formats = readerFormats(),
): string {
  const total = total_minor && taxedAmount(total_minor, tax ?? null).total_minor
  return totalText({ ...quote, total_minor: total }, formats)
}

/** The total of a quote as text: '€120', 'Free', 'Price on request', '€120 plus items priced on request'. */
export function totalText(
  { total_minor, currency, has_open_items }: Omit<Quote, 'lines'>,
  formats: Formats = readerFormats(),
): string {
  if (total_minor === null) return PRICE_ON_REQUEST
  return `${priceText(total_minor, currency, formats)}${has_open_items ? ' plus items priced on request' : ''}`
}
