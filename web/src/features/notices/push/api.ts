import { useQuery } from '@tanstack/react-query'
import { readNotifiedPerson } from '#lib/offline/device-store.ts'
import { readSubscription, subscribeToPush, unsubscribeFromPush } from '#lib/offline/subscription.ts'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

const pushKey = api.push.key()

/** The user's settings and devices for notifications. */
export const usePushSettings = () => useQuery(api.push.get.queryOptions())

/** Saves all settings. Several calls run one after another. */
export const useUpdatePushSettings = () =>
  useAction({
    scope: { id: 'push settings' },
    send: client.push.updateSettings,
    done: 'Notifications saved',
    failed: 'Failed to save notifications',
    refresh: pushKey,
  })

/**
 * Runs changes of this browser's subscription one after another, across all tabs. Otherwise `syncPush` could find a
 * subscription that the server does not know yet, and end it.
 */
const runExclusively = <T>(change: () => Promise<T>) => navigator.locks.request('studiohub.push', change)

async function switchOn({ public_key, user_id }: { public_key: string; user_id: string }) {
  // Must come first, because some browsers ask for permission only right after a click.
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(NOT_ALLOWED)
  return runExclusively(async () => {
    const subscription = await subscribeToPush(public_key, user_id)
    if (!subscription) throw new Error(NOT_SET_UP)
    return client.push.createDevice(subscription)
  })
}

const NOT_SET_UP = 'Notifications could not be set up on this device. Please try again.'
const NOT_ALLOWED = 'Your browser did not allow notifications. You can change that in its settings.'

/** Asks for the browser's permission, and registers this browser for the user's notifications. */
export const useSwitchOnPush = () =>
  useAction({
    send: switchOn,
    done: 'Notifications are on for this device',
    failed: 'Failed to switch on notifications',
    refresh: pushKey,
  })

/** Ends the notifications of a device. For the current device it also ends the browser's subscription. */
export const useSwitchOffPush = () =>
  useAction({
    send: ({ id, is_current }: { id: string; is_current: boolean }) =>
      runExclusively(async () => {
        const result = await client.push.deleteDevice({ id })
        if (is_current) await unsubscribeFromPush()
        return result
      }),
    done: 'Notifications are off for this device',
    failed: 'Failed to switch off notifications',
    refresh: pushKey,
  })

/**
 * Makes the browser's subscription match the server again, after the server's key has changed or the browser has renewed its
 * subscription. Ends a subscription from an earlier session, unless the server's key has changed.
 */
export const syncPush = (user_id: string): Promise<void> => runExclusively(() => syncSubscription(user_id))

async function syncSubscription(user_id: string): Promise<void> {
  const subscription = await readSubscription()
  if (!subscription) return
  const [notifiedPerson, { public_key, devices }] = await Promise.all([readNotifiedPerson(), client.push.get()])
  const hasSameKey = subscription.public_key === public_key
  const isOfThisSession = notifiedPerson?.user_id === user_id && devices.some(({ is_current }) => is_current)
  if (isOfThisSession && hasSameKey && notifiedPerson.endpoint === subscription.endpoint) return
  if (notifiedPerson?.user_id !== user_id || (hasSameKey && !isOfThisSession)) return unsubscribeFromPush()
  const newSubscription = await subscribeToPush(public_key, user_id)
  if (newSubscription) await client.push.createDevice(newSubscription)
}
