import { asSystem } from '../../../platform/db/door.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { getAcceptable } from '../../invitations/queries.ts'

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
