import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { ClientSummary, HistoryEntry } from './schema.ts'

export const clients = {
  /** What a client has been to the studio: in numbers, and all of it, the newest first. */
  getHistory: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{user_id}/history' })
    .input(PageQuery.extend({ studio_id: Id, user_id: Id }))
    .output(
      pageOf(HistoryEntry).extend({
        summary: ClientSummary.extend({ cancelled: z.number().int(), no_shows: z.number().int() }),
      }),
    )
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
