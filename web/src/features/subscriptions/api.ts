import { useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const subscriptionsKey = api.subscriptions.key()

/** A studio's plan with what of it is used, for those who run the studio. */
export const useSubscription = (studio_id: string) =>
  useQuery(api.subscriptions.get.queryOptions({ input: { studio_id } }))

/** Keeps it up to date: what others change of the plan, and each booking that counts against it. */
export function useLiveSubscription() {
  useLive('subscriptions', subscriptionsKey)
  useLive('bookings', subscriptionsKey)
}

/** Another plan, at once. */
export const useUpdateSubscription = () =>
  useAction({
    send: client.subscriptions.update,
    done: 'Plan changed',
    failed: 'Failed to change the plan',
    refresh: subscriptionsKey,
  })

/** Ends the plan with its period. What stands in the way, the dialog says itself. */
export const useCancelSubscription = () =>
  useAction({ send: client.subscriptions.cancel, done: 'Plan cancelled', refresh: subscriptionsKey })

export const useResumeSubscription = () =>
  useAction({
    send: client.subscriptions.resume,
    done: 'Your plan goes on',
    failed: 'Failed to resume the plan',
    refresh: subscriptionsKey,
  })

// Where the money is taken is a page of the provider's; this one is left, and come back to.
const leave = ({ url }: { url: string }) => window.location.assign(url)

/** Goes to the page on which a plan is paid. */
export const useCheckout = () =>
  useAction({ send: client.subscriptions.createCheckout, onSuccess: leave, failed: 'Failed to open the payment page' })

/** Goes to the page with invoices and cards. */
export const usePortal = () =>
  useAction({ send: client.subscriptions.createPortal, onSuccess: leave, failed: 'Failed to open your invoices' })
