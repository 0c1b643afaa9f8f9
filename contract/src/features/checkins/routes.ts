import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Checkin, NewCheckin } from './schema.ts'

export const checkins = {
  /** Today's check-ins in the studio's time zone and all open ones, newest first. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/checkins' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(Checkin))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/checkins', successStatus: 201 })
    .input(NewCheckin.extend({ studio_id: Id }))
    .output(Checkin)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_NOT_IN_STUDIO', 'ALREADY_CHECKED_IN')),
  checkout: route
    .route({ method: 'POST', path: '/checkins/{id}/checkout' })
    .input(z.strictObject({ id: Id }))
    .output(Checkin)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Takes back the caller's own last step, for a minute: an open check-in is deleted, a closed one is open again. */
  undo: route
    .route({ method: 'POST', path: '/checkins/{id}/undo' })
    .input(z.strictObject({ id: Id, version: z.number().int() }))
    .output(z.object({ id: Id, checkin: Checkin.nullable() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION', 'UNDO_EXPIRED', 'ALREADY_CHECKED_IN')),
}
