import { shareOf } from '../../studios/cancellation/rules.ts'
import { type PricedService, totalOf } from '../rules.ts'
import type { PriceLine, Quote } from '../schema.ts'
import type { Reductions } from './schema.ts'

/** The key of lines that have the client's own rate. */
export const OWN_RATE = 'rate'

/** A service as one client buys it. An own price per hour counts in every room and at every hour. */
export function withOwnRate<Service extends PricedService>(service: Service, { rate }: Reductions): Service {
  if (rate?.hour_minor == null) return service
  const pricing = { ...service.pricing, unit: 'hour' as const, rooms: [], rules: [], packages: [] }
  return { ...service, label: `${service.label}, your rate`, price_minor: rate.hour_minor, pricing }
}

/**
 * A quote with what lowers it for one client, as lines with negative amounts. Add-ons are not reduced. A price on request
 * stays as it is. The total is never negative, and never grows.
 */
export function reduceQuote(quote: Quote, reductions: Reductions): Quote {
  const { rate, discount } = reductions
  const lines = rate?.hour_minor == null ? quote.lines : quote.lines.map(asOwnRate)
  if (quote.total_minor === null) return { ...quote, lines }
  const reduced = [...lines]
  if (rate?.percent_off != null) {
    const { percent_off: percent } = rate
    const label = `Your rate, ${percent}% off`
    reduced.push(...discountLine({ key: OWN_RATE, label, percent }, shareOf(reducible(reduced), percent)))
  }
  if (discount) reduced.push(...lineOfCode(discount, reducible(reduced), quote.currency))
  return { ...quote, lines: reduced, total_minor: totalOf(reduced) }
}

type DiscountByCode = NonNullable<Reductions['discount']>

function lineOfCode(
  { id, code, percent, ...fixed }: DiscountByCode,
  left_minor: number,
  currency: string,
): PriceLine[] {
  if (percent !== null)
    return discountLine({ key: id, label: `Code ${code}, ${percent}% off`, percent }, shareOf(left_minor, percent))
  if (fixed.currency !== currency) return []
  return discountLine({ key: id, label: `Code ${code}` }, Math.min(left_minor, fixed.amount_minor ?? 0))
}

/** The reductions of a sold session that is changed: its code stays as long as it keeps its service. */
export function reductionsOfSold(sold: readonly PriceLine[], today: Reductions, currency: string | null): Reductions {
  const line = sold.find(({ kind, key }) => kind === 'discount' && key !== OWN_RATE)
  if (!line?.key) return { ...today, discount: null }
  const { key: id, percent = null, amount_minor, label } = line
  const code = /^Code ([A-Z0-9-]+)/.exec(label)?.[1] ?? ''
  const amount = percent === null ? -(amount_minor ?? 0) : null
  return { ...today, discount: { id, code, percent, amount_minor: amount, currency } }
}

const asOwnRate = (line: PriceLine): PriceLine => (line.kind === 'session' ? { ...line, key: OWN_RATE } : line)

/** What the session still costs without its add-ons. */
const reducible = (lines: readonly PriceLine[]) =>
  lines.filter(({ kind }) => kind !== 'add_on').reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0)

function discountLine(line: Pick<PriceLine, 'key' | 'label' | 'percent'>, off_minor: number): PriceLine[] {
  if (off_minor === 0) return []
  const amount = { unit: 'piece' as const, quantity: 1, unit_price_minor: -off_minor, amount_minor: -off_minor }
  return [{ kind: 'discount', ...line, ...amount }]
}

/** Whether a price has something to show beside its total. */
export const isItemized = (lines: readonly PriceLine[]) => lines.length > 1 || lines.some(({ key }) => key !== null)
