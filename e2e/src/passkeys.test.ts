import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { anEmail, aStudioByApi, expect, PASSWORD, signInAt, test, toast, variant, variantIf } from './fixtures.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const entry = fileURLToPath(import.meta.resolve('@supabase/auth-js'))
const client = resolve(entry, '../../module')
const helpers = resolve(dirname(createRequire(entry).resolve('tslib')), 'tslib.es6.mjs')

/**
 * Serves the published official client to the page from its own origin, because the page's policy allows nothing else.
 */
async function withClient(page: Page) {
  await page.route('**/official-client/**', (route) => {
    const path = resolve(client, `.${new URL(route.request().url()).pathname.replace('/official-client', '')}`)
    if (!path.startsWith(`${client}${sep}`)) return route.abort()
    const file = path.endsWith('/tslib') ? helpers : existsSync(`${path}.js`) ? `${path}.js` : path
    const body = readFileSync(file, 'utf8').replaceAll('"tslib"', '"/official-client/tslib"')
    return route.fulfill({ body, contentType: 'text/javascript' })
  })
}

type Outcome = { error: string | null; levels: unknown; factors: { id: string; status: string }[] }

/** Signs in on the page with the official client, and registers a security key or confirms with it. */
function runClient(
  page: Page,
  action: { email: string; does: 'register' | 'authenticate'; name?: string },
): Promise<Outcome> {
  return page.evaluate(
    async ({ email, password, does, name }) => {
      const module = '/official-client/GoTrueClient'
      const { default: GoTrueClient } = await import(module)
      const auth = new GoTrueClient({
        url: `${location.origin}/auth/v1`,
        flowType: 'pkce',
        storageKey: 'passkeys',
        autoRefreshToken: false,
        detectSessionInUrl: false,
      })
      await auth.signInWithPassword({ email, password })
      const all = async () => (await auth.mfa.listFactors()).data.all
      const [factor] = await all()
      const { error } =
        does === 'register'
          ? await auth.mfa.webauthn.register({ friendlyName: name })
          : await auth.mfa.webauthn.authenticate({ factorId: factor.id })
      const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
      return { error: error && `${error.name}: ${error.message}`, levels: data, factors: await all() }
    },
    { password: PASSWORD, name: 'My key', ...action },
  )
}

const credentials = async ({ devtools, authenticatorId }: { devtools: CDPSession; authenticatorId: string }) =>
  (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials

async function aSignedUpPerson(server: { url: string }) {
  const email = anEmail('keys')
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data: { full_name: 'Kim Keys' } }),
  })
  expect(response.status).toBe(200)
  return email
}

for (const [what, transport] of [
  ['the authenticator that is built into the device', 'internal'],
  ['a security key that is plugged in', 'usb'],
] as const) {
  test(
    `${what} is added as a second factor and used at the next sign-in`,
    variantIf(transport === 'usb'),
    async ({ aBrowser, server }) => {
      const email = await aSignedUpPerson(server)
      const page = await aBrowser()
      await withClient(page)
      await page.goto('/auth/signup')
      const authenticator = await withAuthenticator(page, transport)
      const added = await runClient(page, { email, does: 'register' })
      expect(added.error).toBeNull()
      expect(added.levels).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
      expect(added.factors).toMatchObject([{ factor_type: 'webauthn', friendly_name: 'My key', status: 'verified' }])
      expect(await credentials(authenticator)).toMatchObject([{ rpId: 'localhost' }])

      const proven = await runClient(page, { email, does: 'authenticate' })
      expect(proven.error).toBeNull()
      expect(proven.levels).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
      expect((await credentials(authenticator))[0]?.signCount).toBeGreaterThan(0)
    },
  )
}

/** Stops the browser from offering passkeys in fields, so that the test uses the button. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Passkey added')).toBeVisible()
}

test('a passkey is added in the profile, opens the account from the sign-in page, and is removed', async ({
  aBrowser,
  server,
}) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await withoutAutofill(page)
  await withAuthenticator(page, 'internal')
  await proveAddress(server, client)
  await signInAt(page, client.email, '/profile?tab=security')
  await addPasskey(page, 'My laptop')
  const list = page.getByRole('list', { name: 'Passkeys' })
  await expect(list).toContainText('My laptop')
  await expect(list).toContainText('not used yet')
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await page.goto(`/s/${studio.slug}/auth/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
  await page.goto('/profile?tab=devices')
  await expect(page.getByText('with a passkey')).toBeVisible()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(list).toContainText('last used')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Passkey removed')).toBeVisible()
  await expect(list).toBeHidden()
})

test(
  'a passkey that was removed or belongs to no account gets a clear message',
  variant,
  async ({ aBrowser, server }) => {
    const { client } = await aStudioByApi(server)
    const page = await aBrowser()
    await withoutAutofill(page)
    await withAuthenticator(page, 'internal')
    await proveAddress(server, client)
    await signInAt(page, client.email, '/profile?tab=security')
    await addPasskey(page, 'My laptop')
    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(toast(page, 'Passkey removed')).toBeVisible()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(toast(page, 'Login failed')).toContainText('does not open an account here')
    await expect(page.getByLabel('Email')).toBeEnabled()
  },
)

test('the browser offers a passkey in the email field', variant, async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await withAuthenticator(page, 'internal')
  await proveAddress(server, client)
  await signInAt(page, client.email, '/profile?tab=security')
  await addPasskey(page, 'My laptop')
  await page.evaluate(() => localStorage.clear())
  // The browser of the test chooses the only passkey immediately.
  await page.goto('/auth/login')
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
})

test(
  'a sign-in page that loses the connection offers no passkeys in the field, without an error',
  variant,
  async ({ aBrowser }) => {
    const page = await aBrowser()
    await page.route('**/assets/ask-in-fields-*.js', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/auth/login')
    await failed
    await page.getByLabel('Email').fill('someone@example.com')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  },
)

test('the official client registers a passkey and signs in with it', async ({ aBrowser, server }) => {
  const email = await aSignedUpPerson(server)
  const page = await aBrowser()
  await withClient(page)
  await page.goto('/auth/signup')
  const authenticator = await withAuthenticator(page, 'internal')
  const outcome = await page.evaluate(
    async ({ address, password }) => {
      const module = '/official-client/GoTrueClient'
      const { default: GoTrueClient } = await import(module)
      const aClient = (storageKey: string) =>
        new GoTrueClient({
          url: `${location.origin}/auth/v1`,
          flowType: 'pkce',
          storageKey,
          autoRefreshToken: false,
          detectSessionInUrl: false,
        })
      const first = aClient('first')
      await first.signInWithPassword({ email: address, password })
      const registered = await first.registerPasskey()
      const second = aClient('second')
      const entered = await second.signInWithPasskey()
      const listed = await second.passkey.list()
      return {
        errors: [registered.error, entered.error, listed.error].map((error) => error && String(error.message)),
        email: entered.data?.user?.email,
        listed: listed.data?.length,
      }
    },
    { address: email, password: PASSWORD },
  )
  expect(outcome).toEqual({ errors: [null, null, null], email, listed: 1 })
  expect(await credentials(authenticator)).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])
})

test('a copied key with an older counter than the original is rejected', variant, async ({ aBrowser, server }) => {
  const email = await aSignedUpPerson(server)
  const page = await aBrowser()
  await withClient(page)
  await page.goto('/auth/signup')
  const { devtools, authenticatorId } = await withAuthenticator(page, 'usb')
  expect((await runClient(page, { email, does: 'register' })).error).toBeNull()
  const [copy] = await credentials({ devtools, authenticatorId })
  for (const _ of [1, 2]) expect((await runClient(page, { email, does: 'authenticate' })).error).toBeNull()
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  if (copy) await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...copy, signCount: 0 } })
  const rejection = await runClient(page, { email, does: 'authenticate' })
  expect(rejection.error).toContain('Invalid WebAuthn response')
  expect(rejection.levels).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
})
