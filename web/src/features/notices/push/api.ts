import { useQuery } from '@tanstack/react-query'
import { readNotified } from '#lib/offline/kept.ts'
import { readSubscription, subscribe, unsubscribe } from '#lib/offline/subscription.ts'
import { api, client } from '#lib/server/api.ts'
import { useAction } from '#lib/server/use-action.ts'

const pushKey = api.push.key()

/** The user's settings and devices for notifications. */
export const usePush = () => useQuery(api.push.get.queryOptions())

export const useUpdatePushSettings = () =>
  useAction({
    send: client.push.updateSettings,
    done: 'Notifications saved',
    failed: 'Failed to save notifications',
    refresh: pushKey,
  })

async function switchOn({ public_key, user_id }: { public_key: string; user_id: string }) {
  const subscription = await subscribe(public_key, user_id)
  if (!subscription) throw new Error('Your browser did not allow notifications. You can change that in its settings.')
  return client.push.createDevice(subscription)
}

/** Asks the browser, and sends the user's notifications to it. */
export const useSwitchOnPush = () =>
  useAction({
    send: switchOn,
    done: 'Notifications are on for this device',
    failed: 'Failed to switch on notifications',
    refresh: pushKey,
  })

/** Ends the notifications of a device; of this one also in the browser. */
export const useSwitchOffPush = () =>
  useAction({
    send: async ({ id, is_current }: { id: string; is_current: boolean }) => {
      const answer = await client.push.deleteDevice({ id })
      if (is_current) await unsubscribe()
      return answer
    },
    done: 'Notifications are off for this device',
    failed: 'Failed to switch off notifications',
    refresh: pushKey,
  })

/**
 * Brings browser and server together again: after the server's key has changed, or after the browser has renewed its
 * subscription. A subscription without a device of this session belonged to a former one, and ends.
 */
export async function syncPush(user_id: string): Promise<void> {
  const subscription = await readSubscription()
  if (!subscription) return
  const [notified, { public_key, devices }] = await Promise.all([readNotified(), client.push.get()])
  const hasSameKey = subscription.public_key === public_key
  const isOwn = notified?.user_id === user_id && devices.some(({ is_current }) => is_current)
  if (isOwn && hasSameKey && notified.endpoint === subscription.endpoint) return
  if (notified?.user_id !== user_id || (hasSameKey && !isOwn)) return unsubscribe()
  const renewed = await subscribe(public_key, user_id)
  if (renewed) await client.push.createDevice(renewed)
}
