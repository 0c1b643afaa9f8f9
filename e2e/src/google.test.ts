import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  type Account,
  anAccount,
  googleSettings,
  type OpenIdProvider,
  startOpenIdProvider,
} from '@studiohub/testing/openid-provider.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { anEmail, aStudioByApi, expect, signInAt, signUp, test, timeToChoose, toast, variant } from './fixtures.ts'

// One server for the whole file.
test.describe.configure({ mode: 'default' })

// A separate server, because the server of the other tests has no Google sign-in.
let server: ServerProcess
let google: OpenIdProvider
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-google-'))
const downDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-down-'))

test.beforeAll(async () => {
  const port = await freePort()
  const settings = { DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off' }
  await fillFromTemplate(dataDir)
  const issuer = `http://127.0.0.1:${port}`
  const google_settings = googleSettings({ issuer })
  const [client_id] = google_settings.GOOGLE_CLIENT_ID.split(',')
  const serverSettings = {
    name: 'guild',
    label: 'Guild of Sound',
    issuer,
    client_id,
    client_secret: google_settings.GOOGLE_CLIENT_SECRET,
  }
  server = await startProcess({ ...settings, ...google_settings, OIDC_PROVIDERS: JSON.stringify([serverSettings]) })
  google = await startOpenIdProvider({ redirect_uri: `${server.url}/auth/v1/callback`, port })
})
test.afterAll(async () => {
  await google.stop()
  await server.stop()
  for (const folder of [dataDir, downDir]) rmSync(folder, { recursive: true, force: true })
})

const chooseAccount = (page: Page, { name }: Account) => page.getByRole('link', { name: name ?? '' }).click()

/** A person at the provider, with a name that no other test uses. */
const aPerson = (name: string) => anAccount(google, { name, email: anEmail('google') })

async function openProfile(page: Page) {
  await page.goto(`${server.url}/profile?tab=security`)
  await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible()
}

test("a new person signs in with Google on a studio's page and becomes its client", async ({ aBrowser }) => {
  const { studio, admin } = await aStudioByApi(server)
  const account = aPerson('Grace of the Studio')
  const page = await aBrowser()
  await page.goto(`${server.url}/s/${studio.slug}/auth/login`)
  await expect(page.getByRole('heading', { name: `Sign in to ${studio.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await chooseAccount(page, account)
  await expect(page).toHaveURL(`${server.url}/${studio.slug}`)
  const { body } = await admin.get(`/studios/${studio.id}/clients`)
  expect(body.items).toContainEqual(expect.objectContaining({ full_name: account.name }))
  const mail = await nextMail({ outbox: join(dataDir, 'outbox') }, account.email ?? '', 'Welcome')
  expect(mail.subject).toContain(studio.name)
  await page.reload()
  await expect(page).toHaveURL(`${server.url}/${studio.slug}`)
})

test(
  'a page has a button for each provider of the operator before any script runs, and only for those',
  variant,
  async ({ aBrowser }) => {
    const { studio } = await aStudioByApi(server)
    for (const path of ['/auth/login', `/${studio.slug}/auth/login`, `/s/${studio.slug}/auth/login`]) {
      const html = await (await fetch(server.url + path)).text()
      const labels = [...html.matchAll(/<button[^>]*>(?:<svg.*?<\/svg>)?([^<]*(?:<!-- -->[^<]*)*)<\/button>/g)].map(
        (match) => (match[1] ?? '').replaceAll('<!-- -->', ''),
      )
      expect(
        labels.filter((label) => label.startsWith('Continue with')),
        path,
      ).toEqual(['Continue with Google', 'Continue with Guild of Sound'])
    }
    const account = aPerson('Grace of the Guild')
    const page = await aBrowser()
    await page.goto(`${server.url}/auth/signup?studio=${studio.slug}`)
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveText([
      'Continue with Google',
      'Continue with Guild of Sound',
    ])
    await page.getByRole('button', { name: 'Continue with Guild of Sound' }).click()
    await chooseAccount(page, account)
    await expect(page).toHaveURL(`${server.url}/${studio.slug}`)
  },
)

const chosenDay = Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString()

/** A new person chooses a time of a studio that asks for an account, and continues with Google. */
async function chooseAndJoin(page: Page, { slug }: { slug: string }, account: Account) {
  await page.goto(`${server.url}/${slug}/book/recording?day=${chosenDay}&time=10:30`)
  await page.getByRole('link', { name: 'Sign up to book' }).click()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await chooseAccount(page, account)
}

test('a visitor continues with Google and gets the time that they had chosen', variant, async ({ aBrowser }) => {
  const { studio, admin } = await aStudioByApi(server)
  await admin.patch(`/studios/${studio.id}`, { visitors_can_book: false })
  const page = await aBrowser({ width: 390, height: 844 })
  await chooseAndJoin(page, studio, aPerson('Grace with a Time'))
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(timeToChoose(page, '10:30')).toBeChecked()
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your request was sent' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('10:30 – 12:30')
})

test(
  'the chosen time of a Google user who waits for approval is restored on another device',
  variant,
  async ({ aBrowser }) => {
    const { studio, admin } = await aStudioByApi(server)
    await admin.patch(`/studios/${studio.id}`, { approve_new_clients: true, visitors_can_book: false })
    const account = aPerson('Grace who Waits')
    const page = await aBrowser()
    await chooseAndJoin(page, studio, account)
    await expect(page.getByRole('heading', { name: 'Approval Pending' })).toBeVisible()
    const { body } = await admin.get(`/studios/${studio.id}/role-requests`)
    await admin.post(`/role-requests/${body.items[0].id}/approve`)

    const another = await aBrowser({ width: 390, height: 844 })
    await another.goto(`${server.url}/${studio.slug}/auth/login`)
    await another.getByRole('button', { name: 'Continue with Google' }).click()
    await chooseAccount(another, account)
    await expect(another.getByRole('dialog', { name: 'Create New Booking' })).toBeVisible()
    await expect(timeToChoose(another, '10:30')).toBeChecked()
  },
)

test('a new person without a studio is asked for their role', variant, async ({ aBrowser }) => {
  const account = aPerson('Grace without Studio')
  const page = await aBrowser({ width: 390, height: 844 })
  await page.goto(`${server.url}/auth/signup`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await chooseAccount(page, account)
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
})

test('a person who cancels at Google gets a message on the page where they started', variant, async ({ aBrowser }) => {
  const { studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await page.goto(`${server.url}/s/${studio.slug}/auth/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Nobody' }).click()
  await expect(toast(page, 'That did not work')).toContainText('Signing in was interrupted')
  await expect(page.getByRole('heading', { name: `Sign in to ${studio.name}` })).toBeVisible()
})

test('while Google is down the button shows an error message', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await fillFromTemplate(downDir)
  const down = await startProcess({ DATA_DIR: downDir, DEMO: 'off', RATE_LIMIT: 'off', ...unreachableProvider })
  await page.goto(`${down.url}/auth/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(toast(page, 'That did not work')).toContainText('We could not reach Google')
  await down.stop()
})

const unreachableProvider = googleSettings({ issuer: 'http://127.0.0.1:9' })

test(
  'Google is connected on the profile, signs the person in, and is disconnected again',
  variant,
  async ({ aBrowser }) => {
    const { studio } = await aStudioByApi(server)
    const account = aPerson('Grace on her Profile')
    const email = anEmail('linking')
    const page = await aBrowser()
    await page.goto(`${server.url}/auth/signup?studio=${studio.slug}`)
    await signUp(page, { full_name: 'Lina Linking', email })
    await expect(page).toHaveURL(`${server.url}/${studio.slug}`)
    await openProfile(page)
    await page.getByRole('button', { name: 'Connect Google' }).click()
    await chooseAccount(page, account)
    await expect(page).toHaveURL(`${server.url}/profile?tab=security`)
    const methods = page.getByRole('list', { name: 'Sign-in methods' })
    await expect(methods).toContainText(account.email ?? '')

    const other = await aBrowser()
    await other.goto(`${server.url}/auth/login`)
    await other.getByRole('button', { name: 'Continue with Google' }).click()
    await chooseAccount(other, account)
    await expect(other).toHaveURL(`${server.url}/${studio.slug}`)

    await page.getByRole('button', { name: 'Disconnect Google' }).click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(toast(page, 'Sign-in method removed')).toBeVisible()
    await expect(methods).not.toContainText(account.email ?? '')
    await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible()
  },
)

test("another person's Google account is not connected, and the profile says why", variant, async ({ aBrowser }) => {
  const { client } = await aStudioByApi(server)
  const otherAccount = aPerson('Grace who was first')
  const first = await aBrowser()
  await first.goto(`${server.url}/auth/login`)
  await first.getByRole('button', { name: 'Continue with Google' }).click()
  await chooseAccount(first, otherAccount)
  await expect(first.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  const page = await aBrowser()
  await signInAt(page, client.email, `${server.url}/profile?tab=security`)
  await page.getByRole('button', { name: 'Connect Google' }).click()
  await chooseAccount(page, otherAccount)
  await expect(page).toHaveURL(`${server.url}/profile?tab=security`)
  await expect(toast(page, 'That did not work')).toContainText('already belongs to another account')
  await expect(page.getByRole('button', { name: 'Connect Google' })).toBeVisible()
})
