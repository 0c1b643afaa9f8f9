import { randomBytes } from 'node:crypto'
import { selectRows } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { PaymentProvider } from '@studiohub/testing/payments.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { killServerWhen, runAdmin, startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { expect, test, vi } from 'vitest'
import { filledByMigrations } from './platform/db/first-start.ts'

const allStudios = ['bloom-house', 'ember-podcasts', 'northlight', 'slate-pictures', 'tidewater-films']

test('a first start loads the demo with any configured services, and uses these services afterwards', {
  timeout: 300_000,
}, async () => {
  const provider = await PaymentProvider.start()
  const installation = await aServerEnvironment({
    ...provider.env,
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
    CAPTCHA_SECRET: 'a secret of ours',
    CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
    AUTH_CONFIRM_EMAIL: 'on',
    RATE_LIMIT: 'on',
    DEMO: 'on',
  })
  const server = await startProcess(installation.environment)
  const visitor = callAs(server.url, null)
  const { body } = await visitor.get('/public/studios')
  expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(
    expect.arrayContaining(['northlight', 'bloom-house', 'ember-podcasts', 'slate-pictures']),
  )
  expect(provider.requests).toEqual([])
  const person = { email: 'nora@northlight.example', password: 'studiohub' }
  const response = await visitor.request('POST', '/auth/v1/token?grant_type=password', person)
  expect(response.body.error_code).toBe('captcha_failed')
  expect((await visitor.request('GET', '/auth/v1/settings')).body.mailer_autoconfirm).toBe(false)
  expect((await visitor.request('POST', '/api/v1/webhooks/stripe')).body.code).toBe('BAD_SIGNATURE')
  expect(await server.stop()).toBe(0)
  await provider.stop()
  await installation.remove()
})

test('after a killed first start, the next start begins again and loads the whole demo', {
  timeout: 300_000,
}, async () => {
  const postgres = await startOwnPostgres()
  const secret = randomBytes(32).toString('hex')
  const installation = await aServerEnvironment({ DATABASE_URL: postgres.url, SECRET_KEY: secret, DEMO: 'on' })
  const hasStudios = () => selectRows(postgres.url, 'select 1 from studios').then((rows) => rows.length > 0)
  await killServerWhen(installation.environment, () => hasStudios().catch(() => false))
  const server = await startProcess({ ...installation.environment, SMPT_URL: 'smtp://127.0.0.1' })
  await vi.waitFor(() => expect(server.output()).toContain('Sign in as'), { timeout: 60_000 })
  expect(server.output()).toContain('The first start was interrupted. The part that it had written was removed')
  expect(server.output().trimEnd().split('\n').slice(-4)).toEqual([
    'SMPT_URL is not a variable of StudioHub and has no effect. Did you mean SMTP_URL?',
    `StudioHub runs on ${installation.url}`,
    'To see all sign-ins of the demo again: npm run admin -- demo-accounts',
    'Sign in as nora@northlight.example with the password studiohub.',
  ])
  const slugs = await selectRows(postgres.url, 'select slug from studios order by slug')
  expect(slugs.map(({ slug }) => slug)).toEqual(allStudios)
  const people = await selectRows(postgres.url, 'select email from auth.users where deleted_at is null')
  expect(people).toHaveLength(13)
  const accounts = await runAdmin(installation.environment, ['demo-accounts'])
  expect(accounts.output).toMatch(/^ {2}Super Admin {3}admin@studiohub\.example +studiohub\n/)
  expect(accounts.output.split('\n').filter((line) => line.endsWith(' studiohub'))).toHaveLength(13)
  expect(await server.stop()).toBe(0)
  await postgres.stop()
  await installation.remove()
})

test('two processes that start at once on an empty database load the demo once', { timeout: 300_000 }, async () => {
  const installation = await aServerEnvironment({ DEMO: 'on' })
  const servers = await Promise.all([startProcess(installation.environment), startProcess(installation.environment)])
  const slugs = await selectRows(installation.databaseUrl, 'select slug from studios order by slug')
  expect(slugs.map(({ slug }) => slug)).toEqual(allStudios)
  for (const server of servers) expect(await server.stop()).toBe(0)
  await installation.remove()
})

test('only the tables that an interrupted first start does not empty have rows before it', async () => {
  const installation = await aServerEnvironment({ DEMO: 'off' })
  const server = await startProcess(installation.environment)
  expect(await server.stop()).toBe(0)
  const tables = await selectRows(
    installation.databaseUrl,
    `select schemaname || '.' || tablename as name from pg_tables where tableowner = 'studiohub_owner'`,
  )
  const filledTables = []
  for (const { name } of tables) {
    const rows = await selectRows(installation.databaseUrl, `select 1 from ${name} limit 1`)
    if (rows.length > 0) filledTables.push(name)
  }
  expect(filledTables.toSorted()).toEqual(filledByMigrations.toSorted())
  await installation.remove()
}, 240_000)
