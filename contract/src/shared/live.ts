import { z } from 'zod'

/**
 * What the live stream tells: something of this kind has changed; read it again. `id` is the changed row, or null
 * where the reader may know that something changed but not what (another client's booking).
 */
export const Changed = z.object({ topic: z.string(), id: z.string().nullable() })
export type Changed = z.infer<typeof Changed>

/** Topics of a studio whose changes concern each of its clients: busy times, rooms, opening hours, its face. */
export const topicsForClients: ReadonlySet<string> = new Set(['bookings', 'resources', 'studios'])
