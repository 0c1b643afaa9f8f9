export const PASSKEYS_MAX = 10

/**
 * The name of an account in an authenticator, as text. It differs from the name in a second factor, which is the bare id of
 * the account: otherwise a passkey would replace the key of the second factor in the same authenticator.
 */
export const getPasskeyHandle = (user_id: string) => `passkey:${user_id}`

export type Passkey = { id: string; friendly_name: string; created_at: string; last_used_at: string | null }

/** A passkey as `auth-js` reads it. */
export const presentPasskey = ({ last_used_at, ...passkey }: Passkey) => ({
  ...passkey,
  ...(last_used_at !== null && { last_used_at }),
})
