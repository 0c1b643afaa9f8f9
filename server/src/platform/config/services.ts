import { z } from 'zod'
import { type CaptchaSettings, captchaProviders, defaultVerifyUrl } from '../auth/captcha.ts'
import { readAllowList } from '../outbound/addresses.ts'
import { CalendarVariables, readCalendarClients } from './calendars.ts'
import { GatewayVariables, readInboundMail, readMailWebhookSecret, readSmsWebhook } from './gateways.ts'
import { NatsVariables, readNatsSettings } from './nats.ts'
import { PaymentVariables, readCardSettings, readStripeSettings } from './payments.ts'
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
  /** The first id is ours. ID tokens may be issued to any of them, because an app has an id of its own. */
  client_ids: readonly [string, ...string[]]
  client_secret: string
  /** Whether an ID token from an app must contain a nonce; false only for a provider that never sends one. */
  id_token_nonce: boolean
}

/** The variables for external services, which are all off by default. */
export const ServiceVariables = z.object({
  ...CalendarVariables.shape,
  ...GatewayVariables.shape,
  ...PaymentVariables.shape,
  ...NatsVariables.shape,
  GOOGLE_CLIENT_ID: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.string().min(1)], z.string().min(1)))
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: ServiceAddress.default('https://accounts.google.com'),
  GOOGLE_ID_TOKEN_NONCE: flag.default(true),
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
  // Private networks and hosts to which addresses that studios enter may point.
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
 * The settings of external services. A service without variables is off.
 * @throws ConfigError for a service with only some of its variables
 */
export const readServices = (env: Variables) => ({
  providers: providersOf(env),
  calendarClients: readCalendarClients(env),
  smsWebhook: readSmsWebhook(env),
  mailWebhookSecret: readMailWebhookSecret(env),
  inboundMail: readInboundMail(env),
  s3: storeOf(env),
  stripe: readStripeSettings(env),
  cards: readCardSettings(env),
  captcha: captchaOf(env),
  outboundAllow: env.OUTBOUND_ALLOW,
  vapid: vapidOf(env),
  nats: readNatsSettings(env),
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

/** 'my-okta' as 'My okta'. */
const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** The operator's own keys for notifications on devices, and the contact for push services. */
function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: Variables) {
  if (Boolean(VAPID_PUBLIC_KEY) !== Boolean(VAPID_PRIVATE_KEY))
    throw new ConfigError('VAPID_PUBLIC_KEY: must be given together with VAPID_PRIVATE_KEY')
  const isOwn = VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
  const keys = isOwn ? { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY } : null
  return { keys, subject: VAPID_SUBJECT ?? null }
}

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

/** The captcha of the sign-up and sign-in forms. */
function captchaOf(env: Variables): CaptchaSettings | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env
  if (!(provider || siteKey || secret)) return null
  if (!(provider && siteKey && secret)) {
    throw new ConfigError('CAPTCHA_PROVIDER: needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET: set all three or none')
  }
  return { provider, siteKey, secret, verifyUrl: env.CAPTCHA_VERIFY_URL ?? defaultVerifyUrl(provider) }
}
