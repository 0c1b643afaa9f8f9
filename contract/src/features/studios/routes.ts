import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { NewStudio, PublicStudio, Studio, StudioChanges, StudioChoice } from './schema.ts'

export const studios = {
  /** Studios that take new members, by name: what a client chooses from (spec section 7). */
  listPublic: route.route({ method: 'GET', path: '/public/studios' }).input(PageQuery).output(pageOf(StudioChoice)),
  /** The studio at a slug (also a former one) or at a verified domain; compare `slug` to learn of a new address. */
  resolve: route
    .route({ method: 'GET', path: '/public/studios/resolve' })
    .input(z.object({ slug: z.string().max(200).optional(), host: z.string().max(260).optional() }))
    .output(PublicStudio)
    .errors(pickErrors('NOT_FOUND')),
  list: route
    .route({ method: 'GET', path: '/studios' })
    .input(PageQuery)
    .output(pageOf(Studio))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios', successStatus: 201 })
    .input(NewStudio)
    .output(Studio)
    .errors(
      pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'SLUG_TAKEN', 'SLUG_RESERVED', 'PLAN_NOT_SELECTABLE', 'LAST_ADMIN'),
    ),
  get: route
    .route({ method: 'GET', path: '/studios/{studio_id}' })
    .input(z.object({ studio_id: Id }))
    .output(Studio)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  update: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}' })
    .input(StudioChanges.extend({ studio_id: Id }))
    .output(Studio)
    .errors(
      pickErrors('FORBIDDEN', 'FIELD_NOT_ALLOWED', 'NOT_FOUND', 'SLUG_TAKEN', 'SLUG_RESERVED', 'STUDIO_SUSPENDED'),
    ),
}
