import { isAbsolute } from 'node:path'
import { PASSWORD_MIN } from '@studiohub/contract/features/auth/schema.ts'
import { z } from 'zod'
import { flag, isLoopback } from './values.ts'

const wholeHours = z.coerce.number().int().min(1).max(87_600).optional()

/** Where to look up leaked passwords: a file of sorted SHA-1 hashes, or a service that gets the first five digits. */
export type LeakedPasswordSource = { kind: 'file'; path: string } | { kind: 'service'; url: string }

const LeakedPasswords = z
  .string()
  .transform((text, context): LeakedPasswordSource | null => {
    if (text === 'off') return null
    if (isAbsolute(text)) return { kind: 'file', path: text }
    const url = URL.parse(text)
    if (url && (url.protocol === 'https:' || isLoopback(url.hostname))) return { kind: 'service', url: text }
    context.addIssue({ code: 'custom', message: 'must be off, the absolute path of a file, or an https address' })
    return z.NEVER
  })
  .default(null)

/** The variables for sign-in and sessions. */
export const AccountVariables = z.object({
  AUTH_SIGNUP: flag.default(true),
  AUTH_TOKEN_SECONDS: z.coerce.number().int().min(60).max(86_400).default(3600),
  AUTH_REFRESH_REUSE_SECONDS: z.coerce.number().int().min(0).max(300).default(10),
  AUTH_SESSION_HOURS: wholeHours,
  AUTH_SESSION_IDLE_HOURS: wholeHours,
  AUTH_SINGLE_SESSION: flag.default(false),
  AUTH_FACTOR_WAIT_HOURS: z.coerce.number().int().min(24).max(720).default(72),
  AUTH_PASSWORD_MIN: z.coerce.number().int().min(PASSWORD_MIN).max(64).default(PASSWORD_MIN),
  AUTH_LEAKED_PASSWORDS: LeakedPasswords,
  RATE_LIMIT_FACTOR: z.coerce.number().min(1).max(10).default(1),
})

/** The operator's settings for accounts and sessions. */
export const readAccountSettings = (env: z.output<typeof AccountVariables>) => ({
  accessTokenLifetime: env.AUTH_TOKEN_SECONDS,
  authSignup: env.AUTH_SIGNUP,
  rateLimitFactor: env.RATE_LIMIT_FACTOR,
  sessionLimits: {
    reuse_seconds: env.AUTH_REFRESH_REUSE_SECONDS,
    lifetime_hours: env.AUTH_SESSION_HOURS ?? null,
    idle_hours: env.AUTH_SESSION_IDLE_HOURS ?? null,
    single: env.AUTH_SINGLE_SESSION,
    factor_wait_hours: env.AUTH_FACTOR_WAIT_HOURS,
  },
  passwordRules: { min_length: env.AUTH_PASSWORD_MIN, leaked: env.AUTH_LEAKED_PASSWORDS },
})
