import { signIn as signInByApi } from '@studiohub/testing/people.ts'
import { anAppFactor, appCode } from '@studiohub/testing/second-factor.ts'
import { aStudioByApi, expect, PASSWORD, signIn, signInAt, test, toast, variant, variantIf } from './fixtures.ts'

const STORED = 'studiohub.auth'

/**
 * Ends the session as if it had expired: the server no longer accepts it, and the browser notices with its next call.
 */
const endSessionOnServer = async (server: { url: string }, person: Parameters<typeof signInByApi>[1]) => {
  const elsewhere = await signInByApi(server, person)
  await elsewhere.delete('/me/sessions')
}

test('two tabs share one session: signing out, signing in and changing the user apply to both', async ({
  aBrowser,
  server,
}) => {
  const { admin, client } = await aStudioByApi(server)
  const first = await aBrowser()
  await signInAt(first, admin.email, '/studio')
  const second = await first.context().newPage()
  await second.goto('/studio/bookings')
  await expect(second.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()

  await first.goto('/profile')
  await first.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(first).toHaveURL(/\/auth\/login$/)
  await expect(second).toHaveURL(/\/auth\/login/)
  await expect(second.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  await signIn(first, admin.email)
  await expect(first).toHaveURL(/\/studio$/)
  await expect(second).toHaveURL(/\/studio/)

  // With a session that is stored without the client, as after an emailed link.
  await signInAt(second, client.email, '/robots.txt')
  await expect(first.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

for (const [name, status] of [
  ['no longer knows the session', 401],
  ['forbids it', 403],
  ['finds nothing', 404],
  ['has a fault', 500],
  ['cannot be reached', 0],
] as const) {
  test(
    `signing out deletes the session if the server ${name}`,
    variantIf(status !== 0),
    async ({ aBrowser, server }) => {
      const { admin } = await aStudioByApi(server)
      const page = await aBrowser()
      await signInAt(page, admin.email, '/profile')
      await page.route('**/auth/v1/logout**', (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, json: { code: 'any', message: 'Any' } }),
      )
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
      await expect(page).toHaveURL(/\/auth\/login$/)
      expect(await page.evaluate((key) => localStorage.getItem(key), STORED)).toBeNull()
    },
  )
}

test(
  'signing out does not wait for a device that is slow to delete what it stores',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    await page.addInitScript(() => {
      CacheStorage.prototype.delete = () => new Promise(() => undefined)
    })
    await signInAt(page, admin.email, '/profile')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
  },
)

for (const [name, failing] of [
  ['never arrives', false],
  ['cannot be loaded', true],
] as const) {
  test(`signing out deletes the session if the code of the auth client ${name}`, async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    // The file that the bundler makes of the client.
    const clientCode = /\/assets\/module-/
    const requested = page.waitForRequest(clientCode)
    await page.route(clientCode, (route) => (failing ? route.abort() : undefined))
    await signInAt(page, admin.email, '/profile')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await requested
    await expect(page).toHaveURL(/\/auth\/login$/)
    expect(await page.evaluate((key) => localStorage.getItem(key), STORED)).toBeNull()
  })
}

test(
  'if the sessions of all devices cannot be ended, the page says so and this one stays',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, admin.email, '/profile?tab=devices')
    await page.route('**/auth/v1/logout**', (route) =>
      route.fulfill({ status: 500, json: { code: 'any', message: 'Any' } }),
    )
    await page.getByRole('button', { name: 'Sign out all devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all devices' }).click()
    await expect(toast(page, 'Sign out failed')).toBeVisible()
    await page.reload()
    await expect(page.getByText('This device', { exact: true })).toBeVisible()
  },
)

test(
  'Sign Out ends the session of this device; ending all of them is a separate action',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const elsewhere = await signInByApi(server, admin)
    const page = await aBrowser()
    await signInAt(page, admin.email, '/profile')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    expect((await elsewhere.get('/me')).status).toBe(200)
    await signInAt(page, admin.email, '/profile?tab=devices')
    await page.getByRole('button', { name: 'Sign out all devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all devices' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    expect((await elsewhere.get('/me')).status).toBe(401)
  },
)

test('if a session ends while a form is open, the typed text is kept', async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, client.email, '/profile')
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Phone', { exact: true }).fill('+43 664 1234567')
  await endSessionOnServer(server, client)
  await page
    .getByLabel('Profile picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('a picture') })

  // A client signs in at their studio's own page, also from here.
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}/auth/login\\?next=%2Fprofile`))
  await signIn(page, client.email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(toast(page, 'What you typed is still here')).toBeVisible()
  // An emptied field shows its error again after a reload.
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+43 664 1234567')
  await page.getByLabel('Full name').fill('Cleo With A New Name')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
})

test('if a session ends while a password is typed, the password is not kept', variant, async ({ aBrowser, server }) => {
  const { client } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, client.email, '/profile?tab=security')
  await page.getByLabel('Current password', { exact: true }).fill('never kept')
  await page.getByLabel('New password', { exact: true }).fill('never kept either')
  await page.getByLabel('New password again').fill('never kept either')
  await endSessionOnServer(server, client)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fprofile/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('never kept')
  await signIn(page, client.email)
  await expect(page).toHaveURL(/\/profile\?tab=security$/)
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
})

test("one person's typed text is never shown to the next person", async ({ aBrowser, server }) => {
  const { client, other } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, client.email, '/profile')
  await page.getByLabel('Full name').fill('A secret name')
  await endSessionOnServer(server, client)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await signIn(page, other.email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('Full name')).toHaveValue('Otto Other')
})

test('a session about to expire is refreshed, with longer and longer pauses while the server fails', async ({
  aBrowser,
  server,
}) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/robots.txt')
  const before = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').access_token, STORED)
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.round(Date.now() / 1000) + 20 }))
  }, STORED)
  const tries: number[] = []
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
    tries.push(Date.now())
    if (tries.length <= 3) return route.fulfill({ status: 503, json: { code: 'request_timeout', message: 'Busy' } })
    return route.continue()
  })
  await page.goto('/studio/bookings')
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
  const after = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').access_token, STORED)
  expect(after).not.toBe(before)
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? at))
  expect(pauses).toHaveLength(3)
  expect(pauses[0]).toBeGreaterThanOrEqual(200)
  expect(pauses[1]).toBeGreaterThanOrEqual(400)
  expect(pauses[2]).toBeGreaterThanOrEqual(800)
})

test(
  'a final rejection of a refresh ends the session and remembers the page',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, client.email, '/robots.txt')
    await endSessionOnServer(server, client)
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.round(Date.now() / 1000) - 20 }))
    }, STORED)
    await page.goto(`/${studio.slug}/bookings?tab=list`)
    await expect(page).toHaveURL(new RegExp(`/${studio.slug}/auth/login\\?next=`))
    await signIn(page, client.email)
    await expect(page).toHaveURL(new RegExp(`/${studio.slug}/bookings\\?tab=list$`))
  },
)

test('a person with a second factor is asked for it at sign-in, and no address skips the question', async ({
  aBrowser,
  server,
}) => {
  const { admin, studio } = await aStudioByApi(server)
  const now = new Date()
  const { secret } = await anAppFactor(server, admin.token, now, 'My phone')
  const page = await aBrowser({ width: 390, height: 844 })
  await page.goto('/studio/settings')
  await signIn(page, admin.email, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible()
  // Every page asks first, and no call is rejected before that.
  const rejections: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) rejections.push(response.url())
  })
  for (const path of [`/${studio.slug}/auth/callback`, '/studio/bookings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(rejections).toEqual([])
  await page.getByLabel('Six-digit code').fill('000 000')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('That code is not right').first()).toBeVisible()
  await page.getByLabel('Six-digit code').fill(appCode(secret, new Date(), 1))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/studio\/bookings$/)
})

test('an expired link says so', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/auth/callback?error=access_denied&error_code=otp_expired&error_description=x')
  await expect(toast(page, 'This link has expired or was already used')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/)
})
