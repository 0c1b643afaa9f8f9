import type { Page } from '@playwright/test'
import { aPerson } from '@studiohub/testing/people.ts'
import { expectAccessibleInEveryTheme, expectNoAxeViolations, expectNoSidewaysScroll } from './axe.ts'
import { anEmail, expect, signInAt, test, toast, variant } from './fixtures.ts'

const thanks = "We'll review your partnership application and get back to you within 48 hours"

const application = () => ({
  'Company name': 'Northwind Audio',
  'Contact name': 'Nora North',
  Email: anEmail('nora'),
  Phone: '+44 20 7946 0000',
  Message: 'We build microphones for small rooms.',
})

const formOf = (page: Page) => page.getByRole('main').locator('form')

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await formOf(page).getByLabel(label, { exact: true }).fill(text)
}

const send = (page: Page) => page.getByRole('button', { name: 'Submit Application' }).click()
const type = (page: Page) => formOf(page).getByLabel('Partnership type')

test('the application page shows the benefits, a link home and fields with the limits of the spec', async ({
  aBrowser,
}) => {
  const page = await aBrowser()
  await page.goto('/partner')
  for (const benefit of ['Network access', 'Revenue growth', 'Collaboration', 'Brand visibility']) {
    await expect(page.getByRole('heading', { name: benefit })).toBeVisible()
  }
  const limits = { 'Company name': 100, 'Contact name': 100, Email: 255, Phone: 20, Message: 1000 }
  for (const [label, max] of Object.entries(limits)) {
    const field = formOf(page).getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('maxlength', String(max))
    await expect(field).toHaveAttribute('required', '')
  }
  await expect(type(page)).toHaveAttribute('required', '')
  await expect(type(page).locator('option')).toHaveText([
    'Select a partnership type',
    'Technology Partner',
    'Referral Partner',
    'Reseller Partner',
    'Integration Partner',
    'Other',
  ])
  await expect(page.getByText('0/1000')).toBeVisible()
  await formOf(page).getByLabel('Message').fill('Hello')
  await expect(page.getByText('5/1000')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('each invalid field shows its error, the first one as a toast too, and nothing is sent', async ({ aBrowser }) => {
  const page = await aBrowser()
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/functions/') && sent.push(request.url()))
  await page.goto('/partner')
  const steps = [
    { message: 'Company name is required', mend: () => fill(page, { 'Company name': 'Northwind' }) },
    { message: 'Contact name is required', mend: () => fill(page, { 'Contact name': 'Nora' }) },
    { message: 'Invalid email address', mend: () => fill(page, { Email: anEmail('nora') }) },
    { message: 'Phone number is required', mend: () => fill(page, { Phone: '123' }) },
    { message: 'Please select a partnership type', mend: () => type(page).selectOption('other') },
    { message: 'Message is required', mend: () => fill(page, { Message: '   ' }) },
  ]
  await fill(page, { Email: 'no address' })
  for (const { message, mend } of steps) {
    await send(page)
    await expect(toast(page, 'Validation Error')).toContainText(message)
    await expect(formOf(page).getByText(message)).toBeVisible()
    await mend()
  }
  // A text of spaces does not count as a message.
  await send(page)
  await expect(toast(page, 'Validation Error')).toContainText('Message is required')
  await expect(formOf(page).getByLabel('Message')).toBeFocused()
  await expectNoAxeViolations(page, 'the form with messages')
  expect(sent).toEqual([])
})

test('an application is sent once and confirmed, and the form is empty again', variant, async ({ aBrowser }) => {
  const page = await aBrowser({ width: 390, height: 844 })
  const looked = Promise.withResolvers<void>()
  await page.route('**/functions/v1/submit-partnership', async (route) => {
    await looked.promise
    await route.continue()
  })
  const bodies: unknown[] = []
  page.on('request', (request) => request.url().includes('/functions/') && bodies.push(request.postDataJSON()))
  await page.goto('/partner')
  const fields = application()
  await fill(page, fields)
  await type(page).selectOption('technology')
  await send(page)
  const button = page.getByRole('button', { name: 'Submitting...' })
  await expect(button).toBeVisible()
  await button.click()
  looked.resolve()
  await expect(toast(page, 'Application Submitted!')).toContainText(thanks)
  expect(bodies).toEqual([
    {
      companyName: fields['Company name'],
      contactName: fields['Contact name'],
      email: fields.Email,
      phone: fields.Phone,
      partnershipType: 'technology',
      message: fields.Message,
      homepage: '',
    },
  ])
  for (const label of Object.keys(fields)) await expect(formOf(page).getByLabel(label, { exact: true })).toHaveValue('')
  await expect(type(page)).toHaveValue('')
  await expect(page.getByText('0/1000')).toBeVisible()
  await page.reload()
  await expect(formOf(page).getByLabel('Message')).toHaveValue('')
})

test(
  'a rejection and a lost connection show their own messages, and no typed text is lost',
  variant,
  async ({ aBrowser }) => {
    const page = await aBrowser()
    await page.goto('/partner')
    const fields = application()
    await fill(page, fields)
    await type(page).selectOption('referral')
    const responses = [
      { body: { success: false, error: 'Too many applications' }, message: 'Too many applications' },
      { body: { success: false }, message: 'Failed to submit application' },
      { body: 'not our format', message: 'An unexpected error occurred' },
      { body: null, message: 'We could not reach the server' },
    ]
    for (const { body, message } of responses) {
      await page.route('**/functions/v1/submit-partnership', (route) =>
        body === null ? route.abort() : route.fulfill({ status: 429, json: body }),
      )
      await send(page)
      await expect(toast(page, 'Submission Failed')).toContainText(message)
      await page.unroute('**/functions/v1/submit-partnership')
    }
    for (const [label, text] of Object.entries(fields)) {
      await expect(formOf(page).getByLabel(label, { exact: true })).toHaveValue(text)
    }
    await test.step('a reload keeps the typed text too', async () => {
      await page.reload()
      await expect(formOf(page).getByLabel('Message')).toHaveValue(fields.Message)
      await expect(type(page)).toHaveValue('referral')
      await expect(page.getByText(`${fields.Message.length}/1000`)).toBeVisible()
      await send(page)
      await expect(toast(page, 'Application Submitted!')).toBeVisible()
    })
  },
)

test(
  'a program that fills in the hidden field gets a thank-you, and people cannot reach the field',
  variant,
  async ({ aBrowser }) => {
    const page = await aBrowser()
    await page.goto('/partner')
    await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0)
    await fill(page, application())
    await type(page).selectOption('other')
    await formOf(page)
      .locator('input[name=homepage]')
      .evaluate((field: HTMLInputElement) => {
        field.value = 'https://spam.example'
      })
    const [response] = await Promise.all([page.waitForResponse('**/functions/v1/submit-partnership'), send(page)])
    expect(response.request().postDataJSON().homepage).toBe('https://spam.example')
    await expect(toast(page, 'Application Submitted!')).toBeVisible()
  },
)

test('a partner has a dashboard with their figures and application, and /partner opens it', async ({
  aBrowser,
  server,
}) => {
  const person = await aPerson(server, { full_name: 'Nora North' })
  const page = await aBrowser()
  await signInAt(page, person.email, '/auth/onboarding')
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  const fields = application()
  await test.step('a person without a role may apply while signed in', async () => {
    await page.goto('/partner')
    await fill(page, fields)
    await type(page).selectOption('integration')
    await send(page)
    await expect(toast(page, 'Application Submitted!')).toBeVisible()
    await expect(page).toHaveURL(/\/partner$/)
  })
  await person.post('/me/onboarding', { role: 'partner' })
  await page.goto('/partner')
  await expect(page).toHaveURL(/\/partner\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Partner Dashboard' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(person.email)).toBeVisible()
  for (const [title, value, note] of [
    ['Campaign Reach', '0', 'total impressions'],
    ['ROI', '0%', 'return on investment'],
    ['Total Spend', '$0', 'campaign budget'],
  ] as const) {
    const card = main.getByRole('listitem').filter({ hasText: title })
    await expect(card).toContainText(note)
    await expect(card.getByText(value, { exact: true })).toBeVisible()
  }
  await expect(main.getByRole('heading', { name: 'Campaign Analytics' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Tell us about a studio' })).toHaveAttribute('href', '/docs#support')
  await main.getByRole('button', { name: 'Show the application' }).click()
  for (const text of [fields['Company name'], fields.Email, 'Integration Partner', fields.Message]) {
    await expect(main.getByText(text)).toBeVisible()
  }
  await expectNoAxeViolations(page, 'the dashboard')
  await test.step('a signed-in partner can open the application form', async () => {
    await page.goto('/partner?apply')
    await expect(page).toHaveURL(/\/partner\?apply$/)
    await fill(page, application())
    await type(page).selectOption('referral')
    await send(page)
    await expect(toast(page, 'Application Submitted!')).toBeVisible()
    await expect(page).toHaveURL(/\/partner\?apply$/)
    await page.goto('/partner')
    await expect(page).toHaveURL(/\/partner\/dashboard$/)
    await expect(main.getByText('Referral Partner')).toBeVisible()
  })
  await main.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto('/partner')
  await expect(page.getByRole('button', { name: 'Submit Application' })).toBeVisible()
})

test(
  'only partners see the dashboard, and it says if there is no application',
  variant,
  async ({ aBrowser, server }) => {
    const visitor = await aBrowser()
    await visitor.goto('/partner/dashboard')
    await expect(visitor).toHaveURL(/\/auth\/login/)

    const person = await aPerson(server)
    await person.post('/me/onboarding', { role: 'partner' })
    const page = await aBrowser({ width: 390, height: 844 })
    await signInAt(page, person.email, '/partner/dashboard')
    await expect(page.getByText('No application from this account')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/docs#support')
    await expectNoAxeViolations(page, 'the dashboard without an application')
    await expectNoSidewaysScroll(page, 'the dashboard without an application')
  },
)

test('axe finds nothing on the application page, dark and light, on a desktop and on a phone', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/partner')
  await expect(page.getByRole('button', { name: 'Submit Application' })).toBeEnabled()
  await expectAccessibleInEveryTheme(page)
})
