import type { Delivery, Webhook } from '@studiohub/contract/features/webhooks/schema.ts'
import { eventGroups, TEST_EVENT } from '@studiohub/contract/features/webhooks/words.ts'

const labels = new Map<string, string>(
  eventGroups.flatMap(({ label, events }) =>
    Object.entries(events).map(([event, text]) => [event, `${label}: ${text.toLowerCase()}`]),
  ),
)

/** 'Bookings: confirmed'. */
export const eventLabel = (event: string) => (event === TEST_EVENT ? 'Test' : (labels.get(event) ?? event))

/** 'Bookings, clients', the groups from which a webhook chose events. */
export function describeEvents({ events }: Pick<Webhook, 'events'>): string {
  const chosen = eventGroups.filter((group) => Object.keys(group.events).some((event) => events.includes(event)))
  const text = chosen.map(({ label }) => label.toLowerCase()).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The state of a delivery, and the tone of its badge. */
export function deliveryState({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  if (state === 'delivered') return { text: 'Delivered', tone: 'confirmed' as const }
  if (state === 'failed') return { text: 'Failed', tone: 'cancelled' as const }
  return { text: attempts === 0 ? 'Waiting' : 'Will be repeated', tone: 'pending' as const }
}

/** 'Status 200 after 120 ms', or why there was no answer. */
export function describeAnswer({ status, duration_ms, problem, attempts }: Delivery): string {
  if (attempts === 0) return 'Not sent yet'
  const times = attempts === 1 ? '' : `, attempt ${attempts}`
  if (status === null) return `${problem ?? 'No answer'}${times}`
  return `Status ${status} after ${duration_ms ?? 0} ms${times}`
}

/** A JSON text with line breaks; other texts unchanged. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
