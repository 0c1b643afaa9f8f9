import { z } from 'zod'
import { throwAuthError } from '../wire/rules.ts'

// As in all of GoTrue's bodies, null, an empty string and a missing field mean the same, and unknown fields are ignored.
const text = z
  .string()
  .max(255)
  .nullish()
  .transform((value) => value?.trim() || null)

export const EnrollBody = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn'], { error: 'factor_type needs to be totp, phone, or webauthn' }),
  friendly_name: text,
  issuer: text,
  phone: text,
})
export type Enrollment = z.output<typeof EnrollBody>

const channels = ['sms', 'whatsapp'] as const
export const ChallengeBody = z.object({
  channel: z
    .enum(channels)
    .nullish()
    .transform((channel) => channel ?? 'sms'),
})

/** The name is optional. Without it, the client sends no body. */
export const RecoverySetBody = z.object({ friendly_name: text })
export const RecoveryCodeBody = z.object({ code: text })

/** Base64url as authenticators write it, long enough for the largest attestation. */
const bytes = z
  .string()
  .regex(/^[\w-]+=*$/)
  .max(65_536)

// Data about browser extensions is removed, because we use none.
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
}
export const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().max(32))
      .max(16)
      .nullish()
      .transform((transports) => transports ?? []),
  }),
})
type AssertionResponse = {
  clientDataJSON: string
  authenticatorData: string
  signature: string
  /** The name that the authenticator gives to the account. */
  userHandle?: string
}

export const Assertion = z.object({
  ...credential,
  response: z
    .object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.nullish(),
    })
    .transform(
      ({ userHandle, ...response }): AssertionResponse => (userHandle ? { ...response, userHandle } : response),
    ),
})

export const VerifyBody = z.object({
  challenge_id: z.uuid(),
  code: text,
  webauthn: z.object({ credential_response: z.unknown() }).nullish(),
})
export type FactorAnswer = z.output<typeof VerifyBody>

const E164 = /^\+?([1-9]\d{6,14})$/

/** Normalizes a phone number to `+` and digits. @throws AuthError validation_failed */
export function readPhone(typedPhone: string | null): string {
  const digits = E164.exec((typedPhone ?? '').replace(/[\s().-]/g, ''))?.[1]
  if (digits) return `+${digits}`
  return throwAuthError('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
}
