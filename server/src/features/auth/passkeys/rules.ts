export const PASSKEYS_MAX = 10

/**
 * The name of an account in an authenticator, as text. Not the bare id, under which the same authenticator may have the key
 * of a second factor: a new key with the same name would replace that one.
 */
export const handleOf = (user_id: string) => `passkey:${user_id}`

export type Passkey = { id: string; friendly_name: string; created_at: string; last_used_at: string | null }

/** A passkey as `auth-js` reads it. */
export const presentPasskey = ({ last_used_at, ...passkey }: Passkey) => ({
  ...passkey,
  ...(last_used_at !== null && { last_used_at }),
})
