import { callAs } from '@studiohub/testing/http.ts'
import { PaymentProvider } from '@studiohub/testing/payments.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
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
