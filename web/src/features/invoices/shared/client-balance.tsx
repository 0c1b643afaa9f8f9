import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'

type ClientBalanceProps = { studio_id: string; client_id: string }

/** What a client owes a studio, and what credit they have. Shows nothing if there is nothing. */
export function ClientBalance({ studio_id, client_id }: ClientBalanceProps) {
  useLive('invoices', api.invoices.getBalance.key({ input: { studio_id, client_id } }))
  const { data } = useQuery(api.invoices.getBalance.queryOptions({ input: { studio_id, client_id } }))
  const facts = (data?.items ?? []).flatMap(({ currency, ...sums }) =>
    [
      [`Open on invoices`, sums.open_minor],
      [`Overdue`, sums.overdue_minor],
      [`Not yet invoiced`, sums.unbilled_minor],
      [`Credit`, sums.credit_minor],
    ].flatMap(([name, minor]) =>
      typeof minor === 'number' && minor !== 0 ? [{ name: String(name), text: moneyText(minor, currency) }] : [],
    ),
  )
  if (facts.length === 0) return null
  return (
    <dl aria-label="Balance" className="grid grid-cols-2 gap-3">
      {facts.map(({ name, text }) => (
        <div key={`${name} ${text}`} className="grid gap-0.5 rounded-md border border-border p-3">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
