import { createHash } from 'node:crypto'
import { sameSecret } from '../../../platform/secrets.ts'

/** For what a flow's secrets are sealed: those towards the provider, then the provider's tokens. */
export const SECRETS = 'provider-flow'

const AUTH_CODE_LIFE_MS = 5 * 60_000

/** Whether an auth code is too old; its five minutes count from its issue, not from the request that began the flow. */
export function isExpired(auth_code_issued_at: string | null, now: Date): boolean {
  return auth_code_issued_at === null || now.getTime() - Date.parse(auth_code_issued_at) > AUTH_CODE_LIFE_MS
}

/** Whether this is the verifier from which the flow's challenge was made (RFC 7636). */
export function fitsChallenge(
  code_verifier: string,
  flow: { code_challenge: string; code_challenge_method: string },
): boolean {
  const made =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(code_verifier).digest('base64url')
      : code_verifier
  return sameSecret(made, flow.code_challenge)
}
