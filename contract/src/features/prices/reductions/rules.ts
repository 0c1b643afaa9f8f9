import { computeShare } from '../../studios/cancellation/rules.ts'
import { type PricedService, sumPriceLines } from '../rules.ts'
import type { PriceLine, Quote } from '../schema.ts'
import type { Reductions } from './schema.ts'

/** The key of price lines that use the client's own rate. */
export const OWN_RATE = 'rate'

/** A service with the prices of one client. An own price per hour applies in every room and at every hour. */
export function withOwnRate<Service extends PricedService>(service: Service, { rate }: Reductions): Service {
  if (rate?.hour_minor == null) return service
  const pricing = { ...service.pricing, unit: 'hour' as const, rooms: [], rules: [], packages: [] }
  return { ...service, label: `${service.label}, your rate`, price_minor: rate.hour_minor, pricing }
}

/**
 * A quote with a client's reductions, as lines with negative amounts. Add-ons are not reduced. A price on request stays as
 * it is. The total is never negative, and never increases.
 */
export function reduceQuote(quote: Quote, reductions: Reductions, session: DrawnSession): Quote {
  const { rate, packages, discount } = reductions
  const lines = rate?.hour_minor == null ? quote.lines : quote.lines.map(asOwnRate)
  if (quote.total_minor === null) return { ...quote, lines }
  const reduced = [...lines]
  if (rate?.percent_off != null) {
    const { percent_off: percent } = rate
    const label = `Your rate, ${percent}% off`
    reduced.push(...discountLine({ key: OWN_RATE, label, percent }, computeShare(reducibleAmount(reduced), percent)))
  }
  reduced.push(...buildPackageLines(packages, reducibleAmount(reduced), { ...session, currency: quote.currency }))
  if (discount) reduced.push(...buildCodeLine(discount, reducibleAmount(reduced), quote.currency))
  return { ...quote, lines: reduced, total_minor: sumPriceLines(reduced) }
}

/** The day of a session, and the minutes of packages that pay for all of it: its length, for each room if each room is charged. */
export type DrawnSession = { booking_date: string; needed_minutes: number }

/**
 * The lines of prepaid hours. If they cover only a part of the session, they pay only that share of its price.
 * @param cost_minor what the session costs without them
 */
function buildPackageLines(
  packages: Reductions['packages'],
  cost_minor: number,
  { booking_date, needed_minutes, currency }: DrawnSession & { currency: string },
): PriceLine[] {
  const paidFor = (minutes: number) => Number((BigInt(cost_minor) * BigInt(minutes)) / BigInt(needed_minutes))
  let covered = 0
  return packages.flatMap(({ id, label, left_minutes, last_date, ...money }): PriceLine[] => {
    const isUsable = money.currency === currency && (last_date === null || booking_date <= last_date)
    const minutes = isUsable ? Math.min(left_minutes, needed_minutes - covered) : 0
    const paid = paidFor(covered + minutes) - paidFor(covered)
    if (minutes <= 0 || paid === 0) return []
    covered += minutes
    return [
      { kind: 'package', key: id, label, unit: 'hour', quantity: minutes, unit_price_minor: null, amount_minor: -paid },
    ]
  })
}

/** Packages without the hours that sold sessions use. */
export const withoutUsedHours = (
  packages: Reductions['packages'],
  lines: readonly PriceLine[],
): Reductions['packages'] =>
  packages.map((sold) => ({ ...sold, left_minutes: sold.left_minutes - drawnMinutes(lines, sold.id) }))

const drawnMinutes = (lines: readonly PriceLine[], id: string) =>
  lines.filter(({ kind, key }) => kind === 'package' && key === id).reduce((sum, { quantity }) => sum + quantity, 0)

/** The package minutes that a session uses, and those that it is charged after a cancellation at `percent`. */
export function countChargedMinutes(sold: readonly PriceLine[], percent: number) {
  const drawn = sold.filter(({ kind }) => kind === 'package').map(({ quantity }) => quantity)
  const sumOf = (all: readonly number[]) => all.reduce((sum, minutes) => sum + minutes, 0)
  return { used: sumOf(drawn), charged: sumOf(drawn.map((minutes) => Math.ceil((minutes * percent) / 100))) }
}

type DiscountByCode = NonNullable<Reductions['discount']>

function buildCodeLine(
  { id, code, percent, ...fixed }: DiscountByCode,
  left_minor: number,
  currency: string,
): PriceLine[] {
  if (percent !== null)
    return discountLine({ key: id, label: `Code ${code}, ${percent}% off`, percent }, computeShare(left_minor, percent))
  if (fixed.currency !== currency) return []
  return discountLine({ key: id, label: `Code ${code}` }, Math.min(left_minor, fixed.amount_minor ?? 0))
}

/**
 * The reductions of a booked session that is being changed. It uses at most the hours that it already has. Its code stays
 * if its service does not change.
 * @param sold the lines of its agreed price
 * @param current the client's reductions now
 */
export function getReductionsOfBooking(
  sold: readonly PriceLine[],
  current: Reductions,
  { currency, isSameService }: { currency: string | null; isSameService: boolean },
): Reductions {
  const packages = current.packages.map((owned) => ({ ...owned, left_minutes: drawnMinutes(sold, owned.id) }))
  const line = sold.find(({ kind, key }) => kind === 'discount' && key !== OWN_RATE)
  if (!isSameService || !line?.key) return { ...current, packages, discount: null }
  const { key: id, percent = null, amount_minor, label } = line
  const code = /^Code ([A-Z0-9-]+)/.exec(label)?.[1] ?? ''
  const amount = percent === null ? -(amount_minor ?? 0) : null
  return { ...current, packages, discount: { id, code, percent, amount_minor: amount, currency } }
}

const asOwnRate = (line: PriceLine): PriceLine => (line.kind === 'session' ? { ...line, key: OWN_RATE } : line)

/** The rest of the session's price, without add-ons. */
const reducibleAmount = (lines: readonly PriceLine[]) =>
  lines.filter(({ kind }) => kind !== 'add_on').reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0)

function discountLine(line: Pick<PriceLine, 'key' | 'label' | 'percent'>, off_minor: number): PriceLine[] {
  if (off_minor === 0) return []
  const amount = { unit: 'piece' as const, quantity: 1, unit_price_minor: -off_minor, amount_minor: -off_minor }
  return [{ kind: 'discount', ...line, ...amount }]
}

/** Whether a price has lines to show besides its total. */
export const isItemized = (lines: readonly PriceLine[]) => lines.length > 1 || lines.some(({ key }) => key !== null)
