import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'

/** The contents of `app_metadata`, `user_metadata` or an identity's data. */
export type Metadata = Record<string, unknown>

/** An account as the authentication service reads it, without the password. */
export type AuthUser = {
  id: string
  email: string
  email_confirmed_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  new_email: string | null
  email_change_sent_at: string | null
  email_change_agreed: 'current' | 'new' | null
  reauthentication_sent_at: string | null
  last_sign_in_at: string | null
  app_metadata: Metadata
  user_metadata: Metadata
  banned_until: string | null
  created_at: string
  updated_at: string
}

/** One sign-in method of a person. */
export type Identity = {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Metadata
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

/** The kinds of factor that have challenges. */
export type FactorKind = 'totp' | 'phone' | 'webauthn'

/** A second factor. */
export type Factor = {
  id: string
  factor_type: FactorKind | 'recovery_code'
  status: 'unverified' | 'verified'
  friendly_name: string | null
  phone: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** Removes fields that are null, because the client distinguishes them from missing fields. */
function withoutNulls<T extends Record<string, unknown>>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function presentIdentity(identity: Identity) {
  const { id, user_id, provider, provider_id, identity_data, email, last_sign_in_at, created_at, updated_at } = identity
  return {
    identity_id: id,
    id: provider_id,
    user_id,
    provider,
    identity_data,
    ...withoutNulls({ email, last_sign_in_at }),
    created_at,
    updated_at,
  }
}

/** A factor in the response, without its secret. */
function presentFactor({ friendly_name, phone, ...factor }: Factor) {
  const { id, status, factor_type, last_challenged_at, created_at, updated_at } = factor
  return {
    id,
    status,
    factor_type,
    ...withoutNulls({ friendly_name }),
    phone: phone ?? '',
    last_challenged_at,
    created_at,
    updated_at,
  }
}

/** An account in GoTrue's response format (`docs/features/auth.md`). */
export function presentUser(user: AuthUser, identities: readonly Identity[], factors: readonly Factor[] = []) {
  const { email_confirmed_at, confirmation_sent_at, recovery_sent_at, last_sign_in_at, banned_until } = user
  const { new_email, email_change_sent_at, reauthentication_sent_at } = user
  const confirmed_at = email_confirmed_at
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...withoutNulls({
      email_confirmed_at,
      confirmed_at,
      confirmation_sent_at,
      recovery_sent_at,
      new_email,
      email_change_sent_at,
      reauthentication_sent_at,
      last_sign_in_at,
      banned_until,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(presentIdentity),
    ...(factors.length > 0 && { factors: factors.map(presentFactor) }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}

/** Whether a person is banned at this time. */
export function isBanned(user: Pick<AuthUser, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > now.getTime()
}

const METADATA_BYTES_MAX = 4096

/** Whether metadata is small enough. It is part of every access token, which must fit into a request header. */
export function fitsInToken(metadata: Metadata): boolean {
  return Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES_MAX
}

/** Merges metadata like `PUT /user {data}`: key by key; null deletes a key. */
export function mergeMetadata(current: Metadata, change: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
}

const PASSWORD_PROOF_HOURS = 24

/**
 * Whether this session may set a password without the current one, or add a sign-in method: it must be younger than a day.
 * Otherwise an old stolen session could take over the account. A recovery opens a new session, so it needs no other rule.
 */
export function isFreshEnough(session: { created_at: string }, now: Date): boolean {
  const age_hours = (now.getTime() - Date.parse(session.created_at)) / HOUR_MS
  return age_hours < PASSWORD_PROOF_HOURS
}
