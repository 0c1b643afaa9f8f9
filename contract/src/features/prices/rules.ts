import { moneyText, priceText } from '../../shared/money.ts'
import { MINUTES_A_DAY, minutesOf, weekdayOf } from '../../shared/opening-hours.ts'
import type { AddOn, ChosenAddOn, PriceLine, PricePackage, PriceRule, PriceUnit, Pricing, Quote } from './schema.ts'

/** A service as far as its price depends on it. A null price is on request. */
export type PricedService = { label: string; price_minor: number | null; pricing: Pricing }

/** What is quoted. Date and time are the studio's own; a session may last several days. */
export type QuoteInput = {
  service: PricedService
  /** ISO 4217. */
  currency: string
  booking_date: string
  start_time: string
  /** By the wall clock. */
  minutes: number
  /** The rooms that the session takes, or those of which it takes any one. */
  room_ids: readonly string[]
  /** True where any one of `room_ids` will do: the cheapest counts. Of several rooms together the dearest counts, once. */
  any_room?: boolean
  people: number
  add_ons: readonly ChosenAddOn[]
}

const HALF_DAY_MINUTES = 240
const MINUTES_AN_HOUR = 60

/**
 * What a session costs, line by line: the one place where a price is made, for the server and every form.
 * Amounts are integers in the smallest unit of the currency; each line is rounded half up. The total never falls when a
 * session becomes longer. Add-ons that the service does not offer are left out: `unknownAddOn` finds them.
 */
export function quote(input: QuoteInput): Quote {
  const { service, currency, add_ons, people, minutes } = input
  const session = sessionLines(input)
  const extras = service.pricing.add_ons.flatMap((addOn) => {
    const chosen = add_ons.find(({ key }) => key === addOn.key)
    return chosen ? [addOnLine(addOn, chosen.quantity, { minutes, people })] : []
  })
  const lines = [...session, ...extras]
  return { currency, lines, total_minor: totalOf(lines), has_open_items: extras.some(isOpen) }
}

const isOpen = ({ amount_minor }: PriceLine) => amount_minor === null

/** The sum of the lines, or null where the price of the session itself is on request. */
export function totalOf(lines: readonly PriceLine[]): number | null {
  if (lines.some((line) => line.kind !== 'add_on' && isOpen(line))) return null
  return lines.reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0)
}

/** The first chosen add-on that the service does not offer, or asks for more of than it has. */
export const unknownAddOn = (offered: readonly AddOn[], chosen: readonly ChosenAddOn[]): ChosenAddOn | undefined =>
  chosen.find(({ key, quantity }) => !offered.some((one) => one.key === key && quantity <= one.max_quantity))

/** What a service costs at least, for lists: `from` is true where another room, time or length costs more. */
export function lowestPrice({ price_minor, pricing }: PricedService): { price_minor: number | null; from: boolean } {
  const rooms = pricing.rooms.map((room) => room.price_minor)
  const bases = [...(price_minor === null ? [] : [price_minor]), ...rooms]
  if (bases.length === 0) return { price_minor: null, from: false }
  const prices = bases.flatMap((base) => [base, ...pricing.rules.map((rule) => ruled(base, rule))])
  const lowest = Math.min(...prices)
  return { price_minor: lowest, from: prices.some((price) => price > lowest) }
}

function sessionLines(input: QuoteInput): PriceLine[] {
  const bases = basePrices(input)
  // Equal on every side: of prices on request and others the ones that are known count.
  const known = bases.filter((base) => base !== null)
  if (known.length === 0) return [lineOf(input.service.label, input.service.pricing.unit, unitsOf(input), null)]
  const options = known.map((base) => linesAt(base, input))
  const sums = options.map((lines) => totalOf(lines) ?? 0)
  const wanted = input.any_room ? Math.min(...sums) : Math.max(...sums)
  return options[sums.indexOf(wanted)] ?? []
}

function basePrices({ service, room_ids }: QuoteInput): (number | null)[] {
  const priceIn = (room_id: string) =>
    service.pricing.rooms.find((room) => room.room_id === room_id)?.price_minor ?? service.price_minor
  return room_ids.length === 0 ? [service.price_minor] : room_ids.map(priceIn)
}

/** The session's lines at a base price, by the hour in the cheapest way. */
function linesAt(base: number, input: QuoteInput): PriceLine[] {
  const { label, pricing } = input.service
  if (pricing.unit !== 'hour') {
    const rule = pricing.rules.find((one) => minutesWithin(one, { ...input, minutes: 1 }).length > 0)
    return [lineOf(ruledLabel(label, rule), pricing.unit, unitsOf(input), ruled(base, rule))]
  }
  const options = [hourLines(base, input, 0), ...pricing.packages.map((one) => packageLines(one, base, input))]
  const sums = options.map((lines) => totalOf(lines) ?? 0)
  return options[sums.indexOf(Math.min(...sums))] ?? []
}

function packageLines(one: PricePackage, base: number, input: QuoteInput): PriceLine[] {
  const covered = lineOf(`${input.service.label}, ${one.label}`, 'session', 1, one.price_minor)
  return input.minutes > one.minutes ? [covered, ...hourLines(base, input, one.minutes)] : [covered]
}

/** One line for each rule whose hours the session meets after its first `skip` minutes, in the order of the rules. */
function hourLines(base: number, input: QuoteInput, skip: number): PriceLine[] {
  const { label, pricing } = input.service
  let left: Stretch[] = [{ from: skip, to: input.minutes }]
  const lines: PriceLine[] = []
  for (const rule of pricing.rules) {
    const covered = minutesWithin(rule, input)
    const minutes = lengthOf(left.flatMap((one) => covered.map((other) => overlap(one, other))))
    left = covered.reduce((rest, one) => rest.flatMap((other) => without(other, one)), left)
    if (minutes > 0) lines.push(lineOf(ruledLabel(label, rule), 'hour', minutes, ruled(base, rule)))
  }
  const rest = lengthOf(left)
  return rest > 0 ? [lineOf(label, 'hour', rest, base), ...lines] : lines
}

/** In minutes from the start of the session, half-open. */
type Stretch = { from: number; to: number }

const overlap = (one: Stretch, other: Stretch): Stretch => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
})

const without = (one: Stretch, hole: Stretch): Stretch[] =>
  [
    { from: one.from, to: Math.min(one.to, hole.from) },
    { from: Math.max(one.from, hole.to), to: one.to },
  ].filter(({ from, to }) => from < to)

const lengthOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0)

/** When a rule covers a session, which may begin in hours of the day before. */
function minutesWithin(rule: PriceRule, { booking_date, start_time, minutes }: Timed): Stretch[] {
  const start = minutesOf(start_time)
  const [from, until] = [minutesOf(rule.from), minutesOf(rule.to)]
  const lasts = until > from ? until - from : until - from + MINUTES_A_DAY
  const firstWeekday = weekdayOf(booking_date)
  const days = Math.ceil((start + minutes) / MINUTES_A_DAY)
  return Array.from({ length: days + 1 }, (_, index) => index - 1)
    .filter((day) => rule.weekdays.includes((firstWeekday + day + 7) % 7))
    .map((day) => day * MINUTES_A_DAY + from - start)
    .map((begins) => overlap({ from: begins, to: begins + lasts }, { from: 0, to: minutes }))
    .filter((one) => one.from < one.to)
}

type Timed = Pick<QuoteInput, 'booking_date' | 'start_time' | 'minutes'>

const ruledLabel = (label: string, rule: PriceRule | undefined) => (rule ? `${label}, ${rule.label}` : label)

function ruled(base: number, rule: PriceRule | undefined): number {
  if (!rule) return base
  return rule.price_minor ?? Math.floor((base * (100 + (rule.percent ?? 0)) + 50) / 100)
}

function unitsOf({ service, minutes, people }: QuoteInput): number {
  const units: Record<PriceUnit, number> = {
    hour: minutes,
    session: 1,
    half_day: Math.ceil(minutes / HALF_DAY_MINUTES),
    day: Math.ceil(minutes / MINUTES_A_DAY),
    person: people,
  }
  return units[service.pricing.unit]
}

function addOnLine(addOn: AddOn, chosen: number, { minutes, people }: { minutes: number; people: number }): PriceLine {
  const quantity = { piece: chosen, hour: chosen * minutes, person: chosen * people }[addOn.unit]
  return { ...lineOf(addOn.label, addOn.unit, quantity, addOn.price_minor), kind: 'add_on', key: addOn.key }
}

function lineOf(label: string, unit: PriceLine['unit'], quantity: number, unit_price_minor: number | null): PriceLine {
  const amount_minor = unit_price_minor === null ? null : amountOf(unit, quantity, unit_price_minor)
  return { kind: 'session', key: null, label, unit, quantity, unit_price_minor, amount_minor }
}

const amountOf = (unit: PriceLine['unit'], quantity: number, price: number) =>
  unit === 'hour' ? Math.floor((price * quantity + MINUTES_AN_HOUR / 2) / MINUTES_AN_HOUR) : price * quantity

/** The one line of a price that the studio set by hand. @param reason why, as its client reads it */
export const overrideLine = (reason: string, price_minor: number): PriceLine => ({
  ...lineOf(reason, 'session', 1, price_minor),
  kind: 'override',
})

/** Whether the studio set the price by hand: it then stays until the studio changes it. */
export const isOverridden = (lines: readonly PriceLine[]) => lines.some(({ kind }) => kind === 'override')

/** The add-ons of a booking, from its lines. */
export const addOnsOf = (lines: readonly PriceLine[], { minutes, people }: { minutes: number; people: number }) =>
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

/** What a service costs, as a list says it: 'from €90 per hour', 'Free', 'Price on request'. */
export function priceOfferText(service: PricedService, currency: string): string {
  const { price_minor, from } = lowestPrice(service)
  if (price_minor === null) return PRICE_ON_REQUEST
  if (price_minor === 0 && !from) return priceText(0, currency)
  return `${from ? 'from ' : ''}${moneyText(price_minor, currency)}${unitWords[service.pricing.unit]}`
}

/** The total of a quote in words: '€120', 'Free', 'Price on request', '€120 plus what is on request'. */
export function totalText({ total_minor, currency, has_open_items }: Omit<Quote, 'lines'>): string {
  if (total_minor === null) return PRICE_ON_REQUEST
  return `${priceText(total_minor, currency)}${has_open_items ? ' plus what is on request' : ''}`
}
