import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'studiohub-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const read = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR, ...environment })
const SECRET_KEY = 'ab'.repeat(32)
const superAdmin = { SUPER_ADMIN_EMAIL: 'Owner@Example.com', SUPER_ADMIN_PASSWORD: 'secret1' }

test('without any variable the product runs on this machine alone, with the embedded database', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    superAdmin: null,
    smtpUrl: null,
    rateLimit: 'on',
    demo: true,
    trustProxy: false,
    logLevel: 'info',
    metricsToken: null,
  })
})

describe('a wrong variable stops the start with its name and what it should be', () => {
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
    ['RATE_LIMIT', 'some', /RATE_LIMIT/],
    ['DEMO', 'yes please', /DEMO/],
    ['TRUST_PROXY', 'everybody', /TRUST_PROXY: must be a number of hops or a list of addresses/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL/],
    ['METRICS_TOKEN', 'short', /METRICS_TOKEN: must have at least 16 characters/],
  ])('%s=%s', (name, value, said) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    expect(() => read({ [name]: value })).toThrow(said)
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
    expect(message({ METRICS_TOKEN: 'canary' })).not.toContain('canary')
  })
})

describe('what does not fit together stops the start', () => {
  test('a server database without the key of its secrets', () => {
    expect(() => read({ DATABASE_URL: 'postgres://db/studiohub' })).toThrow(/SECRET_KEY: is required with DATABASE_URL/)
    expect(read({ DATABASE_URL: 'postgres://db/studiohub', SECRET_KEY }).databaseUrl).toBe('postgres://db/studiohub')
  })

  test('half a super admin', () => {
    expect(() => read({ SUPER_ADMIN_EMAIL: 'owner@example.com' })).toThrow(/SUPER_ADMIN_EMAIL: must be given together/)
    expect(() => read({ SUPER_ADMIN_PASSWORD: 'secret1' })).toThrow(/SUPER_ADMIN_EMAIL: must be given together/)
    expect(read(superAdmin).superAdmin).toEqual({ email: 'owner@example.com', password: 'secret1' })
  })

  test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://studios.example' }, { HOST: '192.168.1.4' }])(
    'no rate limits, where others can reach the server: %j',
    (environment) => {
      expect(() => read({ RATE_LIMIT: 'off', ...environment })).toThrow(/RATE_LIMIT: off is for tests/)
      expect(read(environment)).toMatchObject({ demo: false })
    },
  )

  test('no rate limits and the demo are for this machine, in each of its spellings', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) {
      for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
        expect(read({ HOST, PUBLIC_URL, RATE_LIMIT: 'off' })).toMatchObject({ rateLimit: 'off', demo: true })
      }
    }
  })
})

test('an empty variable is none', () => {
  expect(read({ DATABASE_URL: '', SMTP_URL: '', PORT: '' })).toMatchObject({
    databaseUrl: null,
    smtpUrl: null,
    port: 3000,
  })
})

test('the public address has no path, so links are built on it as it is', () => {
  expect(read({ PUBLIC_URL: 'https://studios.example/' }).publicUrl).toBe('https://studios.example')
})

describe('the key of the embedded product', () => {
  test('is made at the first start, for its owner alone, and found again', () => {
    const first = read().secretKey
    expect(first).toHaveLength(32)
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(read().secretKey).toEqual(first)
  })

  test('stops the start where it is damaged, and stays as it is', () => {
    const file = join(DATA_DIR, 'secret.key')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, whole.slice(0, 40))
    expect(() => read()).toThrow(/SECRET_KEY: .*secret\.key is damaged/)
    expect(readFileSync(file, 'utf8')).toBe(whole.slice(0, 40))
    writeFileSync(file, whole)
  })
})
