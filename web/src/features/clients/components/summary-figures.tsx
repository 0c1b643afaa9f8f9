import { moneyText } from '@studiohub/contract/shared/money.ts'

type SummaryFiguresProps = {
  sessions: number
  cancelled: number
  no_shows: number
  spend: readonly { currency: string; amount_minor: number }[]
}

/** The figures of a client's history. */
export function SummaryFigures({ sessions, cancelled, no_shows, spend }: SummaryFiguresProps) {
  const spendText = spend.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ')
  const facts = [
    ['Sessions', sessions],
    ['Spend', spendText || '-'],
    ['Cancelled', cancelled],
    ['No-shows', no_shows],
  ] as const
  return (
    <dl className="grid grid-cols-[1fr_1.4fr_1fr_1fr] divide-x divide-border">
      {facts.map(([name, value]) => (
        <div key={name} className="grid content-start gap-0.5 px-2 py-2.5 sm:px-3">
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-semibold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
