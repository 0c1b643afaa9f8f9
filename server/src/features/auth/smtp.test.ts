import { randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { aPostOffice, type PostOffice } from '@studiohub/testing/post-office.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let postOffice: PostOffice
let server: TestServer

beforeAll(async () => {
  postOffice = await aPostOffice()
  const env = { SMTP_URL: `smtp://127.0.0.1:${postOffice.port}`, MAIL_FROM: 'StudioHub <hello@studios.example>' }
  server = await startServer({ env })
})
afterAll(async () => {
  await server.stop()
  await postOffice.close()
})

/** The email to this address with this text in its subject, as it was sent and as a mail program shows it. */
async function mailTo(address: string, subject: string) {
  const find = async () => {
    for (const mail of postOffice.arrived.filter(({ to }) => to.includes(address))) {
      const parsed = await PostalMime.parse(mail.raw)
      if (parsed.subject?.includes(subject)) return { ...mail, parsed }
    }
    throw new Error(`no mail '${subject}' has come to ${address}`)
  }
  return vi.waitFor(find, { timeout: 60_000 })
}

test('a recovery email is sent in two formats through the mail server, and its link and code work', async () => {
  const email = `${randomUUID()}@example.com`
  const auth = callAs(server.url, null)
  await auth.request('POST', '/auth/v1/signup', {
    email,
    password: 'correct horse',
    data: { full_name: 'Zoë Ångström' },
  })
  await auth.request('POST', '/auth/v1/recover', { email })
  const { from, to, raw, parsed } = await mailTo(email, 'Reset your password')
  expect({ from, to }).toEqual({ from: 'hello@studios.example', to: [email] })
  expect(parsed).toMatchObject({
    subject: 'Reset your password for StudioHub',
    from: { name: 'StudioHub', address: 'hello@studios.example' },
    to: [{ name: 'Zoë Ångström', address: email }],
  })
  expect(raw).toMatch(/^content-type: multipart\/alternative/im)
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(parsed.text ?? '')?.[0] ?? ''
  expect(parsed.html).toContain(link.replaceAll('&', '&amp;'))
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  const token = /^\s*(\d{6})\s*$/m.exec(parsed.text ?? '')?.[1] ?? ''
  expect(parsed.html).toContain(token)
  expect((await auth.request('POST', '/auth/v1/verify', { type: 'recovery', email, token })).status).toBe(200)
})

test('the notification of a new password is sent too, without anything that signs in', async () => {
  const email = `${randomUUID()}@example.com`
  const { access_token } = (
    await callAs(server.url, null).request('POST', '/auth/v1/signup', { email, password: 'correct horse' })
  ).body
  await callAs(server.url, access_token).request('PUT', '/auth/v1/user', { password: 'another horse' })
  const { parsed } = await mailTo(email, 'Your password was changed')
  expect(parsed.text).toContain('Every other device was signed out')
  expect(`${parsed.text} ${parsed.html}`).not.toMatch(/\/auth\/v1\/|token=|another horse/)
})
