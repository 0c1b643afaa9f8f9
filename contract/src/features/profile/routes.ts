import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { imageRules } from '../../shared/images.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  Avatar,
  AvatarUpload,
  DeletionInput,
  DeletionTerms,
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
  /** Switches a client to another active studio, and joins it if they are not its client yet (spec section 4). */
  switchStudio: route
    // No stored answer: a repeat is harmless, and the caller then has another role, which the answer would not match.
    .meta({ onRepeat: 'none' })
    .route({ method: 'PUT', path: '/me/studio' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ studio_id: Id, studio_slug: z.string(), status: z.enum(['active', 'pending']) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'REQUEST_EXISTS')),
  /** The caller's sessions, last used first. */
  listSessions: route.route({ method: 'GET', path: '/me/sessions' }).input(PageQuery).output(pageOf(Session)),
  deleteSession: route
    .route({ method: 'DELETE', path: '/me/sessions/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('NOT_FOUND')),
  /** Ends all other sessions. `POST /auth/v1/logout?scope=global` ends all sessions. */
  deleteOtherSessions: route.route({ method: 'DELETE', path: '/me/sessions' }).output(z.object({ ended: z.number() })),
  export: route.route({ method: 'GET', path: '/me/export' }).output(Export),
  /** The requirements and effects of deleting the account. Changes nothing. */
  getDeletion: route.route({ method: 'GET', path: '/me/deletion' }).output(DeletionTerms),
  /** Deletes the caller's account. Data that studios must keep stays, without the name. */
  delete: route
    // No stored answer: on a repeat the account no longer exists, and the hash of a password must not be stored.
    .meta({ onRepeat: 'none' })
    .route({ method: 'POST', path: '/me/deletion' })
    .input(DeletionInput)
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
