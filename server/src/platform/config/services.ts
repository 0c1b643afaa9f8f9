import { z } from 'zod'
import { type CaptchaSettings, captchaProviders, defaultVerifyUrl } from '../auth/captcha.ts'
import { readAllowList } from '../outbound/addresses.ts'
import { ConfigError, flag, ServiceAddress, WebAddress } from './values.ts'

/** One entry of OIDC_PROVIDERS. */
const OidcProvider = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{1,29}$/, 'name must be 2 to 30 of a-z, 0-9 and hyphens'),
  label: z.string().trim().min(1).max(40).optional(),
  issuer: ServiceAddress,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  id_token_nonce: z.boolean().default(true),
})

/** An OpenID Connect provider for sign-in, and the operator's registration with it. */
export type ProviderConfig = {
  name: string
  /** Its name on the sign-in button. */
  label: string
  issuer: string
  /** The first one is ours. ID tokens may be issued to any of them, because an app has its own. */
  client_ids: readonly [string, ...string[]]
  client_secret: string
  /** Whether an ID token from an app must contain a nonce; false only for a provider that never sends one. */
  id_token_nonce: boolean
}

const WebhookSecret = z
  .string()
  .regex(/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/, 'must be at least 24 bytes in base64 (try: openssl rand -base64 32)')

const priceId = z.string().regex(/^price_\w+$/, 'must be the id of a monthly price, price_...')

/** The variables for external services, which are all off by default. */
export const ServiceVariables = z.object({
  GOOGLE_CLIENT_ID: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.string().min(1)], z.string().min(1)))
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: ServiceAddress.default('https://accounts.google.com'),
  GOOGLE_ID_TOKEN_NONCE: flag.default(true),
  // Another registration than for sign-in: it asks for the calendars of people.
  GOOGLE_CALENDAR_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CALENDAR_CLIENT_SECRET: z.string().min(1).optional(),
  // One address in place of Google's own, for tests.
  GOOGLE_CALENDAR_URL: ServiceAddress.optional(),
  MICROSOFT_CALENDAR_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_CALENDAR_CLIENT_SECRET: z.string().min(1).optional(),
  // One address in place of Microsoft's own, for tests.
  MICROSOFT_CALENDAR_URL: ServiceAddress.optional(),
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
  // Receives one-time codes.
  SMS_WEBHOOK_URL: ServiceAddress.optional(),
  SMS_WEBHOOK_SECRET: WebhookSecret.optional(),
  // Signs reports of bounced emails.
  MAIL_WEBHOOK_SECRET: WebhookSecret.optional(),
  // Replies to message emails are sent to reply+...@ this domain.
  INBOUND_MAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?=.{4,190}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as reply.studios.example')
    .optional(),
  INBOUND_MAIL_SECRET: WebhookSecret.optional(),
  S3_ENDPOINT: WebAddress.optional(),
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
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key, such as sk_live_...')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook, whsec_...')
    .optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook for connected accounts, whsec_...')
    .optional(),
  STRIPE_PRICE_STARTER: priceId.optional(),
  STRIPE_PRICE_PRO: priceId.optional(),
  STRIPE_API_URL: ServiceAddress.default('https://api.stripe.com'),
  CAPTCHA_PROVIDER: z.enum(captchaProviders, { error: `must be one of ${captchaProviders.join(', ')}` }).optional(),
  CAPTCHA_SITE_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the key that the provider gave for the page')
    .optional(),
  CAPTCHA_SECRET: z.string().min(1).optional(),
  CAPTCHA_VERIFY_URL: ServiceAddress.optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a public key (try: npx web-push generate-vapid-keys)')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the private key of VAPID_PUBLIC_KEY')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be mailto: or https:, such as mailto:ops@studios.example')
    .optional(),
  NATS_URL: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(
      z.array(
        z.url({
          protocol: /^(nats|tls)$/,
          error: 'must begin with nats:// or tls://; several are separated by commas',
        }),
      ),
    )
    .optional(),
  // Networks that are not public, but that addresses entered by studios may point to.
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text, context) => {
      const list = readAllowList(text)
      if (list) return list
      context.addIssue({
        code: 'custom',
        message: 'must be hosts, addresses or networks separated by commas, such as crm.internal,10.0.0.0/8',
      })
      return z.NEVER
    }),
})

type Variables = z.output<typeof ServiceVariables>

/**
 * The settings of external services. A service has all its variables, or is off.
 * @throws ConfigError for a service with only some of its variables
 */
export const servicesOf = (env: Variables) => ({
  providers: providersOf(env),
  calendarClients: calendarClientsOf(env),
  smsWebhook: webhookOf(env),
  mailWebhookSecret: env.MAIL_WEBHOOK_SECRET === undefined ? null : secretBytes(env.MAIL_WEBHOOK_SECRET),
  inboundMail: inboundMailOf(env),
  s3: storeOf(env),
  stripe: stripeOf(env),
  cards: cardsOf(env),
  captcha: captchaOf(env),
  outboundAllow: env.OUTBOUND_ALLOW,
  vapid: vapidOf(env),
  nats: natsOf(env),
})

/** Names that an operator's own provider cannot have, because they have another meaning in `auth-wire`. */
const reservedNames = ['google', 'email', 'phone', 'anonymous']

/** All sign-in providers: Google, if it is set up, and the operator's own. */
function providersOf(env: Variables): ProviderConfig[] {
  const { GOOGLE_CLIENT_ID: client_ids, GOOGLE_CLIENT_SECRET: client_secret, GOOGLE_ISSUER: issuer } = env
  if (Boolean(client_ids) !== Boolean(client_secret)) {
    throw new ConfigError('GOOGLE_CLIENT_ID: must be given together with GOOGLE_CLIENT_SECRET')
  }
  const names = env.OIDC_PROVIDERS.map(({ name }) => name)
  if (new Set([...names, ...reservedNames]).size < names.length + reservedNames.length) {
    throw new ConfigError(`OIDC_PROVIDERS: every name must be its own, and none of ${reservedNames.join(', ')}`)
  }
  const id_token_nonce = env.GOOGLE_ID_TOKEN_NONCE
  const google =
    client_ids && client_secret
      ? [{ name: 'google', label: 'Google', issuer, client_ids, client_secret, id_token_nonce }]
      : []
  const own = env.OIDC_PROVIDERS.map(({ client_id, ...provider }): ProviderConfig => {
    return { ...provider, label: provider.label ?? labelOf(provider.name), client_ids: [client_id] }
  })
  return [...google, ...own]
}

/** The operator's registration with a provider of calendars. `url` replaces the provider's own addresses. */
export type CalendarClient = { id: string; secret: string; url: string | null }

type CalendarClients = { google: CalendarClient | null; microsoft: CalendarClient | null }

/** The providers whose calendars can be connected by consent. */
function calendarClientsOf(env: Variables): CalendarClients {
  return { google: calendarClientOf(env, 'GOOGLE'), microsoft: calendarClientOf(env, 'MICROSOFT') }
}

function calendarClientOf(env: Variables, name: 'GOOGLE' | 'MICROSOFT'): CalendarClient | null {
  const [id, secret] = [env[`${name}_CALENDAR_CLIENT_ID`], env[`${name}_CALENDAR_CLIENT_SECRET`]]
  if (Boolean(id) !== Boolean(secret))
    throw new ConfigError(`${name}_CALENDAR_CLIENT_ID: must be given together with ${name}_CALENDAR_CLIENT_SECRET`)
  return id && secret ? { id, secret, url: env[`${name}_CALENDAR_URL`] ?? null } : null
}

/** 'my-okta' as 'My okta'. */
const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** The service that sends text messages, and the key that signs our calls to it. */
function webhookOf({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret }: Variables) {
  if (!(url || secret)) return null
  if (!(url && secret)) throw new ConfigError('SMS_WEBHOOK_URL: must be given together with SMS_WEBHOOK_SECRET')
  return { url, secret: secretBytes(secret) }
}

export type NatsConfig = NonNullable<ReturnType<typeof natsOf>>

/** The NATS servers of one cluster, and how this product signs in there: by name and password, or by a token. */
function natsOf({ NATS_URL: addresses }: Variables) {
  const urls = addresses?.map((address) => new URL(address)) ?? []
  const [first] = urls
  if (!first) return null
  if (urls.some(({ protocol }) => protocol !== first.protocol)) {
    throw new ConfigError('NATS_URL: all addresses must begin with nats://, or all with tls://')
  }
  const signIns = urls.map(({ username, password }) => `${username}:${password}`)
  if (new Set(signIns).size > 1) throw new ConfigError('NATS_URL: all addresses must have the same name and password')
  const [user, pass] = [decodeURIComponent(first.username), decodeURIComponent(first.password)]
  return {
    servers: urls.map(({ host }) => host),
    ...(user && (pass ? { user, pass } : { token: user })),
    // Without this, an encrypted connection is used only if the server offers it.
    ...(first.protocol === 'tls:' && { tls: {} }),
  }
}

/** The operator's own keys for notifications on devices, and the contact for push services. */
function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: Variables) {
  if (Boolean(VAPID_PUBLIC_KEY) !== Boolean(VAPID_PRIVATE_KEY))
    throw new ConfigError('VAPID_PUBLIC_KEY: must be given together with VAPID_PRIVATE_KEY')
  const isOwn = VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
  const keys = isOwn ? { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY } : null
  return { keys, subject: VAPID_SUBJECT ?? null }
}

/** The domain of reply addresses, and the key with which the mail service signs its calls. */
function inboundMailOf({ INBOUND_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret }: Variables) {
  if (!(domain || secret)) return null
  if (!(domain && secret)) throw new ConfigError('INBOUND_MAIL_DOMAIN: must be given together with INBOUND_MAIL_SECRET')
  return { domain, secret: secretBytes(secret) }
}

const secretBytes = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** The S3-compatible store for uploads. */
function storeOf(env: Variables) {
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

/** The provider of card payments to studios. It has the API key of the provider for plans, but its own webhook secret. */
function cardsOf({ STRIPE_SECRET_KEY, STRIPE_CONNECT_WEBHOOK_SECRET, STRIPE_API_URL }: Variables) {
  if (!STRIPE_CONNECT_WEBHOOK_SECRET) return null
  if (!STRIPE_SECRET_KEY) {
    throw new ConfigError('STRIPE_CONNECT_WEBHOOK_SECRET: must be given together with STRIPE_SECRET_KEY')
  }
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_CONNECT_WEBHOOK_SECRET, apiUrl: STRIPE_API_URL }
}

/** The payment provider for plans. If `STRIPE_CONNECT_WEBHOOK_SECRET` is set, the API key alone does not turn on plans. */
function stripeOf(env: Variables) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_API_URL } = env
  const isForPlans = STRIPE_SECRET_KEY && !env.STRIPE_CONNECT_WEBHOOK_SECRET
  if (!(isForPlans || STRIPE_WEBHOOK_SECRET || STRIPE_PRICE_STARTER || STRIPE_PRICE_PRO)) return null
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

/** The captcha of the sign-up and sign-in forms. */
function captchaOf(env: Variables): CaptchaSettings | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env
  if (!(provider || siteKey || secret)) return null
  if (!(provider && siteKey && secret)) {
    throw new ConfigError('CAPTCHA_PROVIDER: needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET: set all three or none')
  }
  return { provider, siteKey, secret, verifyUrl: env.CAPTCHA_VERIFY_URL ?? defaultVerifyUrl(provider) }
}
