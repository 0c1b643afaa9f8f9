import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type CaptchaSettings, captchaProviders, usualVerifyUrl } from './captcha.ts'

const flag = z.enum(['true', 'false', '1', '0', 'on', 'off']).transform((text) => ['true', '1', 'on'].includes(text))
const port = z.coerce.number().int().min(0).max(65_535)

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]', '::1']
export const isLoopback = (host: string) => loopbackHosts.includes(host)

// What is said to a provider, and by it, is believed: only one's own machine may do without encryption.
const isReachedSafely = (text: string) =>
  text.startsWith('https://') || !URL.canParse(text) || isLoopback(new URL(text).hostname)

const nameServer = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

/** The kinds of second factor that people may add, where configuration does not say otherwise. */
const factorTypes = ['totp', 'phone', 'webauthn'] as const

const Issuer = z.url({ protocol: /^https?$/, error: 'must be a web address' }).refine(isReachedSafely, {
  error: 'must begin with https://',
})

const priceId = z.string().regex(/^price_\w+$/, 'must be the id of a monthly price, price_...')

/** One entry of OIDC_PROVIDERS. */
const OidcProvider = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{1,29}$/, 'name must be 2 to 30 of a-z, 0-9 and hyphens'),
  issuer: Issuer,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

/** A sign-in provider that speaks OpenID Connect, as an operator has registered us there. */
export type ProviderConfig = {
  name: string
  issuer: string
  /** The first is ours towards it; an ID token may be made out to any of them (an app has its own). */
  client_ids: readonly [string, ...string[]]
  client_secret: string
}

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://studios.example' })
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  SNAPSHOT_SECONDS: z.coerce.number().int().min(0).max(86_400).default(60),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (try: openssl rand -hex 32)')
    .optional(),
  SUPER_ADMIN_EMAIL: z.email('must be an email address').optional(),
  SUPER_ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.string().min(3).default('StudioHub <no-reply@studiohub.example>'),
  // One-time codes go there.
  SMS_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .refine(isReachedSafely, { error: 'must begin with https:// unless it is on this machine' })
    .optional(),
  SMS_WEBHOOK_SECRET: z
    .string()
    .regex(/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/, 'must be at least 24 bytes in base64 (try: openssl rand -base64 32)')
    .optional(),
  SMS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(30),
  AUTH_FACTORS: z
    .string()
    .transform((text) => (text === 'off' ? [] : text.split(',').map((part) => part.trim())))
    .pipe(z.array(z.enum(factorTypes, { error: `must be off or a list of ${factorTypes.join(', ')}` })))
    .default([...factorTypes]),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AUTH_CONFIRM_EMAIL: flag.default(false),
  AUTH_LINKING: flag.default(true),
  GOOGLE_CLIENT_ID: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.string().min(1)], z.string().min(1)))
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: Issuer.default('https://accounts.google.com'),
  OIDC_PROVIDERS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a JSON array' })
        return z.NEVER
      }
    })
    .pipe(z.array(OidcProvider))
    .default([]),
  CAPTCHA_PROVIDER: z.enum(captchaProviders, { error: `must be one of ${captchaProviders.join(', ')}` }).optional(),
  CAPTCHA_SITE_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the key that the provider gave for the page')
    .optional(),
  CAPTCHA_SECRET: z.string().min(1).optional(),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key, such as sk_live_...')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook, whsec_...')
    .optional(),
  STRIPE_PRICE_STARTER: priceId.optional(),
  STRIPE_PRICE_PRO: priceId.optional(),
  STRIPE_API_URL: Issuer.default('https://api.stripe.com'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
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

export type Config = ReturnType<typeof readConfig>

/** A variable that stops the start: its name and what it should be. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the configuration from environment variables, once, at start.
 * @throws ConfigError that names every wrong variable and what it should be
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const env = parse(environment)
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  const local = isLoopback(env.HOST) && isLoopback(publicUrl.hostname)
  refuseWhatDoesNotFit(env, local)
  const dataDir = resolve(env.DATA_DIR)
  // Everybody's data is in it, and the database engine creates files that all may read.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir,
    publicUrl: publicUrl.origin,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    snapshotSeconds: env.SNAPSHOT_SECONDS,
    secretKey: env.SECRET_KEY ? Buffer.from(env.SECRET_KEY, 'hex') : ownSecretKey(dataDir),
    superAdmin:
      env.SUPER_ADMIN_EMAIL && env.SUPER_ADMIN_PASSWORD
        ? { email: env.SUPER_ADMIN_EMAIL.toLowerCase(), password: env.SUPER_ADMIN_PASSWORD }
        : null,
    s3: storeOf(env),
    stripe: stripeOf(env),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    smsWebhook: webhookOf(env),
    smsPerHour: env.SMS_PER_HOUR,
    authFactors: env.AUTH_FACTORS,
    authConfirmEmail: env.AUTH_CONFIRM_EMAIL,
    authLinking: env.AUTH_LINKING,
    providers: providersOf(env),
    captcha: captchaSettings(env),
    rateLimit: env.RATE_LIMIT,
    demo: env.DEMO && local,
    trustProxy: trustedProxies(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    dnsServers: env.DNS_SERVERS,
    metricsToken: env.METRICS_TOKEN ?? null,
    accessTokenLifetime: 3600,
  }
}

function parse(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`This configuration cannot be used.\n  ${lines.join('\n  ')}`)
}

function refuseWhatDoesNotFit(env: z.output<typeof Environment>, local: boolean) {
  if (env.RATE_LIMIT === 'off' && !local) {
    throw new ConfigError('RATE_LIMIT: off is for tests; it is refused unless HOST and PUBLIC_URL are loopback')
  }
  if (Boolean(env.SUPER_ADMIN_EMAIL) !== Boolean(env.SUPER_ADMIN_PASSWORD)) {
    throw new ConfigError('SUPER_ADMIN_EMAIL: must be given together with SUPER_ADMIN_PASSWORD')
  }
  if (Boolean(env.SMS_WEBHOOK_URL) !== Boolean(env.SMS_WEBHOOK_SECRET)) {
    throw new ConfigError('SMS_WEBHOOK_URL: must be given together with SMS_WEBHOOK_SECRET')
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    throw new ConfigError('GOOGLE_CLIENT_ID: must be given together with GOOGLE_CLIENT_SECRET')
  }
  const names = env.OIDC_PROVIDERS.map(({ name }) => name)
  if (new Set([...names, ...takenNames]).size < names.length + takenNames.length) {
    throw new ConfigError(`OIDC_PROVIDERS: every name must be its own, and none of ${takenNames.join(', ')}`)
  }
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    throw new ConfigError(
      'SECRET_KEY: is required with DATABASE_URL (64 hexadecimal digits; try: openssl rand -hex 32)',
    )
  }
}

/** What providers of an operator's own may not be called: these names say something else on the wire. */
const takenNames = ['google', 'email', 'phone', 'anonymous']

/** Everybody who may vouch for a person here: Google, where it is set up, and the operator's own. */
function providersOf(env: z.output<typeof Environment>): ProviderConfig[] {
  const { GOOGLE_CLIENT_ID: client_ids, GOOGLE_CLIENT_SECRET: client_secret, GOOGLE_ISSUER: issuer } = env
  const google = client_ids && client_secret ? [{ name: 'google', issuer, client_ids, client_secret }] : []
  const own = env.OIDC_PROVIDERS.map(({ client_id, ...provider }): ProviderConfig => {
    return { ...provider, client_ids: [client_id] }
  })
  return [...google, ...own]
}

/** The service that sends text messages, and the key that tells it that a call is ours. */
function webhookOf({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret }: z.output<typeof Environment>) {
  return url && secret ? { url, secret: Buffer.from(secret.replace(/^whsec_/, ''), 'base64') } : null
}

/** The S3-compatible store for uploads: all of it named, or none. */
function storeOf(env: z.output<typeof Environment>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!(S3_ENDPOINT || S3_BUCKET || S3_ACCESS_KEY_ID || S3_SECRET_ACCESS_KEY)) return null
  if (!(S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError(
      'S3_ENDPOINT: must be given together with S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    )
  }
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** Who takes money for plans: all of it named, or nobody. */
function stripeOf(env: z.output<typeof Environment>) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_API_URL } = env
  if (!(STRIPE_SECRET_KEY || STRIPE_WEBHOOK_SECRET || STRIPE_PRICE_STARTER || STRIPE_PRICE_PRO)) return null
  if (!(STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET && STRIPE_PRICE_STARTER && STRIPE_PRICE_PRO)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY: must be given together with STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_STARTER and STRIPE_PRICE_PRO',
    )
  }
  if (STRIPE_PRICE_STARTER === STRIPE_PRICE_PRO) {
    throw new ConfigError('STRIPE_PRICE_PRO: must be another price than STRIPE_PRICE_STARTER')
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    prices: { starter: STRIPE_PRICE_STARTER, pro: STRIPE_PRICE_PRO },
    apiUrl: STRIPE_API_URL,
  }
}

/** The captcha of the forms, or null where none is set up. */
function captchaSettings(env: z.output<typeof Environment>): CaptchaSettings | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env
  if (!provider && !siteKey && !secret) return null
  if (!provider || !siteKey || !secret) {
    throw new ConfigError('CAPTCHA_PROVIDER: needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET beside it, and they need it')
  }
  const verifyUrl = env.CAPTCHA_VERIFY_URL ?? usualVerifyUrl(provider)
  // The secret goes there with every check.
  if (new URL(verifyUrl).protocol !== 'https:' && !isLoopback(new URL(verifyUrl).hostname)) {
    throw new ConfigError('CAPTCHA_VERIFY_URL: must begin with https:// unless it is on this machine')
  }
  return { provider, siteKey, secret, verifyUrl }
}

/** Whom to believe about addresses and hosts: nobody, so many hops, or the proxies at these addresses. */
function trustedProxies(setting: string | undefined): false | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting
}

// The embedded product keeps its own key beside its data; backups leave it out, so a stolen one opens nothing.
function ownSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new ConfigError(`SECRET_KEY: ${file} is damaged; restore it from where you keep it`)
  return Buffer.from(text, 'hex')
}
