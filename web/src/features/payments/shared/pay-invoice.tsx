import type { InvoicePayment } from '@studiohub/contract/features/payments/invoices/schema.ts'
import { smallestCharge } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readFromTab } from '#lib/page/tab-memory.ts'
import { Button } from '#ui/button.tsx'
import {
  PAID_LINK,
  useCheckInvoicePayment,
  useCheckLinkPayment,
  useInvoicePayment,
  useLinkPayment,
  usePayInvoice,
  usePayLink,
} from '../api.ts'

/** Lets a client pay their invoice by card, and shows the state of the payment. Empty if the studio accepts no cards. */
export function PayInvoiceByCard({ id, open_minor }: { id: string; open_minor: number }) {
  const payment = useInvoicePayment(id)
  const check = useCheckInvoicePayment()
  const pay = usePayInvoice()
  useReturnFromPage(id, (after) => check.mutate({ id }, { onSettled: after }))
  if (!payment.data) return null
  return (
    <CardWay
      payment={payment.data}
      open_minor={open_minor}
      isOpening={pay.isPending}
      onPay={() => pay.mutate({ id })}
    />
  )
}

type LinkProps = { token: string; open_minor: number; onPaid: () => void }

/** Like `PayInvoiceByCard`, for everyone with the link. */
export function PayLinkByCard({ token, open_minor, onPaid }: LinkProps) {
  const payment = useLinkPayment()
  const check = useCheckLinkPayment()
  const pay = usePayLink()
  const sentToken = useRef<string>(null)
  useEffect(() => {
    if (sentToken.current === token) return
    sentToken.current = token
    payment.mutate(token)
  })
  useReturnFromPage(token, (after) => check.mutate(token, { onSuccess: onPaid, onSettled: after }))
  const known = check.data ?? payment.data
  if (!known) return null
  return <CardWay payment={known} open_minor={open_minor} isOpening={pay.isPending} onPay={() => pay.mutate(token)} />
}

/** The secret of the link in the address. While the tab shows the provider's page, it stores the secret. */
export function useLinkSecret(): string {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const kept = hash === '' && new URLSearchParams(search).has('paid') ? readFromTab(PAID_LINK) : ''
  useEffect(() => {
    if (kept !== '') void navigate({ search, hash: kept }, { replace: true })
  }, [kept, search, navigate])
  return hash.slice(1) || kept
}

/** Checks once when the payer returns from the provider's page. */
function useReturnFromPage(of: string, check: (after: () => void) => void) {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const checked = useRef<string>(null)
  const isBack = of !== '' && new URLSearchParams(search).get('paid') === 'back'
  useEffect(() => {
    if (!isBack || checked.current === of) return
    checked.current = of
    check(() => void navigate({ search: '', hash }, { replace: true }))
  })
}

type CardWayProps = { payment: InvoicePayment; open_minor: number; isOpening: boolean; onPay: () => void }

function CardWay({ payment, open_minor, isOpening, onPay }: CardWayProps) {
  const { can_pay, is_too_small, state, paid_minor, excess_minor, currency } = payment
  const canPay = can_pay && open_minor > 0
  const money = (minor: number) => moneyText(minor, currency)
  if (!canPay && !is_too_small && state !== 'paid') return null
  return (
    <section aria-label="Payment by card" className="grid justify-items-start gap-3 text-sm print:hidden">
      {state === 'paid' && paid_minor !== null && (
        <p role="status">
          {money(paid_minor)} was paid by card.
          {excess_minor > 0 &&
            ` ${money(excess_minor)} of it is refunded to the card, because less was owed when the payment arrived.`}
        </p>
      )}
      {is_too_small && (
        <p>
          {money(open_minor)} is too small for a card, which can be charged {money(smallestCharge(currency))} or more.
          Please pay it in another way.
        </p>
      )}
      {canPay && (
        <>
          <Button pending={isOpening} pendingText="Opening..." onClick={onPay}>
            Pay {money(open_minor)} by card
          </Button>
          <p className="text-muted-foreground">You pay on a page of Stripe. Your card data goes only there.</p>
        </>
      )}
    </section>
  )
}
