import { Email, name } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { mergeMetadata } from '../users/rules.ts'

/** A person's profile at a provider. */
export const ProviderProfile = z.object({
  provider: z.string(),
  provider_id: z.string(),
  /** Normalized; null if the provider sends no valid address. */
  email: z.string().nullable(),
  /** Whether the provider has verified that the person reads that address. */
  email_verified: z.boolean(),
  identity_data: z.record(z.string(), z.unknown()),
})
export type ProviderProfile = z.output<typeof ProviderProfile>

const PICTURE_MAX = 1000

const parsePictureUrl = (value: unknown) =>
  typeof value === 'string' && value.length <= PICTURE_MAX && /^https:\/\//.test(value) && URL.canParse(value)
    ? value
    : null

/** A profile from a provider's claims: only known claims, and only valid values. */
export function parseProfile(
  provider: { name: string; issuer: string },
  claims: { sub: string } & Record<string, unknown>,
): ProviderProfile {
  const email = Email.safeParse(claims.email).data ?? null
  const email_verified = email !== null && (claims.email_verified === true || claims.email_verified === 'true')
  const full_name = name('Name is required').safeParse(claims.name).data ?? null
  const picture = parsePictureUrl(claims.picture)
  const identity_data = mergeMetadata(
    { iss: provider.issuer, sub: claims.sub, provider_id: claims.sub, email_verified, phone_verified: false },
    { email, name: full_name, full_name, picture, avatar_url: picture },
  )
  if (typeof claims.hd === 'string') identity_data.custom_claims = { hd: claims.hd }
  return { provider: provider.name, provider_id: claims.sub, email, email_verified, identity_data }
}
