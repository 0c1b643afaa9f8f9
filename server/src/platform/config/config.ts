import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { FILE_MAX_MB } from '@studiohub/contract/shared/files.ts'
import { z } from 'zod'
import { AccountVariables, readAccountSettings } from './accounts.ts'
import { defaultDataDir } from './data-dir.ts'
import { MailVariables, readMailLimits } from './mails.ts'
import { ownKeys } from './own-keys.ts'
import { readServices, ServiceVariables } from './services.ts'
import { ConfigError, FileLimit, flag, isLoopback } from './values.ts'

const port = z.coerce.number().int().min(0).max(65_535)

const key = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (try: openssl rand -hex 32)')

const nameServer = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

/** The kinds of second factor that people may add, unless the configuration lists others. */
const factorTypes = ['totp', 'phone', 'webauthn'] as const

const Environment = ServiceVariables.extend({ ...AccountVariables.shape, ...MailVariables.shape }).extend({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default(defaultDataDir),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://studios.example' })
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  SECRET_KEY: key.optional(),
  FORMER_SECRET_KEY: key.optional(),
  SUPER_ADMIN_EMAIL: z.email('must be an email address').optional(),
  SUPER_ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.string().min(3).default('StudioHub <no-reply@studiohub.example>'),
  PLANS: flag.default(true),
  UPLOADS_FILE_MB: FileLimit.default(FILE_MAX_MB),
  UPLOADS_STUDIO_MB: z.coerce.number().int().min(1).max(100_000_000).default(20_480),
  UPLOADS_CLIENT_MB: z.coerce.number().int().min(1).max(100_000_000).default(2_048),
  SMS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(30),
  AUTH_FACTORS: z
    .string()
    .transform((text) => (text === 'off' ? [] : text.split(',').map((part) => part.trim())))
    .pipe(z.array(z.enum(factorTypes, { error: `must be off or a list of ${factorTypes.join(', ')}` })))
    .default([...factorTypes]),
  AUTH_CONFIRM_EMAIL: flag.default(false),
  AUTH_LINKING: flag.default(true),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  PASSWORD_HASH_COST: z.enum(['full', 'test']).default('full'),
  DEMO: flag.default(true),
  TRUST_PROXY: z
    .string()
    .regex(/^(\d{1,2}|[0-9a-fA-F.:/, ]+)$/, 'must be a number of hops or a list of addresses')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(nameServer, 'must be addresses such as 9.9.9.9 or 9.9.9.9:53')))
    .default([]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
})

/** The name of every variable that the product reads. */
export const knownVariables: readonly string[] = Object.keys(Environment.shape)

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from environment variables, once, at start.
 * @throws ConfigError that lists every invalid variable and its expected value
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const env = parse(environment)
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  const isLocal = isLoopback(env.HOST) && isLoopback(publicUrl.hostname)
  requireConsistent(env, isLocal)
  const services = readServices(env)
  const dataDir = resolve(env.DATA_DIR)
  // The folder contains all data, and the database server may create files in it that everyone can read.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir,
    publicUrl: publicUrl.origin,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    ...keysOf(env, dataDir),
    superAdmin:
      env.SUPER_ADMIN_EMAIL && env.SUPER_ADMIN_PASSWORD
        ? { email: env.SUPER_ADMIN_EMAIL.toLowerCase(), password: env.SUPER_ADMIN_PASSWORD }
        : null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    plans: env.PLANS,
    uploads: { file_mb: env.UPLOADS_FILE_MB, studio_mb: env.UPLOADS_STUDIO_MB, client_mb: env.UPLOADS_CLIENT_MB },
    smsPerHour: env.SMS_PER_HOUR,
    authFactors: env.AUTH_FACTORS,
    authConfirmEmail: env.AUTH_CONFIRM_EMAIL,
    authLinking: env.AUTH_LINKING,
    ...services,
    ...readAccountSettings(env),
    ...readMailLimits(env),
    rateLimit: env.RATE_LIMIT,
    passwordHashCost: env.PASSWORD_HASH_COST,
    demo: env.DEMO && isLocal,
    trustProxy: trustedProxies(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    dnsServers: env.DNS_SERVERS,
    metricsToken: env.METRICS_TOKEN ?? null,
  }
}

function parse(environment: NodeJS.ProcessEnv) {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(values)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`This configuration cannot be used.\n  ${lines.join('\n  ')}`)
}

function requireConsistent(env: z.output<typeof Environment>, isLocal: boolean) {
  if (env.RATE_LIMIT === 'off' && !isLocal) {
    throw new ConfigError('RATE_LIMIT: off is for tests; it is refused unless HOST and PUBLIC_URL are loopback')
  }
  if (env.PASSWORD_HASH_COST === 'test' && (!isLocal || env.RATE_LIMIT === 'on')) {
    throw new ConfigError(
      'PASSWORD_HASH_COST: test is for tests; it is refused unless HOST and PUBLIC_URL are loopback and RATE_LIMIT is off',
    )
  }
  if (Boolean(env.SUPER_ADMIN_EMAIL) !== Boolean(env.SUPER_ADMIN_PASSWORD)) {
    throw new ConfigError('SUPER_ADMIN_EMAIL: must be given together with SUPER_ADMIN_PASSWORD')
  }
  if (!env.PLANS && env.STRIPE_PRICE_STARTER) {
    throw new ConfigError('PLANS: off cannot be given together with STRIPE_PRICE_STARTER, which sells plans')
  }
  if (env.FORMER_SECRET_KEY && !env.SECRET_KEY) {
    throw new ConfigError('FORMER_SECRET_KEY: must be given together with SECRET_KEY')
  }
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    throw new ConfigError(
      'SECRET_KEY: is required with DATABASE_URL (64 hexadecimal digits; try: openssl rand -hex 32)',
    )
  }
}

/** The proxies that may set the address and host of a request: none, a number of hops, or a list of addresses. */
function trustedProxies(setting: string | undefined): false | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting
}

function keysOf({ SECRET_KEY, FORMER_SECRET_KEY }: z.output<typeof Environment>, dataDir: string) {
  if (!SECRET_KEY) return { ...ownKeys(dataDir), keysAreOwn: true }
  const formerSecretKey = FORMER_SECRET_KEY ? Buffer.from(FORMER_SECRET_KEY, 'hex') : null
  return { secretKey: Buffer.from(SECRET_KEY, 'hex'), formerSecretKey, keysAreOwn: false }
}
