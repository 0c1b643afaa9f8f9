import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { imageRules } from '../../shared/images.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  Avatar,
  AvatarUpload,
  DeletionTerms,
  DeletionWish,
  Export,
  Me,
  Profile,
  ProfileChanges,
  Session,
  SwitchableStudio,
} from './schema.ts'

export const profile = {
  get: route.route({ method: 'GET', path: '/me' }).output(Me),
  update: route.route({ method: 'PATCH', path: '/me/profile' }).input(ProfileChanges).output(Profile),
  listStudios: route.route({ method: 'GET', path: '/me/studios' }).input(PageQuery).output(pageOf(SwitchableStudio)),
  /** Switches a client to another active studio, joining it where they do not belong to it yet (spec section 4). */
  switchStudio: route
    // A repeat comes with another role, and ends at the same studio.
    .meta({ repeats: 'none' })
    .route({ method: 'PUT', path: '/me/studio' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ studio_id: Id, studio_slug: z.string(), status: z.enum(['active', 'pending']) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'REQUEST_EXISTS')),
  /** Where one is signed in, the place used last first. */
  listSessions: route.route({ method: 'GET', path: '/me/sessions' }).input(PageQuery).output(pageOf(Session)),
  deleteSession: route
    .route({ method: 'DELETE', path: '/me/sessions/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('NOT_FOUND')),
  /** Signs out everywhere but here; everywhere at all is `POST /auth/v1/logout?scope=global`. */
  deleteOtherSessions: route.route({ method: 'DELETE', path: '/me/sessions' }).output(z.object({ ended: z.number() })),
  export: route.route({ method: 'GET', path: '/me/export' }).output(Export),
  /** What deleting one's account would ask for and do; nothing is changed. */
  getDeletion: route.route({ method: 'GET', path: '/me/deletion' }).output(DeletionTerms),
  /** Deletes one's account: what others need to keep stays, without a name. */
  delete: route
    // A repeat has no account any more, and a hash of a password must not be kept.
    .meta({ repeats: 'none' })
    .route({ method: 'POST', path: '/me/deletion' })
    .input(DeletionWish)
    .output(z.object({ id: Id }))
    .errors(pickErrors('REAUTH_REQUIRED', 'INSUFFICIENT_AAL', 'LAST_ADMIN')),
  updateAvatar: uploadRoute
    .meta({ upload: imageRules.avatar })
    .route({ method: 'PUT', path: '/me/avatar' })
    .input(AvatarUpload)
    .output(Avatar)
    .errors(pickErrors('IMAGE_TOO_COMPLEX', 'IMAGE_UNREADABLE')),
  deleteAvatar: route.route({ method: 'DELETE', path: '/me/avatar' }).output(Avatar),
}
