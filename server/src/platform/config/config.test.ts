import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './values.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'studiohub-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const read = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR, ...environment })
const SECRET_KEY = 'ab'.repeat(32)
const superAdmin = { SUPER_ADMIN_EMAIL: 'Owner@Example.com', SUPER_ADMIN_PASSWORD: 'secret1' }

test('without variables the product listens on this machine only, with the embedded database', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    superAdmin: null,
    smtpUrl: null,
    rateLimit: 'on',
    passwordHashCost: 'full',
    demo: true,
    trustProxy: false,
    logLevel: 'info',
    metricsToken: null,
  })
})

describe('an invalid variable stops the start with its name and the expected value', () => {
  test.each<[string, string, RegExp]>([
    ['PORT', 'eighty', /PORT/],
    ['PORT', '70000', /PORT/],
    ['PORT', '80.5', /PORT/],
    ['PUBLIC_URL', 'studios.example', /PUBLIC_URL: must be a web address/],
    ['PUBLIC_URL', 'ftp://studios.example', /PUBLIC_URL: must be a web address/],
    ['DATABASE_URL', 'mysql://db', /DATABASE_URL: must begin with postgres/],
    ['DATABASE_POOL', '1', /DATABASE_POOL/],
    ['SECRET_KEY', 'short', /SECRET_KEY: must be 64 hexadecimal digits/],
    ['SUPER_ADMIN_EMAIL', 'nobody', /SUPER_ADMIN_EMAIL: must be an email address/],
    ['SUPER_ADMIN_PASSWORD', '12345', /SUPER_ADMIN_PASSWORD: must have at least 6 characters/],
    ['SMTP_URL', 'http://mail', /SMTP_URL: must begin with smtp/],
    ['MAIL_FROM', 'x', /MAIL_FROM/],
    ['AUTH_CONFIRM_EMAIL', 'maybe', /AUTH_CONFIRM_EMAIL/],
    ['CAPTCHA_PROVIDER', 'recaptcha', /CAPTCHA_PROVIDER: must be one of turnstile, hcaptcha/],
    ['CAPTCHA_VERIFY_URL', 'captcha', /CAPTCHA_VERIFY_URL: must be a web address/],
    ['AUTH_FACTORS', 'totp,email', /AUTH_FACTORS.*must be off or a list of totp, phone, webauthn/],
    ['SMS_WEBHOOK_URL', 'ftp://sms', /SMS_WEBHOOK_URL: must be a web address/],
    ['SMS_WEBHOOK_URL', 'sms', /SMS_WEBHOOK_URL: must be a web address/],
    ['SMS_WEBHOOK_URL', 'http://sms.example', /SMS_WEBHOOK_URL: must begin with https/],
    ['BOOKING_MAIL_WAIT_SECONDS', '601', /BOOKING_MAIL_WAIT_SECONDS/],
    ['BOOKING_MAILS_A_DAY', '0', /BOOKING_MAILS_A_DAY/],
    ['TEXTS_PLATFORM_DAY', '0', /TEXTS_PLATFORM_DAY/],
    ['TEXTS_COUNTRIES', 'Germany', /TEXTS_COUNTRIES.*must be country codes/],
    ['MAIL_SPF', 'v=spf1 -all', /MAIL_SPF: must be one mechanism of SPF/],
    ['SMS_WEBHOOK_URL', 'https://sms.example', /SMS_WEBHOOK_URL: must be given together with SMS_WEBHOOK_SECRET/],
    ['SMS_WEBHOOK_SECRET', 'short', /SMS_WEBHOOK_SECRET: must be at least 24 bytes in base64/],
    ['SMS_PER_HOUR', '0', /SMS_PER_HOUR/],
    ...['0', '101', '2.5', 'many'].map((value): [string, string, RegExp] => [
      'UPLOADS_FILE_MB',
      value,
      /UPLOADS_FILE_MB: must be a whole number of megabytes from 1 to 100/,
    ]),
    ['STRIPE_SECRET_KEY', 'pk_live_1', /STRIPE_SECRET_KEY: must be a secret or restricted key/],
    ['STRIPE_SECRET_KEY', 'sk_live_1', /STRIPE_SECRET_KEY: must be given together with STRIPE_WEBHOOK_SECRET/],
    ['STRIPE_WEBHOOK_SECRET', 'secret', /STRIPE_WEBHOOK_SECRET: must be the signing secret/],
    ['STRIPE_PRICE_PRO', 'pro', /STRIPE_PRICE_PRO: must be the id of a monthly price/],
    ['RATE_LIMIT', 'some', /RATE_LIMIT/],
    ['DEMO', 'yes please', /DEMO/],
    ['TRUST_PROXY', 'everybody', /TRUST_PROXY: must be a number of hops or a list of addresses/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL/],
    ['DNS_SERVERS', 'dns.example', /DNS_SERVERS.*must be addresses such as 9.9.9.9/],
    ['NATS_URL', 'http://nats.example', /NATS_URL.*must begin with nats:\/\/ or tls:\/\//],
    ['NATS_URL', 'nats://a.example,tls://b.example', /NATS_URL: all addresses must begin with nats/],
    ['NATS_URL', 'nats://u:p@a.example,nats://b.example', /NATS_URL: all addresses must have the same name/],
    ['METRICS_TOKEN', 'short', /METRICS_TOKEN: must have at least 16 characters/],
  ])('%s=%s', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    expect(() => read({ [name]: value })).toThrow(message)
  })

  test('NATS with several servers, by password, by token, and encrypted', () => {
    const nats = (NATS_URL: string) => read({ NATS_URL }).nats
    expect(read({}).nats).toBeNull()
    expect(nats('nats://a.example')).toEqual({ servers: ['a.example'] })
    expect(nats('nats://u:p%2Fq@a.example:4222, nats://u:p%2Fq@b.example:4223')).toEqual({
      servers: ['a.example:4222', 'b.example:4223'],
      user: 'u',
      pass: 'p/q',
    })
    expect(nats('tls://token@a.example')).toEqual({ servers: ['a.example'], token: 'token', tls: {} })
  })

  test('all of them at once', () => {
    expect(() => read({ PORT: 'x', LOG_LEVEL: 'y', SECRET_KEY: 'z' })).toThrow(/PORT[\s\S]*SECRET_KEY[\s\S]*LOG_LEVEL/)
  })

  test('never with its value, which may be a secret', () => {
    const message = (environment: Record<string, string>) => {
      try {
        read(environment)
      } catch (error) {
        return String(error)
      }
      return ''
    }
    expect(message({ SECRET_KEY: 'canary-key' })).not.toContain('canary')
    expect(message({ DATABASE_URL: 'mysql://u:canary@h/d' })).not.toContain('canary')
    expect(message({ NATS_URL: 'nats://u:canary@a,nats://b' })).not.toContain('canary')
    expect(message({ METRICS_TOKEN: 'canary' })).not.toContain('canary')
  })
})

describe('contradictory settings stop the start', () => {
  test('a server database without SECRET_KEY', () => {
    expect(() => read({ DATABASE_URL: 'postgres://db/studiohub' })).toThrow(/SECRET_KEY: is required with DATABASE_URL/)
    expect(read({ DATABASE_URL: 'postgres://db/studiohub', SECRET_KEY }).databaseUrl).toBe('postgres://db/studiohub')
  })

  test('an incomplete captcha, or one whose secret would be sent unencrypted', () => {
    const complete = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: '1x00AA', CAPTCHA_SECRET: 'secret' }
    expect(read().captcha).toBeNull()
    expect(read(complete).captcha).toEqual({
      provider: 'turnstile',
      siteKey: '1x00AA',
      secret: 'secret',
      verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    })
    expect(read({ ...complete, CAPTCHA_PROVIDER: 'hcaptcha' }).captcha?.verifyUrl).toBe(
      'https://api.hcaptcha.com/siteverify',
    )
    for (const missing of Object.keys(complete)) {
      expect(() => read({ ...complete, [missing]: '' })).toThrow(/CAPTCHA_PROVIDER: needs CAPTCHA_SITE_KEY/)
    }
    expect(() => read({ ...complete, CAPTCHA_VERIFY_URL: 'http://captcha.example' })).toThrow(/must begin with https/)
    expect(read({ ...complete, CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9' }).captcha?.verifyUrl).toBe(
      'http://127.0.0.1:9',
    )
  })

  test('a super admin without an email or a password', () => {
    expect(() => read({ SUPER_ADMIN_EMAIL: 'owner@example.com' })).toThrow(/SUPER_ADMIN_EMAIL: must be given together/)
    expect(() => read({ SUPER_ADMIN_PASSWORD: 'secret1' })).toThrow(/SUPER_ADMIN_EMAIL: must be given together/)
    expect(read(superAdmin).superAdmin).toEqual({ email: 'owner@example.com', password: 'secret1' })
  })

  test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://studios.example' }, { HOST: '192.168.1.4' }])(
    'no rate limits if others can reach the server: %j',
    (environment) => {
      expect(() => read({ RATE_LIMIT: 'off', ...environment })).toThrow(/RATE_LIMIT: off is for tests/)
      expect(read(environment)).toMatchObject({ demo: false })
    },
  )

  test.each([
    { RATE_LIMIT: 'off', HOST: '0.0.0.0' },
    { RATE_LIMIT: 'off', PUBLIC_URL: 'https://studios.example' },
    { RATE_LIMIT: 'on' },
    {},
  ])(
    'cheap password hashes, unless only this machine can reach the server and rate limits are off: %j',
    (environment) => {
      expect(() => read({ PASSWORD_HASH_COST: 'test', ...environment })).toThrow(/is for tests/)
    },
  )

  test('no rate limits and the demo are allowed on this machine, under any of its names', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) {
      for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
        expect(read({ HOST, PUBLIC_URL, RATE_LIMIT: 'off' })).toMatchObject({ rateLimit: 'off', demo: true })
      }
    }
  })
})

test('an empty variable counts as unset', () => {
  expect(read({ DATABASE_URL: '', SMTP_URL: '', PORT: '' })).toMatchObject({
    databaseUrl: null,
    smtpUrl: null,
    port: 3000,
  })
})

test('the public address has no path, so links can be appended to it', () => {
  expect(read({ PUBLIC_URL: 'https://studios.example/' }).publicUrl).toBe('https://studios.example')
})

describe('the SECRET_KEY of the embedded product', () => {
  test('is created at the first start, readable only by its owner, and reused', () => {
    const first = read().secretKey
    expect(first).toHaveLength(32)
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(read().secretKey).toEqual(first)
  })

  test('stops the start if it is damaged, and is not changed', () => {
    const file = join(DATA_DIR, 'secret.key')
    const original = readFileSync(file, 'utf8')
    writeFileSync(file, original.slice(0, 40))
    expect(() => read()).toThrow(/SECRET_KEY: .*secret\.key is damaged/)
    expect(readFileSync(file, 'utf8')).toBe(original.slice(0, 40))
    writeFileSync(file, original)
  })
})

test("text messages go to the webhook's address, with a secret in either common format", () => {
  const secret = Buffer.alloc(32, 5)
  const text = secret.toString('base64')
  for (const SMS_WEBHOOK_SECRET of [text, `whsec_${text}`]) {
    const { smsWebhook } = read({ SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET })
    expect(smsWebhook).toEqual({ url: 'https://sms.example/send', secret })
  }
  const settings = { SMS_WEBHOOK_URL: 'http://127.0.0.1:9/send', SMS_WEBHOOK_SECRET: text }
  expect(read(settings).smsWebhook?.url).toBe(settings.SMS_WEBHOOK_URL)
  expect(read()).toMatchObject({ smsWebhook: null, smsPerHour: 30, authFactors: ['totp', 'phone', 'webauthn'] })
  expect(read({ AUTH_FACTORS: 'totp, webauthn' }).authFactors).toEqual(['totp', 'webauthn'])
  expect(read({ AUTH_FACTORS: 'off' }).authFactors).toEqual([])
})

describe('sign-in providers', () => {
  const GOOGLE = { GOOGLE_CLIENT_ID: 'web, app', GOOGLE_CLIENT_SECRET: 'secret' }
  const okta = { name: 'okta', issuer: 'https://example.okta.com', client_id: 'a', client_secret: 'b' }
  const providerList = (...entries: object[]) => ({ OIDC_PROVIDERS: JSON.stringify(entries) })

  test('are Google, with the ids of all its clients, and the providers that an operator lists', () => {
    expect(read().providers).toEqual([])
    expect(read({ ...GOOGLE, ...providerList(okta) }).providers).toEqual([
      {
        name: 'google',
        label: 'Google',
        issuer: 'https://accounts.google.com',
        client_ids: ['web', 'app'],
        client_secret: 'secret',
        id_token_nonce: true,
      },
      { name: 'okta', label: 'Okta', issuer: okta.issuer, client_ids: ['a'], client_secret: 'b', id_token_nonce: true },
    ])
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'web' }, /GOOGLE_CLIENT_ID: must be given together with GOOGLE_CLIENT_SECRET/],
    [{ ...GOOGLE, GOOGLE_ISSUER: 'http://accounts.example' }, /GOOGLE_ISSUER: must begin with https/],
    [{ OIDC_PROVIDERS: '{' }, /OIDC_PROVIDERS: must be a JSON array/],
    [providerList({ ...okta, issuer: 'http://okta.example' }), /OIDC_PROVIDERS.0.issuer: must begin with https/],
    [providerList({ ...okta, name: 'Okta!' }), /OIDC_PROVIDERS.0.name/],
    [providerList(okta, okta), /OIDC_PROVIDERS: every name must be its own/],
    [providerList({ ...okta, name: 'google' }), /OIDC_PROVIDERS: every name must be its own/],
    [providerList({ ...okta, client_secret: '' }), /OIDC_PROVIDERS.0.client_secret/],
  ])('%j stops the start', (environment, message) => {
    expect(() => read(environment)).toThrow(message)
  })

  test('on this machine may work without encryption', () => {
    expect(read({ ...GOOGLE, GOOGLE_ISSUER: 'http://127.0.0.1:9' }).providers[0]?.issuer).toBe('http://127.0.0.1:9')
  })
})
