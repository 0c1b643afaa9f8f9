import { randomUUID } from 'node:crypto'
import { anEmail, password } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { invitationToken } from '@studiohub/testing/mailbox.ts'
import { aSuperAdmin } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1', AUTH_CONFIRM_EMAIL: 'on' } })
})
afterAll(() => server.stop())

const signUp = (from: string, body: object) =>
  callAs(server.url, null).request('POST', '/auth/v1/signup', body, { headers: { 'x-forwarded-for': from } })

test('strangers who sign up with an invited address do not stop its owner from accepting', async () => {
  const email = anEmail()
  const operator = await aSuperAdmin(server)
  const slug = `tape-${randomUUID().slice(0, 8)}`
  const { body } = await operator.post('/studios', { name: 'Northern Tape', slug, type: 'recording', is_active: true })
  const invited = await operator.post(`/studios/${body.id}/invitations`, { email, full_name: 'Ida Invited' })
  expect(invited.status).toBe(201)
  const invitation_token = await invitationToken(server, email)
  let status = 0
  for (let tries = 0; status !== 429 && tries < 20; tries += 1) {
    status = (await signUp(`203.0.113.${tries}`, { email, password: 'of a stranger' })).status
  }
  expect(status).toBe(429)
  expect((await signUp('198.51.100.9', { email, password })).status).toBe(429)
  const guessed = { email, password, data: { invitation_token: 'guessed' } }
  expect((await signUp('198.51.100.9', guessed)).status).toBe(429)
  const owner = await signUp('198.51.100.9', { email, password, data: { invitation_token } })
  expect(owner).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
})
