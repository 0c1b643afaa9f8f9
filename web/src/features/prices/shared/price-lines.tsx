import { splitDeposit } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { isItemized } from '@studiohub/contract/features/prices/reductions/rules.ts'
import { totalText } from '@studiohub/contract/features/prices/rules.ts'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import { rateText, taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import type { ReactNode } from 'react'

type PriceLinesProps = {
  lines: readonly PriceLine[]
  currency: string
  total_minor: number | null
  /** The price before the change, if a booking is being changed. */
  before_minor?: number | null
  tax?: BookingTax | null | undefined
  /** The part that is paid when booking. */
  deposit_minor?: number | null | undefined
  /** The part of the deposit that the client's credit pays. */
  credit_minor?: number | undefined
  /** Whether the element around it already says "Price". */
  isLabeled?: boolean
  /** Rows for what is paid and left to pay, instead of the deposit. */
  balance?: ReactNode
}

/** The price of a session, line by line, with the total; for a change also the difference. */
export function PriceLines({
  lines,
  currency,
  total_minor,
  before_minor,
  tax,
  deposit_minor,
  credit_minor = 0,
  isLabeled = false,
  balance,
}: PriceLinesProps) {
  const has_open_items = lines.some(({ kind, amount_minor }) => kind === 'add_on' && amount_minor === null)
  const total = totalText({ total_minor, currency, has_open_items })
  if (isLabeled && !isItemized(lines) && !tax && !deposit_minor && !balance)
    return <span className="font-semibold">{total}</span>
  return (
    <section aria-label="Price" className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
      {isItemized(lines) &&
        lines.map((line) => (
          <div key={`${line.label} ${line.key}`} className="col-span-2 grid grid-cols-subgrid text-muted-foreground">
            <span>
              {line.label}
              {quantityText(line, currency)}
            </span>
            <span className="text-right">
              {line.amount_minor === null ? 'On request' : moneyText(line.amount_minor, currency)}
            </span>
          </div>
        ))}
      <div className="col-span-2 grid grid-cols-subgrid">
        <span className="text-muted-foreground">{isItemized(lines) ? 'Total' : isLabeled ? 'Session' : 'Price'}</span>
        <span className="text-right font-semibold">{total}</span>
      </div>
      {tax && total_minor !== null && total_minor > 0 && (
        <Tax tax={tax} price_minor={total_minor} currency={currency} />
      )}
      {balance}
      {deposit_minor && !balance && (
        <Deposit deposit_minor={deposit_minor} credit_minor={credit_minor} currency={currency} isBooked={isLabeled} />
      )}
      <Difference before={before_minor} after={total_minor} currency={currency} />
    </section>
  )
}

type DepositProps = { deposit_minor: number; credit_minor: number; currency: string; isBooked: boolean }

/** The part of the deposit that the client's credit does not pay. */
function Deposit({ deposit_minor, credit_minor, currency, isBooked }: DepositProps) {
  const { used_minor, rest_minor } = splitDeposit(deposit_minor, { credit_minor, currency })
  return (
    <>
      {used_minor > 0 && (
        <div className="col-span-2 grid grid-cols-subgrid text-muted-foreground">
          <span>Your credit</span>
          <span className="text-right">{moneyText(-used_minor, currency)}</span>
        </div>
      )}
      <div className="col-span-2 grid grid-cols-subgrid">
        <span className="text-muted-foreground">{isBooked ? 'Deposit' : 'To pay when booking'}</span>
        <span className="text-right font-semibold">{moneyText(rest_minor ?? 0, currency)}</span>
      </div>
      {used_minor > 0 && (
        <p className="col-span-2 text-muted-foreground">
          {rest_minor === null
            ? `${moneyText(used_minor, currency)} of your credit pays the deposit, so you pay nothing now.`
            : `${moneyText(used_minor, currency)} of your credit pays a part of the deposit of ${moneyText(deposit_minor, currency)}.`}
        </p>
      )}
    </>
  )
}

type TaxProps = { tax: BookingTax; price_minor: number; currency: string }

/** The tax of a price, and the total if it differs. */
function Tax({ tax, price_minor, currency }: TaxProps) {
  const { tax_minor, total_minor } = taxedAmount(price_minor, tax)
  const rate = `${tax.name} ${rateText(tax.rate_bp)}`
  const label = tax.reverse_charge ? 'Reverse charge, without tax' : `${tax.included ? 'Includes' : 'Plus'} ${rate}`
  return (
    <>
      <div className="col-span-2 grid grid-cols-subgrid text-muted-foreground">
        <span>{label}</span>
        <span className="text-right">{tax.reverse_charge ? '' : moneyText(tax_minor, currency)}</span>
      </div>
      {total_minor !== price_minor && (
        <div className="col-span-2 grid grid-cols-subgrid">
          <span className="text-muted-foreground">To pay</span>
          <span className="text-right font-semibold">{moneyText(total_minor, currency)}</span>
        </div>
      )}
    </>
  )
}

/** ' · 2 h at €60', ' · 3 × €5'; empty for one piece at its price. */
function quantityText({ unit, quantity, unit_price_minor }: PriceLine, currency: string): string {
  const price = unit_price_minor === null ? '' : moneyText(unit_price_minor, currency)
  if (unit === 'hour') return ` · ${lengthText(quantity)}${price && ` at ${price}`}`
  return quantity === 1 ? '' : ` · ${quantity}${price && ` × ${price}`}`
}

function Difference({
  before,
  after,
  currency,
}: {
  before: number | null | undefined
  after: number | null
  currency: string
}) {
  if (before === undefined || before === null || after === null || before === after) return null
  const [increase, decrease] = [after - before, before - after]
  return (
    <div role="status" className="col-span-2 grid grid-cols-subgrid">
      <span>Change</span>
      <span className="text-right">
        {increase > 0 ? `${moneyText(increase, currency)} more` : `${moneyText(decrease, currency)} less`} than now (
        {moneyText(before, currency)})
      </span>
    </div>
  )
}
