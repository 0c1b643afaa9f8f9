import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSignUpSettings } from '#platform/auth/sign-up-settings.ts'

const clock = aFixedClock()
let verifier: Server
let server: TestServer

beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    response.end(JSON.stringify({ success: new URLSearchParams(text).get('response') === 'earned' }))
  })
  verifier.listen(0, '127.0.0.1')
  await once(verifier, 'listening')
  server = await startServer({ clock, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
})
afterAll(async () => {
  await server.stop()
  verifier.close()
})
beforeEach(() => clock.set('10:00'))

const anEmail = () => `${randomUUID()}@example.com`
let hour = 0
/** Holds a free hour on a day that no other hold uses. */
async function createHold(input: { email?: string; from?: string; captcha_token?: string | null } = {}) {
  const { from = '9.9.9.9', email = anEmail(), captcha_token = 'earned' } = input
  hour += 1
  const form = {
    service: 'recording',
    minutes: 60,
    day: plusDays(clock.today, 7 + hour),
    time: '10:00',
    name: 'Vera',
    email,
    captcha_token,
  }
  return callAs(server.url, null).request('POST', `/api/v1/public/studios/${slug}/visitor-holds`, form, {
    headers: { 'x-forwarded-for': from },
  })
}
let slug = ''

test('a captcha is required if one is configured', async () => {
  slug = (await aStudio(server)).studio.slug
  const { port } = verifier.address() as AddressInfo
  const verifyUrl = `http://127.0.0.1:${port}/siteverify`
  // Sign-up needs the captcha too, so it is switched on after the studio was created.
  setSignUpSettings({
    authSignup: true,
    captcha: { provider: 'turnstile', siteKey: 'site', secret: 'ours', verifyUrl },
  })
  expectError(await createHold({ captcha_token: null }), 'CAPTCHA_FAILED')
  expectError(await createHold({ captcha_token: 'stolen' }), 'CAPTCHA_FAILED')
  expect((await createHold({ from: '6.6.6.6' })).status).toBe(201)
  setSignUpSettings({ authSignup: false, captcha: null })
  expectError(await createHold(), 'VISITOR_SIGN_IN')
  setSignUpSettings({ authSignup: true, captcha: null })
})

test('a network gets five holds an hour; an email address gets three a day and one in 15 minutes', async () => {
  slug = (await aStudio(server)).studio.slug
  for (let count = 0; count < 5; count++) expect((await createHold()).status).toBe(201)
  const sixth = await createHold()
  expectError(sixth, 'RATE_LIMITED')
  expect(sixth.body.message).toContain('sign in to book')
  expect((await createHold({ from: '8.8.8.8' })).status).toBe(201)

  const email = anEmail()
  for (const [at, expected] of [
    ['10:00', 201],
    ['10:14', 409],
    ['10:16', 201],
    ['10:32', 201],
    ['10:48', 429],
  ] as const) {
    clock.set(at)
    expect((await createHold({ email, from: `7.7.7.${at.slice(3)}` })).status, at).toBe(expected)
  }
  clock.set('10:00')
})

test('a network that loads a public page too often gets a copy', async () => {
  const fixture = await aStudio(server)
  const text = async () => {
    const response = await fetch(`${server.url}/s/${fixture.studio.slug}`, {
      headers: { 'x-forwarded-for': '5.5.5.5' },
    })
    return response.status === 200 ? response.text() : ''
  }
  // Without a build of the web there are no pages.
  if ((await text()) === '') return
  for (let count = 0; count < 60; count++) await text()
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { contact_phone: '+31 10 777' })
  expect(await text()).not.toContain('+31 10 777')
  const other = await fetch(`${server.url}/s/${fixture.studio.slug}`, { headers: { 'x-forwarded-for': '4.4.4.4' } })
  expect(await other.text()).toContain('+31 10 777')
})

test('the answer to the form is a page that keeps the typed text', async () => {
  const { studio } = await aStudio(server)
  const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/s/${studio.slug}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-forwarded-for': '3.3.3.3', ...headers },
    })
  const form = { service: 'recording', minutes: '60', day: plusDays(clock.today, 7), time: '10:00', name: 'Vera' }
  const invalid = await send({ ...form, email: '"><script>' })
  // Without a build of the web there are no pages.
  if (invalid.status === 404) return
  expect([invalid.status, invalid.headers.get('cache-control')]).toEqual([422, 'no-store'])
  const text = await invalid.text()
  expect(text).toContain('value="Vera"')
  expect(text).toContain('&quot;&gt;&lt;script&gt;')
  expect((await send({ ...form, email: anEmail() }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const created = await send({ ...form, email: anEmail() })
  expect([created.status, (await created.text()).includes('Check your email')]).toEqual([200, true])
  const conflict = await send({ ...form, email: anEmail() })
  expect([conflict.status, (await conflict.text()).includes('That time has just been taken')]).toEqual([409, true])
})
