import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Notice } from './schema.ts'

export const notices = {
  /** The caller's notifications, newest first, and the number of all unread ones. */
  list: route
    .route({ method: 'GET', path: '/notices' })
    .input(PageQuery)
    .output(pageOf(Notice).extend({ unread: z.number().int() })),
  read: route
    .route({ method: 'POST', path: '/notices/{id}/read' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id, read_at: z.string().nullable() }))
    .errors(pickErrors('NOT_FOUND')),
  readAll: route.route({ method: 'POST', path: '/notices/read' }).output(z.object({ read: z.number().int() })),
}
