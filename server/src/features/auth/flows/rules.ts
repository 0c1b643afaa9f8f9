import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sameSecret, seal, unseal } from '#platform/auth/secrets.ts'
import { ProviderProfile } from '../identities/rules.ts'

/** The seal purpose for a flow's secrets, and later for the provider's answer. */
export const SECRETS = 'provider-flow'

const ParkedArrival = z.object({
  profile: ProviderProfile,
  /** Whether an account may be created for this person. */
  may_sign_up: z.boolean(),
  tokens: z.object({ provider_token: z.string(), provider_refresh_token: z.string().optional() }),
})
/** The provider's profile and tokens, which are stored between the callback and the exchange of the code. */
export type ParkedArrival = z.output<typeof ParkedArrival>

export const sealArrival = (arrival: ParkedArrival): string => seal(SECRETS, JSON.stringify(arrival))

/** Reads the text of `sealArrival`; null if the flow has none. */
export function readArrival(secrets: string | null): ParkedArrival | null {
  if (secrets === null) return null
  return ParkedArrival.safeParse(JSON.parse(unseal(SECRETS, secrets).toString())).data ?? null
}

const AUTH_CODE_LIFE_MS = 5 * 60_000

/** Whether an auth code has expired: five minutes after it was issued. */
export function isExpired(auth_code_issued_at: string | null, now: Date): boolean {
  return auth_code_issued_at === null || now.getTime() - Date.parse(auth_code_issued_at) > AUTH_CODE_LIFE_MS
}

/** Whether this is the verifier of the flow's challenge (RFC 7636). */
export function matchesChallenge(
  code_verifier: string,
  flow: { code_challenge: string; code_challenge_method: string },
): boolean {
  const made =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(code_verifier).digest('base64url')
      : code_verifier
  return sameSecret(made, flow.code_challenge)
}
