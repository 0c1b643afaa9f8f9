import { moneyText } from '@studiohub/contract/shared/money.ts'
import { SPEND_HINT } from '../model/spend.ts'

type SummaryFiguresProps = {
  sessions: number
  cancelled: number
  no_shows: number
  spend: readonly { currency: string; amount_minor: number }[]
}

/** The figures of a client's history, as cells of a grid. */
export function SummaryFigures({ sessions, cancelled, no_shows, spend }: SummaryFiguresProps) {
  const spendText = spend.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ')
  const facts = [
    { name: 'Sessions', value: sessions },
    { name: 'Spend', value: spendText || '–', hint: SPEND_HINT },
    { name: 'Cancelled', value: cancelled },
    { name: 'No-shows', value: no_shows },
  ]
  return (
    <dl className="contents">
      {facts.map(({ name, value, hint }) => (
        <div key={name} title={hint} className="grid content-start gap-0.5 px-3 py-2.5">
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="text-sm font-semibold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
