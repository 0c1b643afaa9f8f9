import { aClock, anAccount, anEmail, password, proveAddress } from '@studiohub/testing/accounts.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
const clock = aClock()
const DAY = 86_400_000

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => authAs(server, token)
const type = 'email_change'
const AT_CURRENT = 'Confirm the change of your email address'
const AT_NEW = 'Confirm your new email address'

const aPerson = () => anAccount(server)

/** A person who has requested another address, with both emails. */
async function someoneMoving() {
  const person = await aPerson()
  const new_email = anEmail()
  const redirect_to = encodeURIComponent(`${server.url}/s/north-light/auth/callback`)
  const answer = await auth(person.token)('PUT', `/user?redirect_to=${redirect_to}`, { email: new_email.toUpperCase() })
  expect(answer).toMatchObject({ status: 200, body: { email: person.email, new_email } })
  const current = await nextMail(server, person.email, AT_CURRENT)
  return { ...person, new_email, current, fresh: await nextMail(server, new_email, AT_NEW) }
}

const emailOf = async (token: string) => (await auth(token)('GET', '/user')).body.email
const verify = (body: object) => auth()('POST', '/verify', body)
const HALF_DONE = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
}

/** The request of the button on the page behind a link. */
async function behind(link: string) {
  const answer = await fetch(link, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  const location = new URL(answer.headers.get('location') ?? '')
  return { location, body: Object.fromEntries(new URLSearchParams(location.hash.slice(1))) }
}

describe('a change of address', () => {
  test('takes effect when both mailboxes confirm by code, and the old address gets an email', async () => {
    const { email, new_email, token, current, fresh } = await someoneMoving()
    expect(await verify({ type, email, token: current.code })).toMatchObject({ status: 200, body: HALF_DONE })
    expect(await emailOf(token)).toBe(email)
    const { status, body } = await verify({ type, email: new_email, token: fresh.code })
    expect({ status, email: body.user.email }).toEqual({ status: 200, email: new_email })
    expect(body.user).not.toHaveProperty('new_email')
    expect(body.user.identities).toMatchObject([{ email: new_email, identity_data: { email: new_email } }])
    expect(body.user.user_metadata).toMatchObject({ email: new_email, email_verified: true })
    expect(fresh.text.replace(/\s+/g, ' ')).toContain(`the account with the address ${email} asks`)
    await nextMail(server, email, 'Your email address was changed')
    expect((await mailsTo(server, new_email)).map(({ subject }) => subject)).toHaveLength(1)
    const signIn = (address: string) => auth()('POST', '/token?grant_type=password', { email: address, password })
    expect((await signIn(new_email)).status).toBe(200)
    expect((await signIn(email)).body.code).toBe('invalid_credentials')
  })

  test('works also with the links, in the other order; opening a link without the button confirms nothing', async () => {
    const { email, new_email, token, current, fresh } = await someoneMoving()
    for (const { link } of [current, fresh, current, fresh]) {
      const { location, body } = await behind(link)
      expect(`${location.origin}${location.pathname}`).toBe(`${server.url}/s/north-light/auth/confirm`)
      expect(body.type).toBe(type)
    }
    expect(await emailOf(token)).toBe(email)
    expect(await verify((await behind(fresh.link)).body)).toMatchObject({ status: 200, body: HALF_DONE })
    const again = await behind(fresh.link)
    expect(new URLSearchParams(again.location.hash.slice(1)).get('error_code')).toBe('otp_expired')
    expect(await verify((await behind(current.link)).body)).toMatchObject({
      status: 200,
      body: { user: { email: new_email } },
    })
  })

  test('works also if both confirm at the same moment', async () => {
    const people = await Promise.all([someoneMoving(), someoneMoving(), someoneMoving()])
    for (const { email, new_email, token, current, fresh } of people) {
      const answers = await Promise.all([
        verify({ type, email, token: current.code }),
        verify({ type, email: new_email, token: fresh.code }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await emailOf(token)).toBe(new_email)
    }
  })

  test('needs both mailboxes; confirming twice in one is not enough', async () => {
    const { email, token, current } = await someoneMoving()
    await verify({ type, email, token: current.code })
    expect((await verify({ type, email, token: current.code })).status).toBe(403)
    clock.ahead_ms += 61_000
    expect(await auth()('POST', '/resend', { type, email })).toMatchObject({ status: 200, body: {} })
    expect(await emailOf(token)).toBe(email)
  })

  test('ends every other link and code, so that old emails give no access (T72)', async () => {
    const { email, new_email, current, fresh } = await someoneMoving()
    await auth()('POST', '/recover', { email })
    const recovery = await nextMail(server, email, 'Reset your password')
    await verify({ type, email, token: current.code })
    await verify({ type, email: new_email, token: fresh.code })
    for (const address of [email, new_email]) {
      expect((await verify({ type: 'recovery', email: address, token: recovery.code })).body.code).toBe('otp_expired')
    }
  })

  test('ends with a new password, because a thief may have requested it', async () => {
    const { email, new_email, token, current, fresh } = await someoneMoving()
    await verify({ type, email: new_email, token: fresh.code })
    await auth(token)('PUT', '/user', { password: 'another horse' })
    expect((await verify({ type, email, token: current.code })).status).toBe(403)
    clock.ahead_ms += 61_000
    await auth()('POST', '/resend', { type, email })
    expect(await auth(token)('GET', '/user')).toMatchObject({ body: { email } })
    expect((await auth(token)('GET', '/user')).body).not.toHaveProperty('new_email')
  })

  test('to a used address is refused, and fails if the address is taken before it is confirmed', async () => {
    const other = await aPerson()
    const { token } = await aPerson()
    expect(await auth(token)('PUT', '/user', { email: other.email })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    })
    const moving = await someoneMoving()
    await auth()('POST', '/signup', { email: moving.new_email, password })
    await verify({ type, email: moving.email, token: moving.current.code })
    expect(await verify({ type, email: moving.new_email, token: moving.fresh.code })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    })
    expect(await emailOf(moving.token)).toBe(moving.email)
  })

  test('several accounts may wait for one address; the code of the newest email works, and the link of each', async () => {
    const [one, two, three] = [await someoneMoving(), await aPerson(), await aPerson()]
    const { new_email } = one
    await auth(two.token)('PUT', '/user', { email: new_email })
    const seconds = await nextMail(server, new_email, AT_NEW, [one.fresh])
    await auth(three.token)('PUT', '/user', { email: new_email })
    const thirds = await nextMail(server, new_email, AT_NEW, [one.fresh, seconds])
    for (const { code } of [one.fresh, seconds]) {
      expect((await verify({ type, email: new_email, token: code })).body.code).toBe('otp_expired')
    }
    expect(await verify({ type, email: new_email, token: thirds.code })).toMatchObject({ status: 200, body: HALF_DONE })
    await verify({ type, email: two.email, token: (await nextMail(server, two.email, AT_CURRENT)).code })
    const { body } = await verify((await behind(seconds.link)).body)
    expect(body.user).toMatchObject({ id: two.id, email: new_email })
    for (const other of [one, three]) expect(await emailOf(other.token)).toBe(other.email)
  })

  test('needs the password or an emailed code if the session is older than a day', async () => {
    const { refresh_token } = await aPerson()
    clock.ahead_ms += DAY + 60_000
    const later = String((await auth()('POST', '/token?grant_type=refresh_token', { refresh_token })).body.access_token)
    const put = (body: object) => auth(later)('PUT', '/user', { email: anEmail(), ...body })
    expect((await put({})).body.code).toBe('current_password_required')
    expect((await put({ current_password: 'wrong' })).body.code).toBe('current_password_invalid')
    expect((await put({ current_password: password })).status).toBe(200)
  })
})

test.each([
  { opened: 'by the former mailbox before the change', isByMail: false },
  { opened: 'by the former mailbox, the last to agree', isByMail: false },
  { opened: 'by the present mailbox', isByMail: true },
])('a session opened $opened counts as one that reads the mail: $isByMail', async ({ opened, isByMail }) => {
  const person = await aPerson()
  await proveAddress(server, person)
  const openByMail = async (email: string) => {
    await auth()('POST', '/otp', { email })
    const { code } = await nextMail(server, email, 'Your sign-in link')
    return String((await verify({ type: 'magiclink', email, token: code })).body.access_token)
  }
  const former = await openByMail(person.email)
  const email = anEmail()
  expect((await auth(person.token)('PUT', '/user', { email, current_password: password })).status).toBe(200)
  const fresh = await nextMail(server, email, AT_NEW)
  const current = await nextMail(server, person.email, AT_CURRENT)
  expect((await verify({ type, email, token: fresh.code })).body).toMatchObject(HALF_DONE)
  const agreed = await verify({ type, email: person.email, token: current.code })
  expect(agreed.body.user.email).toBe(email)
  const present = opened === 'by the present mailbox' ? await openByMail(email) : ''
  const session = opened.includes('last') ? String(agreed.body.access_token) : present || former
  await anAppFactor(server, session, clock.now())
  // A session from an emailed link needs no link with which the mailbox could undo its changes.
  const { link } = await nextMail(server, email, 'A new way to sign in was added')
  expect(link === '').toBe(isByMail)
})
