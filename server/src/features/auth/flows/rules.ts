import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sameSecret, seal, unseal } from '#platform/auth/secrets.ts'
import { ProviderProfile } from '../identities/rules.ts'

/** The purpose under which a flow's secrets are sealed, and later the provider's answer. */
export const FLOW_SECRETS = 'provider-flow'

const ProviderResult = z.object({
  profile: ProviderProfile,
  /** Whether an account may be created for this person. */
  may_sign_up: z.boolean(),
  tokens: z.object({ provider_token: z.string(), provider_refresh_token: z.string().optional() }),
})
/** The provider's profile and tokens, which are stored between the callback and the exchange of the code. */
export type ProviderResult = z.output<typeof ProviderResult>

export const sealProviderResult = (result: ProviderResult): string => seal(FLOW_SECRETS, JSON.stringify(result))

/** Opens the text that `sealProviderResult` has sealed; null if the flow has no provider's answer. */
export function readProviderResult(secrets: string | null): ProviderResult | null {
  if (secrets === null) return null
  return ProviderResult.safeParse(JSON.parse(unseal(FLOW_SECRETS, secrets).toString())).data ?? null
}

const AUTH_CODE_LIFE_MS = 5 * 60_000

/** Whether an auth code has expired: five minutes after it was issued. */
export function isAuthCodeExpired(auth_code_issued_at: string | null, now: Date): boolean {
  return auth_code_issued_at === null || now.getTime() - Date.parse(auth_code_issued_at) > AUTH_CODE_LIFE_MS
}

/** Whether this verifier belongs to the flow's challenge (RFC 7636). */
export function matchesChallenge(
  code_verifier: string,
  flow: { code_challenge: string; code_challenge_method: string },
): boolean {
  const challenge =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(code_verifier).digest('base64url')
      : code_verifier
  return sameSecret(challenge, flow.code_challenge)
}
