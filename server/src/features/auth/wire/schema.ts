import { Email } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { throwAuthError } from './rules.ts'

// GoTrue's clients send null, an empty string or nothing for unused fields. They also send fields that we do not know.
const emptyAsNull = z
  .string()
  .nullish()
  .transform((value) => value || null)

// Every form sends the field. It is empty if no captcha is configured.
const Captcha = {
  gotrue_meta_security: z
    .object({ captcha_token: emptyAsNull })
    .nullish()
    .transform((security) => security?.captcha_token ?? null),
}

const Pkce = { code_challenge: emptyAsNull, code_challenge_method: emptyAsNull }

/** User metadata (`user_metadata`). */
const UserMetadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)

export const SignUpBody = z.object({
  email: emptyAsNull,
  phone: emptyAsNull,
  password: emptyAsNull,
  data: UserMetadata,
  ...Pkce,
  ...Captcha,
})
export const PasswordBody = z.object({ email: emptyAsNull, phone: emptyAsNull, password: emptyAsNull, ...Captcha })
export const RefreshBody = z.object({ refresh_token: emptyAsNull })
export const PkceBody = z.object({ auth_code: emptyAsNull, code_verifier: emptyAsNull })
export const RecoverBody = z.object({ email: emptyAsNull, ...Pkce, ...Captcha })
export const ResendBody = z.object({ type: emptyAsNull, email: emptyAsNull, phone: emptyAsNull, ...Pkce, ...Captcha })
export const OtpBody = z.object({
  email: emptyAsNull,
  phone: emptyAsNull,
  data: UserMetadata,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  ...Pkce,
  ...Captcha,
})
/** `password` is our own field: our page sends it with the link of a sign-up. */
export const VerifyBody = z.object({
  type: emptyAsNull,
  email: emptyAsNull,
  phone: emptyAsNull,
  token: emptyAsNull,
  token_hash: emptyAsNull,
  password: emptyAsNull,
})
/** The link token that a page sends. */
export const LinkBody = z.object({ token_hash: emptyAsNull })
export const WelcomeBody = z.object({ token_hash: emptyAsNull, password: emptyAsNull, nonce: emptyAsNull })
export const UserBody = z.object({
  email: emptyAsNull,
  phone: emptyAsNull,
  password: emptyAsNull,
  current_password: emptyAsNull,
  nonce: emptyAsNull,
  data: UserMetadata,
  app_metadata: z.unknown().optional(),
  ...Pkce,
})
export const VerifyQuery = z.object({ token: emptyAsNull, type: emptyAsNull, redirect_to: emptyAsNull })
export const RedirectQuery = z.object({ redirect_to: emptyAsNull })
export const GrantQuery = z.object({ grant_type: emptyAsNull })
export const LogoutQuery = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') })
export const AuthorizeQuery = z.object({
  provider: emptyAsNull,
  redirect_to: emptyAsNull,
  scopes: emptyAsNull,
  ...Pkce,
})
export const IdTokenBody = z.object({
  provider: emptyAsNull,
  id_token: emptyAsNull,
  access_token: emptyAsNull,
  nonce: emptyAsNull,
  link_identity: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})
export const CallbackQuery = z.object({ state: emptyAsNull, code: emptyAsNull, error: emptyAsNull })

/** Parses a body or a query. @throws AuthError validation_failed that names the invalid field */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const invalidPath = result.error.issues[0]?.path.join('.') || 'body'
  return throwAuthError('validation_failed', { message: `Invalid value for ${invalidPath}` })
}

/** Normalizes an email address: lower case, at most 255 characters. @throws AuthError validation_failed */
export function readEmail(value: string): string {
  const email = Email.safeParse(value)
  if (email.success) return email.data
  return throwAuthError('validation_failed', { message: 'Unable to validate email address: invalid format' })
}

/** Binds a flow to the client that started it (PKCE). */
export type Challenge = { code_challenge: string; code_challenge_method: 's256' | 'plain' }

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Reads the PKCE fields of a body: both or neither.
 * @param plainAllowed whether the method `plain` is allowed; pages on an insecure origin need it
 * @returns null if the client does not use PKCE
 */
export function readChallenge(
  { code_challenge, code_challenge_method }: { code_challenge: string | null; code_challenge_method: string | null },
  plainAllowed: boolean,
): Challenge | null {
  if (code_challenge === null && code_challenge_method === null) return null
  const method = code_challenge_method?.toLowerCase()
  const isAllowed = method === 's256' || (method === 'plain' && plainAllowed)
  if (!isAllowed) {
    return throwAuthError('validation_failed', {
      message: 'PKCE flow requires code_challenge_method s256 and code_challenge parameters',
    })
  }
  if (code_challenge === null || !CHALLENGE.test(code_challenge)) {
    return throwAuthError('validation_failed', {
      message: 'code challenge has to be between 43 and 128 unreserved characters',
    })
  }
  return { code_challenge, code_challenge_method: method }
}
