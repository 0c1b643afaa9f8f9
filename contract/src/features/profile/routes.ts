import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Me, Profile, ProfileChanges, SwitchableStudio } from './schema.ts'

export const profile = {
  get: route.route({ method: 'GET', path: '/me' }).output(Me),
  update: route.route({ method: 'PATCH', path: '/me/profile' }).input(ProfileChanges).output(Profile),
  listStudios: route.route({ method: 'GET', path: '/me/studios' }).input(PageQuery).output(pageOf(SwitchableStudio)),
  /** Switches a client to another active studio, joining it where they do not belong to it yet (spec section 4). */
  switchStudio: route
    .route({ method: 'PUT', path: '/me/studio' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ studio_id: Id, studio_slug: z.string(), status: z.enum(['active', 'pending']) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'REQUEST_EXISTS')),
}
