import { z } from 'zod'
import { Role } from '../../actor.ts'
import { Id, name } from '../../shared/text.ts'
import { PendingRole } from '../roles/schema.ts'
import { Studio, StudioChoice } from '../studios/schema.ts'

export const Profile = z.object({
  id: Id,
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** All that a signed-in browser needs to know of its person, in one answer. */
export const Me = z.object({
  user: z.object({ id: Id, email: z.string(), avatar_url: z.string().nullable() }),
  profile: Profile,
  role: Role.nullable(),
  studio: Studio.nullable(),
  pending_role: PendingRole.nullable(),
})
export type Me = z.infer<typeof Me>

export const ProfileChanges = z.strictObject({
  full_name: name('Please enter your name').optional(),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ()./-]{0,40}$/, 'Please enter a phone number')
    .nullish(),
})

/** A studio that a client can switch to or join; `joined` where they already belong to it. */
export const SwitchableStudio = StudioChoice.extend({ joined: z.boolean(), current: z.boolean() })
