import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callAs } from '@studiohub/testing/http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let verifier: Server
let server: TestServer
let verifications: Record<string, string>[] = []
/** The verifier's answer to a token. A text that is not JSON simulates a broken verifier. */
let verdict = (token: string | undefined): string => JSON.stringify({ success: token === 'earned' })

beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const fields = Object.fromEntries(new URLSearchParams(text))
    verifications.push({ ...fields, type: request.headers['content-type'] ?? '' })
    response.end(verdict(fields.response))
  })
  verifier.listen(0, '127.0.0.1')
  await once(verifier, 'listening')
  const { port } = verifier.address() as AddressInfo
  const env = {
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
    CAPTCHA_SECRET: 'a secret of ours',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
  }
  server = await startServer({ env })
})
afterAll(async () => {
  await server.stop()
  verifier.close()
})

const password = 'correct horse'
const anEmail = () => `${randomUUID()}@example.com`
const call = (path: string, body: object, captcha_token?: string) =>
  callAs(server.url, null).request('POST', `/auth/v1${path}`, {
    ...body,
    gotrue_meta_security: captcha_token === undefined ? {} : { captcha_token },
  })

const guardedCalls: [string, () => object][] = [
  ['/signup', () => ({ email: anEmail(), password })],
  ['/recover', () => ({ email: anEmail() })],
  ['/resend', () => ({ email: anEmail(), type: 'signup' })],
  ['/otp', () => ({ email: anEmail() })],
]

describe('with a captcha', () => {
  test.each(guardedCalls)(
    '%s requires a captcha, and the provider gets only our secret, the token and the network address',
    async (path, body) => {
      verifications = []
      for (const wrongToken of [undefined, '', 'bought']) {
        const response = await call(path, body(), wrongToken)
        expect(response).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } })
        expect(response.body.msg).toMatch(/that you are human/)
      }
      expect((await call(path, body(), 'earned')).status).toBe(200)
      expect(verifications.map(({ response }) => response)).toEqual(['bought', 'earned'])
      expect(verifications[0]).toEqual({
        secret: 'a secret of ours',
        response: 'bought',
        remoteip: '127.0.0.1',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
      })
    },
  )

  test('signing in with a password needs a captcha too; other grants, codes and links do not', async () => {
    const email = anEmail()
    const { refresh_token } = (await call('/signup', { email, password }, 'earned')).body
    const signIn = (token?: string) => call('/token?grant_type=password', { email, password }, token)
    expect(await signIn()).toMatchObject({ status: 400, body: { error_code: 'captcha_failed' } })
    expect((await signIn('earned')).status).toBe(200)
    expect((await call('/token?grant_type=refresh_token', { refresh_token })).status).toBe(200)
    expect((await call('/token?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' })).status).toBe(404)
    expect((await call('/verify', { type: 'recovery', email, token: '123456' })).status).toBe(403)
  })

  test.each(['<html>out of order</html>', '{"error": true}'])(
    'if the verifier answers %s, the call is rejected with a message',
    async (verifierText) => {
      const usualVerdict = verdict
      verdict = () => verifierText
      const { status, body } = await call('/recover', { email: anEmail() }, 'earned')
      verdict = usualVerdict
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error_code: 'captcha_failed', msg: 'The captcha cannot be checked at the moment. Please try again.' },
      })
    },
  )

  test('the page learns which captcha to show, and no secret', async () => {
    const { body, text } = await callAs(server.url, null).request('GET', '/auth/v1/settings')
    expect(body.captcha).toEqual({ provider: 'turnstile', site_key: '1x00000000000000000000AA' })
    expect(text).not.toContain('a secret of ours')
    expect(server.logged.join('')).not.toContain('a secret of ours')
  })
})

test('if the verifier cannot be reached, the call is rejected with a message', async () => {
  verifier.closeAllConnections()
  verifier.close()
  expect(await call('/recover', { email: anEmail() }, 'earned')).toMatchObject({
    status: 400,
    body: { error_code: 'captcha_failed', msg: 'The captcha cannot be checked at the moment. Please try again.' },
  })
})
