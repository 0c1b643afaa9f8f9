import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import {
  AvailabilityAnswer,
  AvailabilityQuery,
  PublicAvailability,
  PublicAvailabilityQuery,
  PublicCancellation,
  PublicCancellationQuery,
  PublicServices,
  PublicTimes,
  PublicTimesQuery,
} from './schema.ts'

const serviceErrors = ['SERVICE_NOT_OFFERED', 'LENGTH_NOT_OFFERED'] as const

export const availability = {
  /** The free starts per room, and a reason for every other start; at most 31 days. */
  get: route
    .route({ method: 'GET', path: '/studios/{studio_id}/availability' })
    .input(AvailabilityQuery)
    .output(AvailabilityAnswer)
    .errors(
      pickErrors('FORBIDDEN', 'NOT_FOUND', 'PLAN_EXPIRED', 'STUDIO_INACTIVE', ...serviceErrors, 'ROOM_NOT_AVAILABLE'),
    ),
  /** For visitors of an active studio: the free starts of any room. */
  getPublic: route
    .route({ method: 'GET', path: '/public/studios/{slug}/availability' })
    .input(PublicAvailabilityQuery)
    .output(PublicAvailability)
    .errors(pickErrors('NOT_FOUND', 'PLAN_EXPIRED', ...serviceErrors)),
  /** The free starts with prices, as display text, as the studio's public page shows them. */
  listPublicTimes: route
    .route({ method: 'GET', path: '/public/studios/{slug}/times' })
    .input(PublicTimesQuery)
    .output(PublicTimes)
    .errors(pickErrors('NOT_FOUND', 'PLAN_EXPIRED', ...serviceErrors)),
  /** What it costs to cancel a session that starts at this time, as the studio's public page shows it. */
  getPublicCancellation: route
    .route({ method: 'GET', path: '/public/studios/{slug}/cancellation' })
    .input(PublicCancellationQuery)
    .output(PublicCancellation)
    .errors(pickErrors('NOT_FOUND', 'TIME_DOES_NOT_EXIST')),
  /** The services that visitors of an active studio may book, in the studio's order. The list is short, so it has no pages. */
  listPublicServices: route
    .route({ method: 'GET', path: '/public/studios/{slug}/services' })
    .input(z.object({ slug: z.string().max(64) }))
    .output(PublicServices)
    .errors(pickErrors('NOT_FOUND')),
}
