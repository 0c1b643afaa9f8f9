import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Message } from './schema.ts'

export const messages = {
  /** Emails about a studio's bookings, newest first. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/messages' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(Message))
    .errors(pickErrors('FORBIDDEN')),
}
