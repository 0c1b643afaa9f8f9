import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { anAccount, password, proveAddress } from '@studiohub/testing/accounts.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aClient, aCrewMember, signIn as signInByApi } from '@studiohub/testing/people.ts'
import { anAppFactor, appCode, authAs, nextText } from '@studiohub/testing/second-factor.ts'
import sharp from 'sharp'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts'
import {
  anEmail,
  aStudioByApi,
  delayRequests,
  expect,
  outbox,
  PASSWORD,
  signIn,
  signInAt,
  test,
  toast,
  variant,
} from './fixtures.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

/** @param tab the section to open; without it, the details */
const onProfile = async (page: Page, email: string, tab?: 'security' | 'devices' | 'data') => {
  await signInAt(page, email, tab ? `/profile?tab=${tab}` : '/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
}

// The innermost section around the heading.
const within = (page: Page, heading: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true, level: 2 }) })
    .last()

const aPicture = (width = 400) =>
  sharp({ create: { width, height: width, channels: 3, background: { r: 20, g: 120, b: 160 } } })
    .png()
    .toBuffer()

test('name, phone and picture are saved', async ({ aBrowser, server }) => {
  const { client } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await onProfile(page, client.email)
  // The email is changed under Security, so it is not a field of the form.
  await expect(page.getByRole('definition').first()).toHaveText(client.email)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
  // Leaving an unchanged field shows no error. An emptied field shows one until its value is restored.
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Phone', { exact: true }).focus()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await page.getByLabel('Full name').fill(client.full_name)
  await expect(page.getByText('Please enter your name')).toBeHidden()
  await page.getByLabel('Phone', { exact: true }).fill('not a number')
  await page.getByLabel('Full name').fill('Cleo Changed')
  await expect(page.getByText('Please enter a phone number')).toBeVisible()
  await page.getByLabel('Phone', { exact: true }).fill('+43 664 1234567')
  // After saving, the page is still being read again while the person types.
  const release = await delayRequests(page, 'GET', '**/api/v1/me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await page.getByLabel('Full name').fill('Cleo On A Train')
  release()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(page.getByLabel('Full name')).toHaveValue('Cleo On A Train')
  // Another section keeps what was typed.
  await page.getByLabel('Sections of your profile').selectOption('appearance')
  await expect(page.getByLabel('Full name')).toHaveCount(0)
  await page.getByLabel('Sections of your profile').selectOption('details')
  await expect(page.getByLabel('Full name')).toHaveValue('Cleo On A Train')

  await page
    .getByLabel('Profile picture')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(toast(page, 'Invalid file')).toContainText('File type must be one of')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await aPicture() }
  // The line goes in the middle of it.
  await page.route('**/api/v1/me/avatar', (route) => route.abort('internetdisconnected'))
  await page.getByLabel('Profile picture').setInputFiles(picture)
  await expect(toast(page, 'Upload failed')).toContainText('We could not reach the server.')
  await expect(page.getByLabel('Full name')).toHaveValue('Cleo On A Train')
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeEnabled()
  await page.unroute('**/api/v1/me/avatar')
  await page.getByLabel('Profile picture').setInputFiles(picture)
  await expect(toast(page, 'Upload successful')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Cleo Changed')
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+43 664 1234567')
  await expect(page.getByRole('main').locator('img').first()).toBeVisible()
  // A picture is aligned with the header's other buttons, like the letters.
  const header = page.getByRole('banner')
  await expect(header.locator('img')).toBeVisible()
  const heights = await Promise.all(
    [header.getByRole('link', { name: 'Profile and settings' }), header.locator('img')].map((element) =>
      element.boundingBox(),
    ),
  )
  expect(heights[0]?.height).toBe(heights[1]?.height)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(toast(page, 'Image removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
})

test('every role has its own links', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser()
  await onProfile(page, fixture.admin.email)
  await expect(page.getByRole('link', { name: 'Studio Settings' })).toHaveAttribute('href', '/studio/settings')
  await expect(page.getByRole('link', { name: 'Studio Dashboard' })).toHaveAttribute('href', '/studio')
  const other = await aBrowser()
  await onProfile(other, crew.email)
  await expect(other.getByRole('main').getByRole('link', { name: 'My Schedule' })).toHaveAttribute(
    'href',
    '/staff/schedule',
  )
  await expect(other.getByRole('button', { name: 'Switch Studio' })).toHaveCount(0)
})

test(
  'a client switches the studio, and nothing of the previous studio remains',
  variant,
  async ({ aBrowser, server }) => {
    const home = await aStudioByApi(server)
    const next = await aStudioByApi(server)
    const page = await aBrowser()
    await onProfile(page, home.client.email)
    await page.getByRole('button', { name: 'Switch Studio' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch Studio' })
    await expect(dialog.getByText('Select a studio to work with')).toBeVisible()
    await expect(dialog.getByRole('combobox')).toHaveValue(home.studio.id)
    const go = dialog.getByRole('button', { name: 'Switch Studio' })
    await expect(go).toBeDisabled()
    await dialog.getByRole('combobox').selectOption(next.studio.id)
    const looked = Promise.withResolvers<void>()
    await page.route('**/api/v1/me/studio', async (route) => {
      await looked.promise
      await route.continue()
    })
    await go.click()
    await expect(dialog.getByRole('button', { name: 'Switching...' })).toBeDisabled()
    looked.resolve()
    await expect(toast(page, 'Studio switched successfully')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${next.studio.slug}$`))
    await expect(page.getByText(home.studio.name)).toHaveCount(0)
    await expect(page.getByText(next.studio.name).first()).toBeAttached()
  },
)

test('a failed switch and a list that cannot be loaded say so', variant, async ({ aBrowser, server }) => {
  const home = await aStudioByApi(server)
  const next = await aStudioByApi(server)
  const page = await aBrowser()
  await onProfile(page, home.client.email)
  await page.route('**/api/v1/me/studio', (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Not found. It may have been deleted.' } }),
  )
  await page.getByRole('button', { name: 'Switch Studio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch Studio' })
  await dialog.getByRole('combobox').selectOption(next.studio.id)
  await dialog.getByRole('button', { name: 'Switch Studio' }).click()
  await expect(toast(page, 'Failed to switch studio')).toContainText('Not found')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Switch Studio' })).toBeFocused()
  await page.route('**/api/v1/me/studios**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong on our side.' } }),
  )
  await page.getByRole('button', { name: 'Switch Studio' }).click()
  await expect(toast(page, 'Failed to load studios')).toContainText('Something went wrong')
})

test('the sections have their own addresses, and the keyboard selects them', variant, async ({ aBrowser, server }) => {
  const { client } = await aStudioByApi(server)
  const page = await aBrowser()
  await onProfile(page, client.email)
  const tabs = page.getByRole('tablist', { name: 'Sections of your profile' })
  await tabs.getByRole('tab', { name: 'Details' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/\/profile\?tab=appearance$/)
  await expect(page.getByRole('heading', { name: 'Appearance', level: 2 })).toBeVisible()
  await page.goto('/profile?tab=security')
  await expect(tabs.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeVisible()
  // Narrow screens have a list instead.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('combobox', { name: 'Sections of your profile' }).selectOption('Details')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
})

test('a new password needs the old one and ends the other sessions', async ({ aBrowser, server }) => {
  const { client } = await aStudioByApi(server)
  const page = await aBrowser()
  await onProfile(page, client.email, 'security')
  const card = within(page, 'Password')
  await card.getByLabel('Current password', { exact: true }).fill('not the one')
  await card.getByLabel('New password', { exact: true }).fill('quite another one')
  await card.getByLabel('New password again').fill('quite another one')
  await card.getByRole('button', { name: 'Change password' }).click()
  await expect(card.getByText('The current password is incorrect.')).toBeVisible()
  await card.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await card.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  expect((await client.get('/me')).status).toBe(401)
})

test('an authenticator app is added by its secret, and required where it matters', async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await proveAddress(server, client)
  await onProfile(page, client.email, 'security')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' })
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await dialog.getByLabel('Or type this secret into the app').inputValue()).replaceAll(' ', '')
  await dialog.getByLabel('Six-digit code').fill(appCode(secret, new Date()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Authenticator app added')).toBeVisible()
  const card = within(page, 'Second factor')
  await expect(card.getByRole('listitem').filter({ hasText: 'My phone' })).toBeVisible()
  await expect(card.getByText('Add a second one on another device')).toBeVisible()

  // Its recovery codes are shown once; one of them confirms the next sign-in.
  const codesRegion = card.getByRole('region', { name: 'Your recovery codes' })
  await expect(codesRegion.getByRole('listitem')).toHaveCount(10)
  const code = (await codesRegion.getByRole('listitem').first().textContent()) ?? ''
  await codesRegion.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card.getByText('10 of 10 recovery codes left')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  await signIn(page, client.email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
  await page.goto('/profile?tab=security')
  await expect(card.getByText('9 of 10 recovery codes left')).toBeVisible()

  await card.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Second factor removed')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(0)
})

test(
  'a call that needs the second factor asks for it, and then sends what was typed',
  variant,
  async ({ aBrowser, server }) => {
    const { client } = await aStudioByApi(server)
    const page = await aBrowser()
    await onProfile(page, client.email, 'security')
    const card = within(page, 'Password')
    await card.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await card.getByLabel('New password', { exact: true }).fill('quite another one')
    await card.getByLabel('New password again').fill('quite another one')
    // The key that confirmed this session is removed in another session, so this session needs another factor.
    const stored: string = await page.evaluate(
      () => JSON.parse(localStorage.getItem('studiohub.auth') ?? '{}').access_token,
    )
    const { secret, token } = await anAppFactor(server, stored, new Date(), 'My phone')
    const lost = await anAppFactor(server, token, new Date(), 'Lost phone')
    expect((await authAs(server, lost.token)('DELETE', `/factors/${lost.factor_id}`)).status).toBe(200)
    // The page still has old data of the account, without a factor.
    const release = await delayRequests(page, 'GET', '**/auth/v1/user')
    await card.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await expect(dialog.getByRole('status')).toHaveText('Loading your second factors...')
    release()
    await expect(dialog.getByLabel('Six-digit code')).toBeFocused()
    await dialog.getByLabel('Six-digit code').fill(appCode(secret, new Date(), 1))
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(toast(page, 'Password updated successfully')).toBeVisible()
  },
)

test('a security key is added by name, confirms at sign-in, and is removed', variant, async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await withAuthenticator(page, 'internal')
  await proveAddress(server, client)
  await onProfile(page, client.email, 'security')
  await page.getByRole('button', { name: 'Add security key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('This laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Security key added')).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await signIn(page, client.email)
  await page.getByRole('button', { name: 'Use security key' }).click()
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Remove This laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Second factor removed')).toBeVisible()
})

test('a phone is added with the code sent to it', variant, async ({ aBrowser, server }) => {
  const { client } = await aStudioByApi(server)
  const page = await aBrowser()
  const phone = `+43664${String(Date.now()).slice(-7)}`
  await proveAddress(server, client)
  await onProfile(page, client.email, 'security')
  await page.getByRole('button', { name: 'Add phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add phone' })
  await dialog.getByLabel('Phone number').fill('0664 123')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByText('Enter the number with its country code')).toBeVisible()
  await dialog.getByLabel('Phone number').fill(phone)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByLabel('Six-digit code')).toBeVisible()
  const { code } = await nextText({ outbox }, phone)
  await dialog.getByLabel('Six-digit code').fill(code)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Phone added')).toBeVisible()
})

test(
  'another session is listed and ended, and signing out everywhere ends all of them',
  variant,
  async ({ aBrowser, server }) => {
    const { client } = await aStudioByApi(server)
    const page = await aBrowser()
    await onProfile(page, client.email, 'devices')
    const card = within(page, 'Where you are signed in')
    await expect(card.getByText('This device', { exact: true })).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await card.getByRole('button', { name: /^Sign out .*last used/ }).click()
    await expect(toast(page, 'Device signed out')).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(1)
    expect((await client.get('/me')).status).toBe(401)

    const again = await signInByApi(server, client)
    await card.getByRole('button', { name: 'Sign out all devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all devices' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    expect((await again.get('/me')).status).toBe(401)
  },
)

test('a new address is valid once both mailboxes have confirmed', variant, async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const next = anEmail('renamed')
  const page = await aBrowser()
  await onProfile(page, client.email, 'security')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(next)
  await within(page, 'Email address').getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Send links' }).click()
  await expect(toast(page, 'Check your email')).toBeVisible()
  await expect(page.getByText(`and to ${next}`)).toBeVisible()
  await page.goto((await nextMail({ outbox }, next, 'Confirm your new email')).link)
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.goto((await nextMail({ outbox }, client.email, 'Confirm the change')).link)
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
  await page.goto('/profile')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next)
})

test('all data can be exported, and the account deleted after a typed confirmation', async ({ aBrowser, server }) => {
  const { studio } = await aStudioByApi(server)
  const client = await aClient(server, studio.id, 'Gone Soon')
  const page = await aBrowser({ width: 390, height: 844 })
  await onProfile(page, client.email, 'data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await (await download).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ complete: true })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await dialog.getByLabel('Current password', { exact: true }).fill('not the one')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Please type your email address')).toBeVisible()
  await dialog.getByLabel(/^Type .* to confirm/).fill(client.email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('That is not your current password.')).toBeVisible()
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await signIn(page, client.email)
  await expect(toast(page, 'Login failed')).toBeVisible()
})

test(
  'an account whose password was just set without the old one is deleted with an emailed code',
  variant,
  async ({ aBrowser, server }) => {
    const { studio } = await aStudioByApi(server)
    const client = await aClient(server, studio.id, 'Gone Today')
    const next = 'a new one entirely'
    expect((await authAs(server, client.token)('PUT', '/user', { password: next })).status).toBe(200)
    const page = await aBrowser({ width: 390, height: 844 })
    await signInAt(page, client.email, '/profile?tab=data', next)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    await expect(dialog.getByText('your account has no older password to check')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send me a code' }).click()
    const { code } = await nextMail({ outbox }, client.email, 'Your confirmation code')
    await dialog.getByLabel('Code from our email').fill(code)
    await dialog.getByRole('button', { name: 'Confirm my email' }).click()
    await dialog.getByLabel('Current password', { exact: true }).fill(next)
    await dialog.getByLabel(/^Type .* to confirm/).fill(client.email)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
  },
)

test("a studio's last admin reads why the account cannot be deleted", variant, async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await onProfile(page, admin.email, 'data')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Current password', { exact: true })).toHaveCount(0)
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(
    `every dialog of the profile opens and closes by keyboard, without errors, at ${size.width} px`,
    variant,
    async ({ aBrowser, server }) => {
      const { client } = await aStudioByApi(server)
      const page = await aBrowser(size)
      await proveAddress(server, client)
      await onProfile(page, client.email)
      const openers = [
        ['details', 'Switch Studio'],
        ['security', 'Add authenticator app'],
        ['security', 'Add passkey'],
        ['security', 'Add security key'],
        ['security', 'Add phone'],
        ['devices', 'Sign out all devices'],
        ['data', 'Delete my account'],
      ] as const
      for (const [tab, name] of openers) {
        await page.goto(`/profile?tab=${tab}`)
        if (tab === 'devices') await expect(page.getByText('This device', { exact: true })).toBeVisible()
        await expect(page.getByRole('button', { name })).toBeVisible()
        await expectNoAxeViolations(page, tab)
        await expectNoSidewaysScroll(page, tab)
        await page.getByRole('button', { name }).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog', { name })).toBeVisible()
        await expect(page.getByRole('dialog', { name }).getByRole('status').filter({ hasText: '...' })).toHaveCount(0)
        await expectNoAxeViolations(page, name)
        await expectNoSidewaysScroll(page, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(page.getByRole('button', { name })).toBeFocused()
      }
    },
  )
}

test(
  'a second factor waits until the address is confirmed; the welcome email asks for the password in another browser',
  variant,
  async ({ aBrowser, server }) => {
    const { client } = await aStudioByApi(server)
    const page = await aBrowser()
    await onProfile(page, client.email, 'security')
    const card = within(page, 'Second factor')
    await expect(card.getByRole('button', { name: 'Add authenticator app' })).toBeHidden()
    await expect(card.getByRole('button', { name: 'Send me a code' })).toBeVisible()

    const { link } = await nextMail({ outbox }, client.email, 'Welcome')
    const elsewhere = await aBrowser()
    await elsewhere.goto(link)
    await expect(elsewhere.getByRole('button', { name: 'This was not me' })).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Confirm', exact: true }).click()
    await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await elsewhere.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(elsewhere.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
    await page.reload()
    await expect(card.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  },
)

test(
  '"This was not me" ends a second factor that was added with the password alone',
  variant,
  async ({ aBrowser, server }) => {
    const owner = await anAccount(server)
    await proveAddress(server, owner)
    const { body } = await authAs(server, null)('POST', '/token?grant_type=password', { email: owner.email, password })
    await anAppFactor(server, body.access_token, new Date())
    const { link } = await nextMail({ outbox }, owner.email, 'A new way to sign in was added')
    const page = await aBrowser()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your second factors changed' })).toBeVisible()
    await page.getByRole('button', { name: 'This was not me' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click()
    await expect(page.getByRole('heading', { name: 'Second factor removed' })).toBeVisible()
    await page.getByRole('link', { name: 'Choose a new password' }).click()
    await expect(page).toHaveURL(/forgot-password/)
  },
)

test('"This was not me" says when the second factor ends', variant, async ({ aBrowser, server }) => {
  const { email, token } = await anAccount(server)
  const { link } = await nextMail({ outbox }, email, 'Welcome')
  await anAppFactor(server, token, new Date())
  const page = await aBrowser()
  await page.goto(link)
  await page.getByRole('button', { name: 'This was not me' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await expect(page.getByRole('heading', { name: 'The other person will lose access' })).toBeVisible()
  await expect(page.getByText('second factor end on')).toBeVisible()
})
