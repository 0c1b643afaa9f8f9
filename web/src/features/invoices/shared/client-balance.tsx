import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { Button } from '#ui/button.tsx'

type ClientBalanceProps = { studio_id: string; client_id: string; currency: string }

function useBalance({ studio_id, client_id }: Omit<ClientBalanceProps, 'currency'>) {
  useLive('invoices', api.invoices.getBalance.key({ input: { studio_id, client_id } }))
  return useQuery(api.invoices.getBalance.queryOptions({ input: { studio_id, client_id } })).data
}

/** The open amounts of a client that are not zero. */
const listFacts = (data: ReturnType<typeof useBalance>) =>
  (data?.items ?? []).flatMap(({ currency: balanceCurrency, ...sums }) =>
    [
      [`Open on invoices`, sums.open_minor],
      [`Overdue`, sums.overdue_minor],
      [`Not yet invoiced`, sums.unbilled_minor],
    ].flatMap(([name, minor]) =>
      typeof minor === 'number' && minor !== 0 ? [{ name: String(name), text: moneyText(minor, balanceCurrency) }] : [],
    ),
  )

/** A client's open amounts at a studio, as cells of a grid. */
export function ClientBalance(client: Omit<ClientBalanceProps, 'currency'>) {
  const facts = listFacts(useBalance(client))
  return facts.length > 0 && <Facts facts={facts} />
}

/** Says which amounts have tax in them, if there are any: reports have others. */
export function BalanceNote(client: Omit<ClientBalanceProps, 'currency'>) {
  const facts = listFacts(useBalance(client))
  if (facts.length === 0) return null
  return (
    <p className="text-xs text-muted-foreground">
      Amounts on invoices include tax. Amounts not yet invoiced and earnings in reports do not.
    </p>
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

/** A client's credit, with the buttons with which admins give more and pay it out. */
export function CreditLine(client: ClientBalanceProps) {
  const [dialog, setDialog] = useState<'give' | 'pay-out' | null>(null)
  const data = useBalance(client)
  if (!data) return null
  const credits = data.items.filter(({ credit_minor }) => credit_minor > 0)
  const credit = credits[0]
  return (
    <section aria-label="Credit" className="flex flex-wrap items-center gap-2 text-sm">
      <p className="mr-auto font-semibold">
        Credit{' '}
        <span className={credit ? 'tabular-nums' : 'font-normal text-muted-foreground'}>
          {credits.map((sums) => moneyText(sums.credit_minor, sums.currency)).join(' + ') || 'None'}
        </span>
      </p>
      <Button look="secondary" size="small" className="max-md:min-h-11" onClick={() => setDialog('give')}>
        Give credit
      </Button>
      {credit && (
        <Button look="secondary" size="small" className="max-md:min-h-11" onClick={() => setDialog('pay-out')}>
          Pay out credit
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'give' && <CreditDialog {...client} onClose={() => setDialog(null)} />}
        {dialog === 'pay-out' && credit && (
          <CreditDialog {...client} payOut={credit} currency={credit.currency} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </section>
  )
}
