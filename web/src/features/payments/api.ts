import { canSeeCardBooks } from '@studiohub/contract/features/payments/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { toActor, useMe } from '#features/profile/api.ts'
import { storeInTab } from '#lib/page/tab-memory.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const paymentsKey = api.payments.key()

/** The key under which this tab stores the secret of a pay link. It is not part of the return address, so the provider never gets it. */
export const PAID_LINK_KEY = 'paid-link'

/** Whether a studio can take cards. */
export function useCardAccount(studio_id: string) {
  useLive('invoices', paymentsKey)
  return useQuery(api.payments.getAccount.queryOptions({ input: { studio_id } }))
}

/** Asks the provider again whether a studio can take cards. */
export const useCheckAccount = () =>
  useAction({ send: client.payments.checkAccount, failed: 'Failed to check the account', refresh: paymentsKey })

/** Opens the provider's page for a studio's account. */
export const useConnectAccount = () =>
  useAction({
    send: client.payments.createAccountLink,
    failed: 'Failed to open the page of the payment provider',
    onSuccess: ({ url }) => window.location.assign(url),
  })

/** A studio's disputes, payouts and differences. */
export function useDisputesAndPayouts(studio_id: string, enabled = true) {
  useLive('invoices', paymentsKey)
  return useQuery({ ...api.payments.getBooks.queryOptions({ input: { studio_id } }), enabled })
}

/** The disputes about the payment of a booking or an invoice that the user may see. */
export function useDisputes({
  studio_id,
  ...subject
}: {
  studio_id: string
  booking_id?: string
  invoice_id?: string
}) {
  const { data } = useDisputesAndPayouts(studio_id, canSeeCardBooks(toActor(useMe()), studio_id))
  const disputes = data?.disputes ?? []
  return disputes.filter(({ booking_id, invoice_id }) =>
    subject.invoice_id === undefined ? booking_id === subject.booking_id : invoice_id === subject.invoice_id,
  )
}

/** Compares the books with the provider now. */
export const useCompareBooks = () =>
  useAction({
    send: client.payments.compareBooks,
    done: ({ differences }) => (differences.length === 0 ? 'Everything agrees with Stripe' : 'Compared with Stripe'),
    failed: 'Failed to compare with Stripe',
    refresh: paymentsKey,
  })

/** How clients can pay a studio. */
export const usePaymentOptions = (studio_id: string) =>
  useQuery(api.payments.getOptions.queryOptions({ input: { studio_id } }))

/** The payment of a booking's deposit. Refetched when the booking changes. */
export function useBookingPayment(id: string) {
  useLive('bookings', paymentsKey)
  return useQuery(api.payments.get.queryOptions({ input: { id } }))
}

/** The paid and open amounts of a booking, over all ways of payment. Refetched when the studio records a payment. */
export function useSessionMoney(id: string) {
  useLive('invoices', api.invoices.key())
  return useQuery(api.invoices.getSessionMoney.queryOptions({ input: { id } }))
}

/** Reads a payment's state from the provider, after the client used the provider's page. */
export const useCheckPayment = () =>
  useAction({ send: client.payments.check, failed: 'Failed to check the payment', refresh: [] })

/** Opens the provider's page for the deposit of a booking. */
export const usePayDeposit = () =>
  useAction({
    send: client.payments.createCheckout,
    failed: 'Failed to open the payment page',
    onSuccess: ({ url }) => window.location.assign(url),
  })

/** Whether a client can pay their invoice by card, and the state of the last payment. */
export function useInvoicePayment(id: string) {
  useLive('invoices', paymentsKey)
  return useQuery(api.payments.getPaymentOfInvoice.queryOptions({ input: { id } }))
}

/** Reads the state of an invoice's payment from the provider, after the client used the provider's page. */
export const useCheckInvoicePayment = () =>
  useAction({ send: client.payments.checkPaymentOfInvoice, failed: 'Failed to check the payment', refresh: [] })

/** Opens the provider's page for an invoice. */
export const usePayInvoice = () =>
  useAction({
    send: client.payments.payInvoice,
    failed: 'Failed to open the payment page',
    onSuccess: ({ url }) => window.location.assign(url),
  })

/** Like `useInvoicePayment`, for anyone with the link. Not a query, because the secret must not be a cache key. */
export const useLinkPayment = () =>
  useAction({ send: async (token: string) => client.payments.getPaymentOfLink({ token }) })

/** Like `useCheckInvoicePayment`, for anyone with the link. */
export const useCheckLinkPayment = () =>
  useAction({
    send: async (token: string) => client.payments.checkPaymentOfLink({ token }),
    failed: 'Failed to check the payment',
  })

/** Like `usePayInvoice`, for anyone with the link. */
export const usePayLink = () =>
  useAction({
    send: async (token: string) => client.payments.payInvoiceByLink({ token }),
    failed: 'Failed to open the payment page',
    onSuccess: ({ url }, token) => {
      storeInTab(PAID_LINK_KEY, token)
      window.location.assign(url)
    },
  })

/** The client's saved card for fees, and the text to which they agree when they save a new one. */
export function useCardOnFile(studio_id: string) {
  useLive('invoices', paymentsKey)
  return useQuery(api.payments.getSavedCard.queryOptions({ input: { studio_id } }))
}

/** Opens the provider's page on which a client saves a card. */
export const useSaveCard = () =>
  useAction({
    send: client.payments.saveCard,
    failed: 'Failed to open the page for your card',
    refresh: paymentsKey,
    onSuccess: ({ url }) => window.location.assign(url),
  })

/** Asks the provider whether a card was saved, after the client used the provider's page. */
export const useCheckCard = () =>
  useAction({ send: client.payments.checkSavedCard, failed: 'Failed to check your card', refresh: paymentsKey })

/** Removes the client's card. */
export const useRemoveCard = () =>
  useAction({
    send: client.payments.removeSavedCard,
    done: 'Card removed',
    failed: 'Failed to remove the card',
    refresh: paymentsKey,
  })

/** The unpaid part of a fee, and the card that can be charged with it. */
export function useFeeToCharge(id: string) {
  useLive('invoices', paymentsKey)
  return useQuery(api.payments.getFeeToCharge.queryOptions({ input: { id } }))
}

const outcomeTexts = {
  settled: 'Nothing is open',
  charged: 'Fee charged to the card',
  declined: { title: 'The bank declined the card', description: 'The client got an email with a link to pay.' },
  waiting: 'Stripe is not responding. We will keep trying to charge the card for 12 hours.',
  link_sent: 'The client got an email with a link to pay',
}

/** Charges a fee to the client's card, or emails a payment link. */
export const useChargeFee = () =>
  useAction({
    send: client.payments.chargeFee,
    done: ({ outcome }) => outcomeTexts[outcome],
    failed: 'Failed to charge the fee',
    refresh: [],
  })
