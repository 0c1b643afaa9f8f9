import { getClientInvitation, hasClientInvitation } from '#features/clients/claims/invitation-queries.ts'
import { getAcceptableInvitation, hasAcceptableInvitation } from '#features/invitations/queries.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'

const TOKEN_LENGTH_MAX = 200

/**
 * Whether a sign-up contains the secret of an open invitation to this address. The secret proves that the person reads the
 * mailbox, so no confirmation email is needed.
 */
export async function isInvited(token: unknown, email: string, now: Date): Promise<boolean> {
  if (typeof token !== 'string' || token.length > TOKEN_LENGTH_MAX) return false
  const token_hash = sha256(token)
  const invitation = await asSystem(
    async (tx) =>
      (await getAcceptableInvitation(tx, { token_hash }, now)) ?? (await getClientInvitation(tx, token_hash, now)),
  )
  return invitation?.email === email
}

type InvitedPerson = { email: string | null; email_verified: boolean }

/** Whether a new account may be created: sign-up is on, or the verified address has an open invitation. */
export async function maySignUp(
  { email, email_verified }: InvitedPerson,
  { authSignup }: { authSignup: boolean },
  now: Date,
): Promise<boolean> {
  if (authSignup) return true
  if (email === null || !email_verified) return false
  return asSystem(
    async (tx) => (await hasAcceptableInvitation(tx, email, now)) || (await hasClientInvitation(tx, email, now)),
  )
}
