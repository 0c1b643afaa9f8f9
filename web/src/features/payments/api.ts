import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const paymentsKey = api.payments.key()

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

/** How clients can pay a studio. */
export const usePaymentOptions = (studio_id: string) =>
  useQuery(api.payments.getOptions.queryOptions({ input: { studio_id } }))

/** What became of the deposit of a booking. It is read again when the booking changes. */
export function useBookingPayment(id: string) {
  useLive('bookings', paymentsKey)
  return useQuery(api.payments.get.queryOptions({ input: { id } }))
}

/** Asks the provider what became of a payment, after its page was used. */
export const useCheckPayment = () =>
  useAction({ send: client.payments.check, failed: 'Failed to check the payment', refresh: [] })

/** Opens the provider's page for the deposit of a booking. */
export const usePayDeposit = () =>
  useAction({
    send: client.payments.createCheckout,
    failed: 'Failed to open the payment page',
    onSuccess: ({ url }) => window.location.assign(url),
  })
