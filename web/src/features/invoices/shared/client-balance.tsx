import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { Button } from '#ui/button.tsx'

type ClientBalanceProps = { studio_id: string; client_id: string; currency: string }

/** A client's open amounts and credit at a studio, as cells of a grid of three columns. Admins can give credit and pay it out. */
export function ClientBalance({ studio_id, client_id, currency }: ClientBalanceProps) {
  useLive('invoices', api.invoices.getBalance.key({ input: { studio_id, client_id } }))
  const { data } = useQuery(api.invoices.getBalance.queryOptions({ input: { studio_id, client_id } }))
  const facts = (data?.items ?? []).flatMap(({ currency: balanceCurrency, ...sums }) =>
    [
      [`Open on invoices`, sums.open_minor],
      [`Overdue`, sums.overdue_minor],
      [`Not yet invoiced`, sums.unbilled_minor],
      [`Credit`, sums.credit_minor],
    ].flatMap(([name, minor]) =>
      typeof minor === 'number' && minor !== 0 ? [{ name: String(name), text: moneyText(minor, balanceCurrency) }] : [],
    ),
  )
  if (!data) return null
  return (
    <>
      {facts.length > 0 && <Facts facts={facts} />}
      <CreditActions studio_id={studio_id} client_id={client_id} balances={data.items} currency={currency} />
    </>
  )
}

function Facts({ facts }: { facts: readonly { name: string; text: string }[] }) {
  return (
    <dl aria-label="Balance" className="contents">
      {facts.map(({ name, text }) => (
        <div key={`${name} ${text}`} className="grid content-start gap-0.5 px-3 py-2.5">
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="text-sm font-semibold break-words tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const CreditDialog = lazy(async () => ({ default: (await import('./credit-dialog.tsx')).CreditDialog }))

type CreditActionsProps = ClientBalanceProps & { balances: readonly { currency: string; credit_minor: number }[] }

function CreditActions({ balances, ...client }: CreditActionsProps) {
  const [dialog, setDialog] = useState<'give' | 'pay-out' | null>(null)
  const credit = balances.find(({ credit_minor }) => credit_minor > 0)
  return (
    <div className="col-span-2 col-end-[-1] flex flex-wrap items-center justify-end gap-2 p-2">
      <Button size="small" look="secondary" onClick={() => setDialog('give')}>
        Give credit
      </Button>
      {credit && (
        <Button size="small" look="secondary" onClick={() => setDialog('pay-out')}>
          Pay out credit
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'give' && <CreditDialog {...client} onClose={() => setDialog(null)} />}
        {dialog === 'pay-out' && credit && (
          <CreditDialog {...client} payOut={credit} currency={credit.currency} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  )
}
