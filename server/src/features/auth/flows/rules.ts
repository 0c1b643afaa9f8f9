import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sameSecret, seal, unseal } from '#platform/auth/secrets.ts'
import { ProviderProfile } from '../identities/rules.ts'

/** For what a flow's secrets are sealed: those towards the provider, then what the provider said. */
export const SECRETS = 'provider-flow'

const ParkedArrival = z.object({
  profile: ProviderProfile,
  /** Whether an account may be created for this person. */
  may_sign_up: z.boolean(),
  tokens: z.object({ provider_token: z.string(), provider_refresh_token: z.string().optional() }),
})
/** What the callback leaves for the exchange: who came, and the provider's tokens. */
export type ParkedArrival = z.output<typeof ParkedArrival>

export const sealArrival = (arrival: ParkedArrival): string => seal(SECRETS, JSON.stringify(arrival))

/** Reads what `sealArrival` wrote; null where the flow holds none. */
export function readArrival(secrets: string | null): ParkedArrival | null {
  if (secrets === null) return null
  return ParkedArrival.safeParse(JSON.parse(unseal(SECRETS, secrets).toString())).data ?? null
}

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
