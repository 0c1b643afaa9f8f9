/** Most webhooks of one studio. */
export const WEBHOOKS_MAX = 10

/** The longest name of a webhook, in characters. */
export const WEBHOOK_LABEL_MAX = 100

/** The longest address of a webhook, in characters. */
export const WEBHOOK_URL_MAX = 2000

/** How long the previous secret also signs after a new one was created. */
export const FORMER_SECRET_HOURS = 24

/** How long deliveries are listed. */
export const DELIVERIES_RETENTION_DAYS = 30

/** The version of all payloads. A change that could break receivers gets a new version. */
export const API_VERSION = '2026-11-23'

/** The events that a webhook can choose, in the groups of the form. */
export const eventGroups = [
  {
    label: 'Bookings',
    events: {
      'booking.created': 'Created',
      'booking.confirmed': 'Confirmed',
      'booking.moved': 'Moved to another time',
      'booking.updated': 'Changed in another way',
      'booking.cancelled': 'Cancelled, declined or expired',
      'booking.completed': 'Completed',
    },
  },
  {
    label: 'Clients',
    events: { 'client.created': 'Added', 'client.updated': 'Changed', 'client.removed': 'Removed' },
  },
  { label: 'Projects', events: { 'project.created': 'Created', 'project.updated': 'Changed' } },
  {
    label: 'Cards',
    events: {
      'card.created': 'Created',
      'card.moved': 'Moved to another phase',
      'card.updated': 'Changed in another way',
      'card.deleted': 'Deleted',
    },
  },
  { label: 'Check-ins', events: { 'checkin.created': 'Client checked in', 'checkin.ended': 'Client checked out' } },
  { label: 'Payments', events: { 'payment.received': 'Received', 'payment.refunded': 'Refunded' } },
  { label: 'Files', events: { 'file.created': 'Added', 'file.deleted': 'Deleted' } },
] as const

type LabelsOfGroup<Group> = Group extends { events: infer Events } ? keyof Events : never

/** An event that a webhook can choose. */
export type WebhookEvent = LabelsOfGroup<(typeof eventGroups)[number]>

/** The event of "Send a test", which every webhook gets. */
export const TEST_EVENT = 'webhook.test'
