import { z } from 'zod'

/**
 * Live event: data of this topic has changed, refetch it. `id` is the changed row, or null if the recipient must not
 * know which one (another client's booking).
 */
export const Changed = z.object({ topic: z.string(), id: z.string().nullable() })
export type Changed = z.infer<typeof Changed>

/** Topics that concern all clients of a studio: busy times, resources, opening hours, branding. */
export const topicsForClients: ReadonlySet<string> = new Set(['bookings', 'resources', 'studios'])
