import { chromium, type Page } from '@playwright/test'
import { findChromium } from '@studiohub/testing/browser.ts'
import { aNameServer } from '@studiohub/testing/name-server.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, delayRequests, expect, failRequests, signIn, signInAt, test, toast } from './fixtures.ts'

const SAVED = 'Settings updated successfully'

async function open(page: Page, email: string, tab: string) {
  await signInAt(page, email, `/studio/settings?tab=${tab}`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test("an admin sets the studio's name, contacts and branding, and clients see it at once", async ({
  aBrowser,
  server,
}) => {
  test.slow()
  const { admin, studio, client } = await aStudioByApi(server)
  const page = await aBrowser()
  await open(page, admin.email, 'basic')
  await page.getByLabel('Studio name').fill('')
  await page.getByLabel('Time zone').fill('Lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  await page.getByRole('switch', { name: 'Approve new clients' }).click()
  await save(page).click()
  await expect(page.getByText('Please enter the studio name')).toBeVisible()
  await page.getByLabel('Studio name').fill('Paper Lantern')
  await save(page).click()
  await expect(toast(page, SAVED).first()).toBeVisible()
  await expect(save(page)).toBeHidden()
  await expectNoAxeViolations(page)

  await tab(page, 'Contact Information').click()
  await page.getByLabel('Email').fill('desk@lantern.example')
  const release = await delayRequests(page, 'GET', '**/api/v1/me')
  const patchResponse = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await save(page).click()
  await patchResponse
  await page.getByLabel('Phone').fill('+351 21 000 0000')
  await expect(page.getByText('You have unsaved changes')).toBeVisible()
  release()
  await save(page).click()
  await expect(save(page)).toBeHidden()
  await expect(page.getByLabel('Phone')).toHaveValue('+351 21 000 0000')
  const { body: changedStudio } = await admin.get(`/studios/${studio.id}`)
  expect(changedStudio).toMatchObject({
    name: 'Paper Lantern',
    timezone: 'Europe/Lisbon',
    approve_new_clients: true,
    contact_email: 'desk@lantern.example',
  })

  await tab(page, 'Branding').click()
  await page.getByLabel('Tagline').fill('Warm light, soft walls')
  await page.getByLabel('Text', { exact: true }).first().fill('#888888')
  await page.getByLabel('Background', { exact: true }).fill('40 60% 97%')
  const notes = page.getByRole('list', { name: 'Contrast' })
  await expect(notes).toContainText('Text contrasts 3.')
  await page.getByLabel('Primary', { exact: true }).fill('nonsense')
  await expect(page.getByText('Use the format 185 85% 55% or #1ab2b8')).toBeVisible()
  await page.getByLabel('Primary', { exact: true }).fill('12 70% 38%')
  await page.getByLabel('Accent', { exact: true }).fill('280 60% 36%')
  await page.getByLabel('Text', { exact: true }).first().fill('20 30% 14%')
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByText('Text on primary: contrast 6.6:1, good')).toBeVisible()
  await page.getByLabel('Headings').selectOption('Playfair Display')
  await expect.poll(() => styleOf(page, '[data-preview] .font-display', 'font-family')).toContain('Playfair Display')
  // The preview shows both themes, beginning with the one that the reader sees.
  await expect.poll(() => styleOf(page, '[data-preview]', 'color-scheme')).toBe('light')
  const themes = page.getByRole('group', { name: 'Theme of the preview' })
  await themes.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(() => styleOf(page, '[data-preview]', 'color-scheme')).toBe('dark')
  await page.getByLabel('Secondary', { exact: true }).fill('36 40% 88%')
  // Another admin saves at the same time, and their changes are not overwritten.
  await admin.patch(`/studios/${studio.id}`, { voice_setting: 'playful', tagline: 'Loud' })
  await expect(page.getByText('Tagline: yours Warm light, soft walls, saved Loud')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByLabel('Voice')).toHaveValue('playful')
  await expect(page.getByLabel('Tagline')).toHaveValue('Warm light, soft walls')
  await save(page).click()
  await expect(save(page)).toBeHidden()

  const file = (buffer: Buffer, mimeType: string) => ({ name: 'picture', mimeType, buffer })
  await page.getByLabel('Logo file').setInputFiles(file(Buffer.from('%PDF-1.7'), 'application/pdf'))
  await expect(toast(page, 'Invalid file')).toContainText('File type must be one of')
  await page.getByLabel('Favicon file').setInputFiles(file(Buffer.alloc(600 * 1024), 'image/png'))
  await expect(toast(page, 'File size must be less than 0.5MB')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(file(Buffer.from('not a picture'), 'image/png'))
  await expect(toast(page, 'Upload failed')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(file(await aPhoto({ format: 'png' }), 'image/png'))
  await expect(toast(page, 'Upload successful')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible()
  await expectNoAxeViolations(page)

  const visitor = await aBrowser({ width: 390, height: 844 })
  const studioPages = [`/s/${studio.slug}/auth/login`, `/${studio.slug}/auth/signup`, `/${studio.slug}/book`]
  for (const path of studioPages) {
    await visitor.goto(path)
    await expect(visitor.getByText('Warm light, soft walls')).toBeVisible()
    await expect(visitor.locator('img[src*="/studio-assets/"]').first()).toBeVisible()
    await expectNoAxeViolations(visitor)
  }
  expect(await styleOf(visitor, 'h1', 'font-family')).toContain('Playfair Display')
  expect(await styleOf(visitor, 'html', 'color-scheme')).toBe('light')
  await visitor.goto(`/${studio.slug}/auth/login`)
  await signIn(visitor, client.email)
  await expect(visitor).toHaveURL(new RegExp(`/${studio.slug}$`))
  await expect.poll(() => styleOf(visitor, 'html', '--primary')).toContain('12 70% 38%')
  // A client's account has the branding of their studio, the admin's has the product's.
  await visitor.goto('/profile?tab=appearance')
  await expect(visitor.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expect.poll(() => styleOf(visitor, 'html', '--primary')).toContain('12 70% 38%')
  await visitor.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect.poll(() => styleOf(visitor, 'html', 'color-scheme')).toBe('dark')
  await expectNoAxeViolations(visitor)
  await visitor.goto(`/${studio.slug}`)
  await expect.poll(() => styleOf(visitor, 'html', 'color-scheme')).toBe('dark')
  await expect.poll(() => styleOf(visitor, 'html', '--primary')).toContain('12 70%')
  await expectNoAxeViolations(visitor)
  const account = await page.context().newPage()
  await account.goto('/profile')
  await expect(account.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expect(account.locator('link[href^="/brand/"]')).toHaveCount(0)
  await account.close()

  const isBack = await failRequests(page, 'DELETE', /\/assets\/logo$/)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(toast(page, 'Delete failed')).toContainText('Something went wrong on our side.')
  await isBack()
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(toast(page, 'Image removed')).toBeVisible()
})

test('a studio verifies a domain, and its clients sign in there and see only its name', async ({
  aBrowser,
  server,
}) => {
  test.slow()
  const { admin, studio, client } = await aStudioByApi(server)
  const names = await aNameServer(Number(process.env.E2E_DNS_PORT))
  const domain = `book.${studio.slug}.com`
  const page = await aBrowser()
  await open(page, admin.email, 'domain')
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('localhost')
  await page.getByRole('button', { name: 'Save domain' }).click()
  await expect(page.getByText('Please enter a domain such as book.yourstudio.com')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill(domain)
  await page.getByRole('button', { name: 'Save domain' }).click()
  await expect(page.getByText('Not verified yet')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Verify domain' }).click()
  await expect(toast(page, 'We cannot see the record at this domain yet.')).toBeVisible()
  const textIn = (label: string) => page.getByLabel(label).inputValue()
  names.records.set(await textIn('Name of the TXT record'), await textIn('Value of the TXT record'))
  await page.getByRole('button', { name: 'Verify domain' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const address = await page.getByLabel('Address', { exact: true }).inputValue()
  expect(new URL(address).hostname).toBe(domain)

  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    ...(env && { env: { ...process.env, ...env } }),
    // Like a proxy in front of us: the name resolves to this server, and forwarded headers are trusted.
    args: [
      ...args,
      `--host-resolver-rules=MAP ${domain} 127.0.0.1`,
      `--unsafely-treat-insecure-origin-as-secure=${address}`,
    ],
  })
  const domainPage = await browser.newPage()
  await domainPage.goto(`${address}/`)
  // The domain alone is the studio's public page.
  await expect(domainPage.getByRole('heading', { name: studio.name, level: 1 })).toBeVisible()
  await domainPage.goto(`${address}/book`)
  expect(domainPage.url()).toBe(`${address}/${studio.slug}/book`)
  await domainPage.goto(`${address}/${studio.slug}`)
  await expect(domainPage.getByRole('heading', { name: `Sign in to ${studio.name}` })).toBeVisible()
  await signIn(domainPage, client.email)
  await expect(domainPage).toHaveURL(`${address}/${studio.slug}`)
  await expect(domainPage.locator(`link[href^="/brand/${studio.id}"]`).first()).toBeAttached()
  // Sign-in methods are changed at our own address.
  await domainPage.goto(`${address}/profile`)
  expect(new URL(domainPage.url()).origin).toBe(server.url)
  await domainPage.goto(`${address}/${studio.slug}/auth/forgot-password`)
  expect(domainPage.url()).toBe(`${server.url}/${studio.slug}/auth/forgot-password`)
  expect((await domainPage.goto(`${address}/docs`))?.status()).toBe(404)
  await domainPage.goto(`${address}/studio`)
  expect(new URL(domainPage.url()).origin).toBe(server.url)
  await browser.close()
  names.stop()
})
