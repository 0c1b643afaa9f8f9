import type { Delivery, Webhook } from '@studiohub/contract/features/webhooks/schema.ts'
import { eventGroups, TEST_EVENT } from '@studiohub/contract/features/webhooks/words.ts'

const labels = new Map<string, string>(
  eventGroups.flatMap(({ label, events }) =>
    Object.entries(events).map(([event, text]) => [event, `${label}: ${text.toLowerCase()}`]),
  ),
)

/** 'Bookings: confirmed'. */
export const eventLabel = (event: string) => (event === TEST_EVENT ? 'Test' : (labels.get(event) ?? event))

/** The groups of a webhook's events: 'Bookings, clients'. */
export function describeEvents({ events }: Pick<Webhook, 'events'>): string {
  const groups = eventGroups.filter((group) => Object.keys(group.events).some((event) => events.includes(event)))
  const text = groups.map(({ label }) => label.toLowerCase()).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The state of a delivery, and the tone of its badge. */
export function deliveryState({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  if (state === 'delivered') return { text: 'Delivered', tone: 'confirmed' as const }
  if (state === 'failed') return { text: 'Failed', tone: 'cancelled' as const }
  return { text: attempts === 0 ? 'Waiting' : 'Will be retried', tone: 'pending' as const }
}

/** 'Status 200 after 120 ms', or why there was no response. */
export function describeAnswer({ status, duration_ms, problem, attempts }: Delivery): string {
  if (attempts === 0) return 'Not sent yet'
  const attemptText = attempts === 1 ? '' : `, attempt ${attempts}`
  if (status === null) return `${problem ?? 'No answer'}${attemptText}`
  return `Status ${status} after ${duration_ms ?? 0} ms${attemptText}`
}

/** A JSON text with line breaks; other texts unchanged. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
