import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingPayment } from '@studiohub/contract/features/payments/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useSecondsLeft } from '#lib/hooks/use-seconds-left.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useBookingPayment, useCheckPayment, usePayDeposit, usePaymentOptions, useSessionMoney } from '../api.ts'

type DepositProps = {
  booking: Booking
  studio: Studio
  /**
   * Whether the price is shown above, with the paid amounts. Then a paid deposit is not repeated, and one that is reserved,
   * refunded or expired is a line of text without a box.
   */
  isBelowPrice?: boolean
}

/** The payment state of a booking's deposit, with the button to pay it. Empty without a deposit. */
export function DepositPayment({ booking, studio, isBelowPrice = false }: DepositProps) {
  const { deposit_minor, currency } = booking
  if (deposit_minor === null || currency === null) return null
  return <Deposit booking={booking} studio={studio} currency={currency} isBelowPrice={isBelowPrice} />
}

function Deposit({ booking, studio, currency, isBelowPrice }: DepositProps & { currency: string }) {
  const payment = useBookingPayment(booking.id)
  useReturnFromPage(booking.id)
  if (!payment.data) return null
  const { state, amount_minor, credit_minor } = payment.data
  const amount = moneyText(amount_minor ?? 0, currency)
  const credit = credit_minor > 0 ? moneyText(credit_minor, currency) : null
  if (state === 'due') return <DepositDue payment={payment.data} amount={amount} credit={credit} />
  if (state === 'none' && amount_minor === 0) return credit && <PaidByCredit credit={credit} status={booking.status} />
  if (state === 'none')
    return <OtherPaymentWays booking={booking} studio={studio} payment={payment.data} currency={currency} />
  // The price above says it.
  if (state === 'paid' && isBelowPrice) return null
  const text = (
    <>
      <p role="status">{stateText(payment.data, { amount, studio: studio.name, status: booking.status })}</p>
      <CreditPart credit={credit} />
    </>
  )
  return isBelowPrice ? <div className="grid gap-1 text-sm">{text}</div> : <Card title="Payment">{text}</Card>
}

function PaidByCredit({ credit, status }: { credit: string; status: Booking['status'] }) {
  return (
    <Card title="Payment">
      <p role="status">
        {credit} of your credit pays the deposit.
        {status === 'pending' && ' You get it back as credit if the studio declines.'}
      </p>
    </Card>
  )
}

/** The part of the deposit that credit pays; empty if there is none. */
const CreditPart = ({ credit }: { credit: string | null }) =>
  credit && <p className="text-muted-foreground">{credit} of your credit pays the rest of the deposit.</p>

/** Checks the payment once when the client returns from the provider's page. */
function useReturnFromPage(id: string) {
  const [params, setParams] = useSearchParams()
  const check = useCheckPayment()
  const isBack = params.get('paid') === 'back'
  const hasChecked = useRef(false)
  useEffect(() => {
    if (!isBack || hasChecked.current) return
    hasChecked.current = true
    check.mutate(
      { id },
      {
        onSettled: () =>
          setParams(
            (current) => {
              current.delete('paid')
              return current
            },
            { replace: true },
          ),
      },
    )
  }, [id, isBack, check, setParams])
}

type DepositView = { amount: string; studio: string; status: Booking['status'] }

function stateText({ state, refunded_minor, currency }: BookingPayment, { amount, studio, status }: DepositView) {
  if (state === 'authorized') return `${amount} is reserved on your card. ${afterReserving(status, studio)}`
  if (state === 'paid') return `You have paid ${amount} by card.`
  if (state === 'refunded') return `You pay nothing: ${amount} is refunded to your card.`
  if (state === 'partly_refunded') {
    return `${moneyText(refunded_minor, currency ?? '')} of ${amount} is refunded to your card.`
  }
  return 'This session was not paid within 15 minutes, so its time is free again. You were not charged. Please book again.'
}

// After the studio's answer, the provider may need a moment to charge or release the amount.
function afterReserving(status: Booking['status'], studio: string): string {
  if (status === 'pending') return `It is charged when ${studio} confirms.`
  return status === 'cancelled' ? 'You get it back, minus any cancellation fee.' : 'It will be charged soon.'
}

type DueProps = { payment: BookingPayment; amount: string; credit: string | null }

function DepositDue({ payment, amount, credit }: DueProps) {
  const secondsLeft = useSecondsLeft(payment.pay_by)
  const pay = usePayDeposit()
  if (secondsLeft === 0) {
    return (
      <Card title="Payment">
        <p role="status">The 15 minutes are over, so this time is no longer reserved. Please book again.</p>
      </Card>
    )
  }
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <Card title={`Pay ${amount} now`}>
      <p>
        This time is yours for another{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {clock}
        </span>{' '}
        minutes. If it is not paid by then, it becomes free again.
      </p>
      <CreditPart credit={credit} />
      <Button
        className="justify-self-start"
        pending={pay.isPending}
        pendingText="Opening..."
        onClick={() => pay.mutate({ id: payment.booking_id })}
      >
        Pay {amount} by card
      </Button>
    </Card>
  )
}

type OtherPaymentWaysProps = DepositProps & { payment: BookingPayment; currency: string }

/** How to pay a studio that accepts no cards, and what it has received. */
function OtherPaymentWays({ booking, studio, payment, currency }: OtherPaymentWaysProps) {
  const options = usePaymentOptions(studio.id)
  const money = useSessionMoney(booking.id)
  const isOver = booking.status === 'cancelled' || booking.status === 'completed'
  if (!options.data || !money.data || isOver || options.data.cards) return null
  const { bank } = options.data
  const credit = payment.credit_minor > 0 ? moneyText(payment.credit_minor, currency) : null
  const received = Math.max(0, money.data.paid_minor - payment.credit_minor)
  const remaining = (payment.amount_minor ?? 0) - received
  if (remaining <= 0) {
    return (
      <Card title="Payment">
        <p role="status">You have paid {moneyText(received, currency)}.</p>
        <CreditPart credit={credit} />
      </Card>
    )
  }
  return (
    <Card title={`Deposit of ${moneyText(remaining, currency)}`}>
      {received > 0 && <p role="status">You have paid {moneyText(received, currency)} so far.</p>}
      <p>Pay it at the studio{bank ? ', or transfer it:' : '.'}</p>
      <CreditPart credit={credit} />
      {bank && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted-foreground">Name</dt>
          <dd>{bank.holder}</dd>
          <dt className="text-muted-foreground">IBAN</dt>
          <dd className="break-all tabular-nums">{bank.iban}</dd>
          {bank.bic && (
            <>
              <dt className="text-muted-foreground">BIC</dt>
              <dd>{bank.bic}</dd>
            </>
          )}
          <dt className="text-muted-foreground">Reference</dt>
          <dd>Session on {booking.booking_date}</dd>
        </dl>
      )}
    </Card>
  )
}
