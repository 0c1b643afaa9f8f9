import { getAcceptable, hasAcceptable } from '#features/invitations/queries.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'

const TOKEN_LENGTH_MAX = 200

/**
 * Whether a sign-up brings the secret of an open invitation that was mailed to this very address. Who has it reads the
 * mailbox, so the address needs no second mail to be proven.
 */
export async function isInvited(token: unknown, email: string, now: Date): Promise<boolean> {
  if (typeof token !== 'string' || token.length > TOKEN_LENGTH_MAX) return false
  const invitation = await asSystem((tx) => getAcceptable(tx, { token_hash: sha256(token) }, now))
  return invitation?.email === email
}

type Person = { email: string | null; email_verified: boolean }

/** Whether a provider's person may get an account: sign-up is on, or their verified address has an open invitation. */
export async function maySignUp(
  { email, email_verified }: Person,
  { authSignup }: { authSignup: boolean },
  now: Date,
): Promise<boolean> {
  if (authSignup) return true
  if (email === null || !email_verified) return false
  return asSystem((tx) => hasAcceptable(tx, email, now))
}
