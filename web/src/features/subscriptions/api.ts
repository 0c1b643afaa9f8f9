import { useQuery } from '@tanstack/react-query'
import { arePlansOn } from '#lib/page/plans.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { useAction } from '#lib/server/use-action.ts'

const subscriptionsKey = api.subscriptions.key()

/** A studio's plan and usage, for its admins. It is never loaded if plans are off. */
export const useSubscription = (studio_id: string, enabled = true) =>
  useQuery(api.subscriptions.get.queryOptions({ input: { studio_id }, enabled: enabled && arePlansOn() }))

/** Refetches the plan when it or a booking that counts changes. */
export function useLiveSubscription() {
  useLive('subscriptions', subscriptionsKey)
  useLive('bookings', subscriptionsKey)
}

/** Changes the plan immediately. */
export const useUpdateSubscription = () =>
  useAction({
    send: client.subscriptions.update,
    done: 'Plan changed',
    failed: 'Failed to change the plan',
    refresh: subscriptionsKey,
  })

/** Cancels the plan at the end of its period. The dialog shows errors itself. */
export const useCancelSubscription = () =>
  useAction({ send: client.subscriptions.cancel, done: 'Plan cancelled', refresh: subscriptionsKey })

export const useResumeSubscription = () =>
  useAction({
    send: client.subscriptions.resume,
    done: 'Plan resumed',
    failed: 'Failed to resume the plan',
    refresh: subscriptionsKey,
  })

// Payment happens on a page of the provider, which then returns to this page.
const goToUrl = ({ url }: { url: string }) => window.location.assign(url)

/** Opens the provider's checkout page. */
export const useCheckout = () =>
  useAction({
    send: client.subscriptions.createCheckout,
    onSuccess: goToUrl,
    failed: 'Failed to open the payment page',
  })

/** Opens the provider's page with invoices and cards. */
export const useOpenBillingPortal = () =>
  useAction({ send: client.subscriptions.createPortal, onSuccess: goToUrl, failed: 'Failed to open your invoices' })
