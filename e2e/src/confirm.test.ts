import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { fillFromTemplate } from '@studiohub/testing/template.ts'
import { expectNoAxeViolations } from './axe.ts'
import { anEmail, expect, PASSWORD, signIn, signUp, test, toast, variant } from './fixtures.ts'

// One server for the whole file.
test.describe.configure({ mode: 'default' })

// A separate server: addresses are confirmed here, and forms need a captcha with the verifier below.
let server: ServerProcess
let verifier: Server
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-e2e-confirm-'))
const mailbox = { outbox: join(dataDir, 'outbox') }
const SUBJECT = 'Confirm your email address'
const CAPTCHA_TOKEN = 'earned'
const usedTokens: string[] = []

test.beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const token = new URLSearchParams(text).get('response') ?? ''
    // Like the real providers, it accepts a token only once.
    response.end(JSON.stringify({ success: token.startsWith(CAPTCHA_TOKEN) && !usedTokens.includes(token) }))
    usedTokens.push(token)
  })
  verifier.listen(0, '127.0.0.1')
  await once(verifier, 'listening')
  const address = verifier.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await fillFromTemplate(dataDir)
  server = await startProcess({
    DATA_DIR: dataDir,
    DEMO: 'off',
    RATE_LIMIT: 'off',
    AUTH_CONFIRM_EMAIL: 'on',
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'site-key-of-the-test',
    CAPTCHA_SECRET: 'secret-of-the-test',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
  })
})
test.afterAll(async () => {
  await server.stop()
  verifier.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Replaces the provider's script: a button that gets a new token at each press. */
const widget = `window.turnstile = { render(element, { sitekey, callback }) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'I am a person (' + sitekey + ')'
  button.onclick = () => { button.disabled = true; callback('${CAPTCHA_TOKEN}-' + crypto.randomUUID()) }
  element.append(button)
} }
window.captchaReady()`

const showWidget = (page: Page) =>
  page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: widget }),
  )

const passCaptcha = (page: Page) => page.getByRole('button', { name: 'I am a person (site-key-of-the-test)' }).click()

/** An account that is not confirmed. No browser has the verifier of its sign-up, so its link opens the page with the button. */
async function anUnconfirmedAccount() {
  const email = anEmail('waiting')
  const captcha_token = `${CAPTCHA_TOKEN}-${crypto.randomUUID()}`
  const body = { email, password: PASSWORD, gotrue_meta_security: { captcha_token } }
  const response = await callAs(server.url, null).request('POST', '/auth/v1/signup', body)
  expect(response.status).toBe(200)
  return { email, ...(await nextMail(mailbox, email, SUBJECT)) }
}

test('an emailed link asks for the sign-up password and confirms once; then it is no longer valid', async ({
  aBrowser,
}) => {
  const { link } = await anUnconfirmedAccount()
  const page = await aBrowser({ width: 390, height: 844 })
  await page.goto(link)
  await expect(page).toHaveURL(new RegExp(`^${server.url}/auth/confirm#`))
  await expect(page.getByRole('heading', { name: SUBJECT })).toBeVisible()
  await expectNoAxeViolations(page)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('a wrong one')
  await page.getByRole('button', { name: 'Confirm', exact: true }).press('Enter')
  await expect(page.getByText('This is not the password of this account')).toBeVisible()
  await field.fill(PASSWORD)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/auth\/onboarding/)

  const another = await aBrowser()
  await another.goto(link)
  await expect(another.getByText('This link has expired or was already used')).toBeVisible()
  await expect(another).toHaveURL(/\/auth\/login/)
})

test(
  'a reader who did not choose the sign-up password confirms without it and chooses one',
  variant,
  async ({ aBrowser }) => {
    const { link, email } = await anUnconfirmedAccount()
    const page = await aBrowser()
    await page.goto(link)
    await page.getByRole('button', { name: 'I did not choose a password' }).click()
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    const signInBy = async (password: string) => {
      const captcha_token = `${CAPTCHA_TOKEN}-${crypto.randomUUID()}`
      const body = { email, password, gotrue_meta_security: { captcha_token } }
      return (await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', body)).status
    }
    expect(await signInBy(PASSWORD)).toBe(400)
    await page.getByLabel('New password', { exact: true }).fill('the word of the owner')
    await page.getByLabel('New password again').fill('the word of the owner')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page).toHaveURL(/\/auth\/onboarding/)
    expect(await signInBy('the word of the owner')).toBe(200)
  },
)

test(
  'if a link expires on the page with the button, the page says where to get another one',
  variant,
  async ({ aBrowser }) => {
    const { link, code, email } = await anUnconfirmedAccount()
    const page = await aBrowser()
    await page.goto(link)
    const button = page.getByRole('button', { name: 'Confirm', exact: true })
    await expect(button).toBeVisible()
    const used = await callAs(server.url, null).request('POST', '/auth/v1/verify', {
      type: 'signup',
      email,
      token: code,
    })
    expect(used.status).toBe(200)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button.click()
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
  },
)

test('a form requires the captcha, and a new one after each attempt', async ({ aBrowser }) => {
  const page = await aBrowser()
  await showWidget(page)
  await page.goto(`${server.url}/auth/signup`)
  await expect(page.getByRole('button', { name: /^I am a person/ })).toBeVisible()
  await expectNoAxeViolations(page)
  const email = anEmail('captcha')
  await signUp(page, { full_name: 'Ada Example', email })
  await expect(toast(page, 'Please confirm that you are human first.')).toBeVisible()
  await passCaptcha(page)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const { code } = await nextMail(mailbox, email, SUBJECT)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const field = page.getByLabel('Six-digit code')
  await field.fill(wrong)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Token has expired or is invalid').first()).toBeVisible()
  await field.fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/onboarding/)

  const again = await aBrowser()
  await showWidget(again)
  await again.goto(`${server.url}/auth/login`)
  await passCaptcha(again)
  await signIn(again, email, 'wrong word')
  await expect(toast(again, 'Invalid login credentials')).toBeVisible()
  // The first attempt used up the token: without another one the right password is not checked.
  await passCaptcha(again)
  await signIn(again, email)
  await expect(again).toHaveURL(/\/auth\/onboarding/)
})

const captchaError = 'The captcha could not be loaded. Allow it in your browser and reload the page.'

test('if the captcha cannot be loaded, the form says so', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
  await page.goto(`${server.url}/auth/login`)
  await expect(page.getByRole('alert')).toContainText(captchaError)
})

test('if the script of the captcha loads but never starts, the form says so', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.clock.install()
  await page.route('https://challenges.cloudflare.com/**', (route) => route.fulfill({ body: '' }))
  const script = page.waitForResponse(/challenges\.cloudflare\.com/)
  await page.goto(`${server.url}/auth/login`)
  await script
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('alert')).toContainText(captchaError)
})
