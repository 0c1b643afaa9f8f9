import { randomBytes } from 'node:crypto'
import { rowsOf } from '@studiohub/testing/dumps.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { PaymentProvider } from '@studiohub/testing/payments.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { killWhen, startProcess, startRefused } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'

test('a first start loads the demo whatever services are set up, and then asks for them', {
  timeout: 300_000,
}, async () => {
  const provider = await PaymentProvider.start()
  const place = await aServerEnvironment({
    ...provider.env,
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
    CAPTCHA_SECRET: 'a secret of ours',
    CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
    AUTH_CONFIRM_EMAIL: 'on',
    RATE_LIMIT: 'on',
    DEMO: 'on',
  })
  const server = await startProcess(place.environment)
  const visitor = callAs(server.url, null)
  const { body } = await visitor.get('/public/studios')
  expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(
    expect.arrayContaining(['northlight', 'bloom-house', 'ember-podcasts', 'slate-pictures']),
  )
  expect(provider.requests).toEqual([])
  const person = { email: 'nora@northlight.example', password: 'studiohub' }
  const asked = await visitor.request('POST', '/auth/v1/token?grant_type=password', person)
  expect(asked.body.error_code).toBe('captcha_failed')
  expect((await visitor.request('GET', '/auth/v1/settings')).body.mailer_autoconfirm).toBe(false)
  expect((await visitor.request('POST', '/api/v1/webhooks/stripe')).body.code).toBe('BAD_SIGNATURE')
  expect(await server.stop()).toBe(0)
  await provider.stop()
  await place.remove()
})

test('a first start that was killed is told by the next one, which does not go on with half a demo', {
  timeout: 300_000,
}, async () => {
  const postgres = await startOwnPostgres()
  const secret = randomBytes(32).toString('hex')
  const place = await aServerEnvironment({ DATABASE_URL: postgres.url, SECRET_KEY: secret, DEMO: 'on' })
  const someStudios = () => rowsOf(postgres.url, 'select 1 from studios').then((rows) => rows.length > 0)
  await killWhen(place.environment, () => someStudios().catch(() => false))
  const { exit_code, said } = await startRefused(place.environment)
  expect(exit_code).toBe(1)
  expect(said).toMatch(/^The first start was interrupted, [^\n]* DATABASE_URL and start again\.\n$/)
  await postgres.stop()
  await place.remove()
})
