import { z } from 'zod'
import { Role } from '../../shared/role.ts'
import { Id, name, Phone } from '../../shared/text.ts'
import { PendingRole } from '../roles/schema.ts'
import { Studio, StudioChoice } from '../studios/schema.ts'

export const Profile = z.object({
  id: Id,
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** Everything that the web app needs to know about the signed-in person. */
export const Me = z.object({
  user: z.object({
    id: Id,
    email: z.string(),
    avatar_url: z.string().nullable(),
    /** Whether the person has confirmed the address. */
    email_proven: z.boolean(),
    /** When the second factor ends, because it was added before the address was proven; null if it does not end. */
    factors_end_at: z.string().nullable(),
  }),
  profile: Profile,
  role: Role.nullable(),
  /** Whether a crew member also works at the studio's desk. */
  at_desk: z.boolean(),
  studio: Studio.nullable(),
  /** The person's client record at that studio, if they are its client. */
  client_id: Id.nullable(),
  /** Whether this studio charges them without tax, because they pay it to their own tax office. */
  reverse_charge: z.boolean(),
  pending_role: PendingRole.nullable(),
  /** Set while an operator sees the studio as its admin does. */
  viewing: z.object({ ends_at: z.string() }).nullable(),
})
export type Me = z.infer<typeof Me>

export const ProfileChanges = z.strictObject({
  full_name: name('Please enter your name').optional(),
  phone: Phone.nullish(),
})

/** A studio that a client can switch to or join; `joined` if they belong to it or have asked to join. */
export const SwitchableStudio = StudioChoice.extend({ joined: z.boolean(), current: z.boolean() })

/** A sign-in session of the person. `device` is a description such as 'Chrome on macOS'. */
export const Session = z.object({
  id: Id,
  device: z.string(),
  /** The network address of its last sign-in or refresh. */
  ip_address: z.string().nullable(),
  /** How the person signed in. */
  method: z.enum(['password', 'provider', 'email', 'passkey']),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const EXPORT_VERSION = 1

/**
 * All data about a person, as one file. `data` has the rows of each part of the product. `complete` is false if a part was
 * cut because it had too many rows.
 */
export const Export = z.object({
  schema_version: z.literal(EXPORT_VERSION),
  exported_at: z.string(),
  complete: z.boolean(),
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type Export = z.infer<typeof Export>

/** What deleting the account requires. */
export const DeletionTerms = z.object({
  /**
   * `password`: the current password. `mailed_code`: also an emailed code, for a day after a password was set without the old
   * one. `none`: a sign-in in the last minutes, because the account has no password.
   */
  proof: z.enum(['password', 'mailed_code', 'none']),
  upcoming_bookings: z.number(),
  /** The reason why the account cannot be deleted now; null if it can. */
  refusal: z.string().nullable(),
})
export type DeletionTerms = z.infer<typeof DeletionTerms>

const PASSWORD_LENGTH_MAX = 1_000

export const DeletionInput = z.strictObject({ current_password: z.string().max(PASSWORD_LENGTH_MAX).optional() })

export const AvatarUpload = z.strictObject({ file: z.file('Please choose a file') })
export const Avatar = z.object({ avatar_url: z.string().nullable() })
