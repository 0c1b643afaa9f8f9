import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { anAppFactor, appCode, authAs } from '@studiohub/testing/second-factor.ts'
import { expectNoAxeViolations } from './axe.ts'
import {
  anEmail,
  aStudioByApi,
  delayRequests,
  expect,
  failRequests,
  outbox,
  PASSWORD,
  signIn,
  signInAt,
  signUp,
  test,
  toast,
  variant,
  variantIf,
} from './fixtures.ts'

test(
  'the sign-up page shows no form until it knows whether sign-up is open, and the form does not move',
  variant,
  async ({ aBrowser }) => {
    for (const disable_signup of [false, true]) {
      const page = await aBrowser({ width: 390, height: 844 })
      await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { disable_signup } }))
      const release = await delayRequests(page, 'GET', '**/auth/v1/settings')
      await page.goto('/auth/signup')
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
      const field = page.getByLabel('Full name')
      await expect(field).toBeHidden()
      const before = await field.boundingBox()
      release()
      if (disable_signup) {
        await expect(page.getByText('Sign-up is closed. Ask the studio for an invitation.')).toBeVisible()
        await expect(field).toBeHidden()
      } else {
        await expect(field).toBeVisible()
        expect(await field.boundingBox()).toEqual(before)
      }
    }
  },
)

test('if the settings cannot be loaded, the sign-up page shows its form anyway', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/auth/signup')
  await expect(page.getByLabel('Full name')).toBeVisible()
})

test('a wrong password shows an error, and the right one opens the requested page', async ({ aBrowser, server }) => {
  const { admin, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  // While sign-up is closed, the sign-up page says so. Its link to the login page keeps the destination.
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { disable_signup: true } }))
  await page.goto('/studio/settings')
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByText('Sign-up is closed. Ask the studio for an invitation.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await signIn(page, admin.email, 'something else')
  await expect(toast(page, 'Login failed')).toContainText('Invalid login credentials')
  await expect(page.getByLabel('Email')).toHaveValue(admin.email)
  await signIn(page, admin.email)
  await expect(toast(page, 'Logged in successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/studio\/settings$/)
  await expect(page.getByRole('textbox', { name: 'Sign-up link' })).toHaveValue(
    new RegExp(`/auth/signup\\?studio=${studio.slug}$`),
  )
})

test('a user with a forgotten password sets a new one through the emailed link', async ({ aBrowser, server }) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await page.goto(`/s/${studio.slug}/auth/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(client.email)
  await page.getByRole('button', { name: /send/i }).click()
  await expect(toast(page, 'Password reset link sent to your email')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const mail = await nextMail({ outbox }, client.email, 'password')
  await page.goto(mail.link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a new beginning')
  await page.getByLabel(/again|repeat|confirm/i).fill('a new beginning')
  await page.getByRole('button', { name: /save|set|change/i }).click()
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
  await page.goto(mail.link)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  const otherBrowser = await aBrowser()
  await otherBrowser.goto('/auth/login')
  await signIn(otherBrowser, client.email)
  await expect(toast(otherBrowser, 'Login failed')).toBeVisible()
})

test(
  'a new password needs the second factor; if its dialog cannot be loaded, the user can retry',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    // The first verification of an address removes all second factors, so the test verifies it before it adds one.
    const call = authAs(server, null)
    await call('POST', '/recover', { email: client.email })
    const proof = await nextMail({ outbox }, client.email, 'password')
    const verified = await call('POST', '/verify', { type: 'recovery', email: client.email, token: proof.code })
    const { secret } = await anAppFactor(server, verified.body.access_token, new Date(), 'My phone')
    const page = await aBrowser({ width: 390, height: 844 })
    await page.goto(`/${studio.slug}/auth/forgot-password`)
    await page.getByLabel('Email').fill(client.email)
    await page.getByRole('button', { name: /send/i }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await page.goto((await nextMail({ outbox }, client.email, 'password', [proof])).link)
    await page.getByLabel('New password', { exact: true }).fill('a new beginning')
    await page.getByLabel('New password again').fill('a new beginning')
    const dialogScript = /assets\/step-up-dialog-.*\.js/
    await page.route(dialogScript, (route) => route.abort())
    await page.getByRole('button', { name: 'Set new password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await expect(dialog).toContainText('could not be loaded')
    await expectNoAxeViolations(page)
    await page.unroute(dialogScript)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await dialog.getByLabel('Six-digit code').fill(appCode(secret, new Date(), 1))
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${studio.slug}$`))
    const response = await page.request.post('/auth/v1/token?grant_type=password', {
      data: { email: client.email, password: 'a new beginning' },
    })
    expect(response.status()).toBe(200)
  },
)

test('a person who asks to join the crew waits until the studio has answered', async ({ aBrowser, server }) => {
  const { admin, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await page.goto(`/auth/signup?studio=${studio.slug}&as=crew`)
  await signUp(page, { full_name: 'Sam Crew', email: anEmail('sam') })
  await expect(page.getByRole('heading', { name: 'Approval Pending' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Crew Member')
  await expect(page.getByRole('main')).toContainText(studio.name)
  const stopFailing = await failRequests(page, 'GET', /\/api\/v1\/me$/)
  await page.getByRole('button', { name: 'Check Status' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to load pending role')
  await stopFailing()
  const { body } = await admin.get(`/studios/${studio.id}/role-requests`)
  await expect(page.getByRole('main')).toContainText('Please confirm your email address')
  await page.goto((await nextMail(server, body.items[0].email, 'Welcome')).link)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.goto('/auth/pending-approval')
  await expect(page.getByRole('main')).not.toContainText('Please confirm your email address')
  await admin.post(`/role-requests/${body.items[0].id}/approve`)
  // The page polls for the answer.
  await expect(page).toHaveURL(/\/staff$/)
  await page.goto('/studio')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
})

test('a person can withdraw a request and choose another role', variant, async ({ aBrowser, server }) => {
  const { studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await page.goto(`/auth/signup?studio=${studio.slug}&as=crew`)
  const stopRequestFailure = await failRequests(page, 'POST', /\/me\/role-request$/)
  await signUp(page, { full_name: 'Pia Unsure', email: anEmail('pia') })
  await expect(toast(page, 'Account created, but role assignment failed')).toContainText('Please contact support.')
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  await stopRequestFailure()
  // A signed-in person without a role who opens the studio's link again is offered that studio.
  await page.goto(`/auth/signup?studio=${studio.slug}&as=crew`)
  await expect(page.getByRole('heading', { name: `Join ${studio.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Request to join the crew' }).click()
  await expect(page.getByRole('heading', { name: 'Approval Pending' })).toBeVisible()
  const stopCancelFailure = await failRequests(page, 'DELETE', /\/me\/role-request$/)
  await page.getByRole('button', { name: 'Cancel & Choose Different Role' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to cancel request')
  await stopCancelFailure()
  await page.getByRole('button', { name: 'Cancel & Choose Different Role' }).click()
  await expect(toast(page, 'Request cancelled')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Select a role')).toBeVisible()
  await page.getByRole('radio', { name: /Studio Admin/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please fill in the studio name and type')).toHaveCount(1)
  await expect(page.getByText('Please choose a subscription plan')).toBeVisible()
  await page.getByRole('radio', { name: /Partner/ }).check()
  const stopSetupFailure = await failRequests(page, 'POST', /\/me\/onboarding$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Something went wrong on our side.')).toContainText('Error')
  await stopSetupFailure()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/me\/onboarding$/, async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Setting up...' })).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/partner\/dashboard$/)
})

test('a client of another studio sees Access Denied and can join; an unused studio address shows Not Found', async ({
  aBrowser,
  server,
}) => {
  const home = await aStudioByApi(server)
  const otherStudio = await aStudioByApi(server)
  const page = await aBrowser()
  await page.goto('/auth/login')
  await signIn(page, home.client.email)
  await expect(page).toHaveURL(new RegExp(`/${home.studio.slug}$`))
  await page.goto(`/${otherStudio.studio.slug}`)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await page.getByRole('button', { name: /Join/ }).click()
  await expect(page).toHaveURL(new RegExp(`/${otherStudio.studio.slug}$`))
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeHidden()
  await page.goto('/no-such-studio')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  // The landing page sends a signed-in client to the studio that they joined last.
  await expect(page).toHaveURL(new RegExp(`/${otherStudio.studio.slug}$`))
})

test('signing out ends the session on this device and opens the sign-in page', async ({ aBrowser, server }) => {
  const { admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await page.goto('/auth/login')
  await signIn(page, admin.email, PASSWORD)
  await page.getByRole('link', { name: 'Profile and settings' }).click()
  await expect(page.getByText('Studio Admin', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto('/studio')
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
})

for (const [as, button] of [
  ['crew', 'Request to join the crew'],
  ['client', /^Join /],
] as const) {
  test(
    `a studio's callback link asks a signed-in person before they join as ${as}`,
    variantIf(as === 'client'),
    async ({ aBrowser, server }) => {
      const { admin, studio } = await aStudioByApi(server)
      const person = await aPerson(server, { full_name: 'Una Ware' })
      const page = await aBrowser()
      await signInAt(page, person.email, `/${studio.slug}/auth/callback?as=${as}&code=made-up`)
      await expect(page.getByRole('heading', { name: `Join ${studio.name}` })).toBeVisible()
      expect((await person.get('/me')).body).toMatchObject({ role: null, pending_role: null })
      const readRequests = async () => (await admin.get(`/studios/${studio.id}/role-requests`)).body.items
      expect(await readRequests()).toEqual([])
      await page.getByRole('button', { name: button }).click()
      await expect
        .poll(async () => (await person.get('/me')).body)
        .toMatchObject(as === 'crew' ? { pending_role: { role: 'staff' } } : { role: 'client' })
    },
  )
}
