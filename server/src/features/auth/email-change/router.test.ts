import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock, anAccount, anEmail, password, proveAddress } from '@studiohub/testing/accounts.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
const clock = aClock()

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
async function aPersonChangingEmail() {
  const person = await aPerson()
  const new_email = anEmail()
  const redirect_to = encodeURIComponent(`${server.url}/s/north-light/auth/callback`)
  const response = await auth(person.token)('PUT', `/user?redirect_to=${redirect_to}`, {
    email: new_email.toUpperCase(),
  })
  expect(response).toMatchObject({ status: 200, body: { email: person.email, new_email } })
  const currentMail = await nextMail(server, person.email, AT_CURRENT)
  return { ...person, new_email, currentMail, newMail: await nextMail(server, new_email, AT_NEW) }
}

const emailOf = async (token: string) => (await auth(token)('GET', '/user')).body.email
const verify = (body: object) => auth()('POST', '/verify', body)
const FIRST_CONFIRMED = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
}

/** Opens a link, and returns the page's address and the body that its button sends. */
async function openConfirmPage(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  const location = new URL(response.headers.get('location') ?? '')
  return { location, body: Object.fromEntries(new URLSearchParams(location.hash.slice(1))) }
}

describe('a change of address', () => {
  test('takes effect when both mailboxes confirm by code, and the old address gets an email', async () => {
    const { email, new_email, token, currentMail, newMail } = await aPersonChangingEmail()
    expect(await verify({ type, email, token: currentMail.code })).toMatchObject({ status: 200, body: FIRST_CONFIRMED })
    expect(await emailOf(token)).toBe(email)
    const { status, body } = await verify({ type, email: new_email, token: newMail.code })
    expect({ status, email: body.user.email }).toEqual({ status: 200, email: new_email })
    expect(body.user).not.toHaveProperty('new_email')
    expect(body.user.identities).toMatchObject([{ email: new_email, identity_data: { email: new_email } }])
    expect(body.user.user_metadata).toMatchObject({ email: new_email, email_verified: true })
    expect(newMail.text.replace(/\s+/g, ' ')).toContain(`The owner of the account ${email} wants`)
    await nextMail(server, email, 'Your email address was changed')
    expect((await mailsTo(server, new_email)).map(({ subject }) => subject)).toHaveLength(1)
    const signIn = (address: string) => auth()('POST', '/token?grant_type=password', { email: address, password })
    expect((await signIn(new_email)).status).toBe(200)
    expect((await signIn(email)).body.code).toBe('invalid_credentials')
  })

  test('also works with the links and in the other order; opening a link without pressing the button confirms nothing', async () => {
    const { email, new_email, token, currentMail, newMail } = await aPersonChangingEmail()
    for (const { link } of [currentMail, newMail, currentMail, newMail]) {
      const { location, body } = await openConfirmPage(link)
      expect(`${location.origin}${location.pathname}`).toBe(`${server.url}/s/north-light/auth/confirm`)
      expect(body.type).toBe(type)
    }
    expect(await emailOf(token)).toBe(email)
    expect(await verify((await openConfirmPage(newMail.link)).body)).toMatchObject({
      status: 200,
      body: FIRST_CONFIRMED,
    })
    const again = await openConfirmPage(newMail.link)
    expect(new URLSearchParams(again.location.hash.slice(1)).get('error_code')).toBe('otp_expired')
    expect(await verify((await openConfirmPage(currentMail.link)).body)).toMatchObject({
      status: 200,
      body: { user: { email: new_email } },
    })
  })

  test('also works if both mailboxes confirm at the same moment', async () => {
    const people = await Promise.all([aPersonChangingEmail(), aPersonChangingEmail(), aPersonChangingEmail()])
    for (const { email, new_email, token, currentMail, newMail } of people) {
      const responses = await Promise.all([
        verify({ type, email, token: currentMail.code }),
        verify({ type, email: new_email, token: newMail.code }),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(await emailOf(token)).toBe(new_email)
    }
  })

  test('needs both mailboxes: confirming twice in one mailbox is not enough', async () => {
    const { email, token, currentMail } = await aPersonChangingEmail()
    await verify({ type, email, token: currentMail.code })
    expect((await verify({ type, email, token: currentMail.code })).status).toBe(403)
    clock.ahead_ms += 61_000
    expect(await auth()('POST', '/resend', { type, email })).toMatchObject({ status: 200, body: {} })
    expect(await emailOf(token)).toBe(email)
  })

  test('ends every other link and code, so that old emails give no access', async () => {
    const { email, new_email, currentMail, newMail } = await aPersonChangingEmail()
    await auth()('POST', '/recover', { email })
    const recovery = await nextMail(server, email, 'Reset your password')
    await verify({ type, email, token: currentMail.code })
    await verify({ type, email: new_email, token: newMail.code })
    for (const address of [email, new_email]) {
      expect((await verify({ type: 'recovery', email: address, token: recovery.code })).body.code).toBe('otp_expired')
    }
  })

  test('ends with a new password, because a thief may have requested it', async () => {
    const { email, new_email, token, currentMail, newMail } = await aPersonChangingEmail()
    await verify({ type, email: new_email, token: newMail.code })
    await auth(token)('PUT', '/user', { password: 'another horse' })
    expect((await verify({ type, email, token: currentMail.code })).status).toBe(403)
    clock.ahead_ms += 61_000
    await auth()('POST', '/resend', { type, email })
    expect(await auth(token)('GET', '/user')).toMatchObject({ body: { email } })
    expect((await auth(token)('GET', '/user')).body).not.toHaveProperty('new_email')
  })

  test('is rejected for a used address, and fails if the address is taken before it is confirmed', async () => {
    const other = await aPerson()
    const { token } = await aPerson()
    expect(await auth(token)('PUT', '/user', { email: other.email })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    })
    const person = await aPersonChangingEmail()
    await auth()('POST', '/signup', { email: person.new_email, password })
    await verify({ type, email: person.email, token: person.currentMail.code })
    expect(await verify({ type, email: person.new_email, token: person.newMail.code })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    })
    expect(await emailOf(person.token)).toBe(person.email)
  })

  test('several accounts may wait for one address; the code of the newest email works, and the link of each', async () => {
    const [first, second, third] = [await aPersonChangingEmail(), await aPerson(), await aPerson()]
    const { new_email } = first
    await auth(second.token)('PUT', '/user', { email: new_email })
    const secondMail = await nextMail(server, new_email, AT_NEW, [first.newMail])
    await auth(third.token)('PUT', '/user', { email: new_email })
    const thirdMail = await nextMail(server, new_email, AT_NEW, [first.newMail, secondMail])
    for (const { code } of [first.newMail, secondMail]) {
      expect((await verify({ type, email: new_email, token: code })).body.code).toBe('otp_expired')
    }
    expect(await verify({ type, email: new_email, token: thirdMail.code })).toMatchObject({
      status: 200,
      body: FIRST_CONFIRMED,
    })
    await verify({ type, email: second.email, token: (await nextMail(server, second.email, AT_CURRENT)).code })
    const { body } = await verify((await openConfirmPage(secondMail.link)).body)
    expect(body.user).toMatchObject({ id: second.id, email: new_email })
    for (const other of [first, third]) expect(await emailOf(other.token)).toBe(other.email)
  })

  test('needs the password or an emailed code if the session is older than a day', async () => {
    const { refresh_token } = await aPerson()
    clock.ahead_ms += DAY_MS + 60_000
    const laterToken = String(
      (await auth()('POST', '/token?grant_type=refresh_token', { refresh_token })).body.access_token,
    )
    const put = (body: object) => auth(laterToken)('PUT', '/user', { email: anEmail(), ...body })
    expect((await put({})).body.code).toBe('current_password_required')
    expect((await put({ current_password: 'wrong' })).body.code).toBe('current_password_invalid')
    expect((await put({ current_password: password })).status).toBe(200)
  })
})

test.each([
  { opened: 'by the former mailbox before the change', hasProof: false },
  { opened: 'by the former mailbox, which confirmed last', hasProof: false },
  { opened: 'by the new mailbox', hasProof: true },
])('a session opened $opened proves the mailbox of the account: $hasProof', async ({ opened, hasProof }) => {
  const person = await aPerson()
  await proveAddress(server, person)
  const openByEmail = async (email: string) => {
    await auth()('POST', '/otp', { email })
    const { code } = await nextMail(server, email, 'Your sign-in link')
    return String((await verify({ type: 'magiclink', email, token: code })).body.access_token)
  }
  const formerToken = await openByEmail(person.email)
  const email = anEmail()
  expect((await auth(person.token)('PUT', '/user', { email, current_password: password })).status).toBe(200)
  const newMail = await nextMail(server, email, AT_NEW)
  const currentMail = await nextMail(server, person.email, AT_CURRENT)
  expect((await verify({ type, email, token: newMail.code })).body).toMatchObject(FIRST_CONFIRMED)
  const confirmed = await verify({ type, email: person.email, token: currentMail.code })
  expect(confirmed.body.user.email).toBe(email)
  const newToken = opened === 'by the new mailbox' ? await openByEmail(email) : ''
  const session = opened.includes('last') ? String(confirmed.body.access_token) : newToken || formerToken
  await anAppFactor(server, session, clock.now())
  // A session that proves the mailbox needs no link with which the owner could undo its changes.
  const { link } = await nextMail(server, email, 'A new way to sign in was added')
  expect(link === '').toBe(hasProof)
})
