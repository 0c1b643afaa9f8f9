import { z } from 'zod'

/** The topics of data that open screens load again after a change. */
export const liveTopics = [
  'account',
  'agents',
  'bookings',
  'cards',
  'checkins',
  'clients',
  'conversations',
  'invitations',
  'invoices',
  'notices',
  'projects',
  'resources',
  'roles',
  'studios',
  'subscriptions',
  'tasks',
  'api-keys',
  'webhooks',
  'discounts',
  'packages',
  'studio-exports',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/**
 * Live event: data of this topic has changed, refetch it. `id` is the changed row, or null if the recipient must not
 * know which one (another client's booking).
 */
export const LiveChange = z.object({ topic: z.enum(liveTopics), id: z.string().nullable() })
export type LiveChange = z.infer<typeof LiveChange>

/** Topics that concern all clients of a studio: busy times, resources, opening hours, branding. */
export const topicsForClients: ReadonlySet<LiveTopic> = new Set(['bookings', 'resources', 'studios'])
