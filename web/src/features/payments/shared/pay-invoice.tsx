import type { InvoicePayment } from '@studiohub/contract/features/payments/invoices/schema.ts'
import { smallestCharge } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readFromTab } from '#lib/page/tab-memory.ts'
import { Button } from '#ui/button.tsx'
import {
  PAID_LINK_KEY,
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
  useCheckAfterReturn(id, (onSettled) => check.mutate({ id }, { onSettled }))
  if (!payment.data) return null
  return (
    <CardPayment
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
  useCheckAfterReturn(token, (onSettled) => check.mutate(token, { onSuccess: onPaid, onSettled }))
  const currentPayment = check.data ?? payment.data
  if (!currentPayment) return null
  return (
    <CardPayment
      payment={currentPayment}
      open_minor={open_minor}
      isOpening={pay.isPending}
      onPay={() => pay.mutate(token)}
    />
  )
}

/** The secret of the pay link in the address. After a return from the provider's page it comes from this tab's storage. */
export function useLinkSecret(): string {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const storedLink = hash === '' && new URLSearchParams(search).has('paid') ? readFromTab(PAID_LINK_KEY) : ''
  useEffect(() => {
    if (storedLink !== '') void navigate({ search, hash: storedLink }, { replace: true })
  }, [storedLink, search, navigate])
  return hash.slice(1) || storedLink
}

/** Checks the payment once when the payer returns from the provider's page. */
function useCheckAfterReturn(id: string, check: (onSettled: () => void) => void) {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const checkedId = useRef<string>(null)
  const isBack = id !== '' && new URLSearchParams(search).get('paid') === 'back'
  useEffect(() => {
    if (!isBack || checkedId.current === id) return
    checkedId.current = id
    check(() => void navigate({ search: '', hash }, { replace: true }))
  })
}

type CardPaymentProps = { payment: InvoicePayment; open_minor: number; isOpening: boolean; onPay: () => void }

function CardPayment({ payment, open_minor, isOpening, onPay }: CardPaymentProps) {
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
            ` ${money(excess_minor)} of it is refunded to the card, because less was due when the payment arrived.`}
        </p>
      )}
      {is_too_small && (
        <p>
          {money(open_minor)} is too small for a card. Card payments start at {money(smallestCharge(currency))}. Please
          pay it in another way.
        </p>
      )}
      {canPay && (
        <>
          <Button pending={isOpening} pendingText="Opening..." onClick={onPay}>
            Pay {money(open_minor)} by card
          </Button>
          <p className="text-muted-foreground">You pay on Stripe's page. Only Stripe receives your card details.</p>
        </>
      )}
    </section>
  )
}
