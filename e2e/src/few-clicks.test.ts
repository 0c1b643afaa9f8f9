import type { Locator, Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { anEmail, expect, PASSWORD, signInAt, test, toast } from './fixtures.ts'
import { anOperator } from './operator.ts'

// How many clicks the common tasks of a day need at most. Typing is free. `public-page.test.ts` counts the taps of clients,
// and `today.test.ts` checks a client in with one tap.

/** Clicks on a page, and counts the clicks. */
function countClicks() {
  const count = { clicks: 0 }
  const click = async (element: Locator) => {
    count.clicks += 1
    await element.click()
  }
  const choose = async (select: Locator, label: string) => {
    count.clicks += 1
    await select.selectOption({ label })
  }
  return { count, click, choose }
}

const region = (page: Page, name: string) => page.getByRole('region', { name })

test('an owner signs up and has a public page with prices, a color and hours after 15 clicks', async ({ aBrowser }) => {
  const page = await aBrowser()
  const { count, click, choose } = countClicks()
  const name = `Hale Sound ${crypto.randomUUID().slice(0, 6)}`
  await page.goto('/auth/signup')
  await page.getByLabel('Full name').fill('Hale Owner')
  await page.getByLabel('Email').fill(anEmail('hale'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await click(page.getByRole('button', { name: 'Sign up', exact: true }))
  await click(page.getByRole('radio', { name: /^Studio Admin/ }))
  await page.getByLabel('Studio name').fill(name)
  await choose(page.getByLabel('Studio type'), 'Recording Studio')
  await click(page.getByRole('radio', { name: /^Free Trial/ }))
  await click(page.getByRole('button', { name: 'Continue' }))
  await page.getByLabel('Price', { exact: true }).first().fill('90')
  await click(page.getByRole('button', { name: 'Continue' }))
  const setup = region(page, 'This is your page')
  await expect(setup).toBeVisible()
  await click(setup.getByRole('link', { name: 'Choose colors and a logo' }))
  await page.getByLabel('Primary', { exact: true }).fill('#d9480f')
  await click(page.getByRole('button', { name: 'Save changes' }))
  await expect(toast(page, /saved|updated/i)).toBeVisible()
  await click(page.getByRole('tab', { name: 'Hours', exact: true }))
  await click(page.getByRole('switch', { name: 'Open on Sunday' }))
  await click(page.getByRole('button', { name: 'Save changes' }))
  await click(page.getByRole('link', { name: 'Dashboard' }))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await click(setup.getByRole('button', { name: 'Copy the booking page link' }))
  await expect(setup).toContainText('3 of 5 done')
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('main')).toContainText('90')
  expect(count.clicks).toBeLessThanOrEqual(15)
})

test('two requests are confirmed with two clicks, and a client gets a message with three', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, other, studio } = await aStudio(server)
  const day = Temporal.Now.plainDateISO().add({ days: 3 }).toString()
  for (const [person, start_time, end_time] of [
    [client, '10:00', '11:00'],
    [other, '12:00', '13:00'],
  ] as const) {
    await aBooking(person, studio.id, day, { booking_date: day, start_time, end_time })
  }
  const page = await aBrowser()
  const { count, click } = countClicks()
  await signInAt(page, admin.email, '/studio')
  const waiting = region(page, 'To confirm')
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await click(waiting.getByRole('button', { name: /^Confirm / }).first())
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await click(waiting.getByRole('button', { name: /^Confirm / }))
  await expect(waiting).toContainText('All requests are answered.')
  expect(count.clicks).toBe(2)

  count.clicks = 0
  await click(page.getByRole('link', { name: 'Clients' }).first())
  await click(page.getByRole('button', { name: 'History of Cleo Client' }))
  const messages = region(page, 'Messages with Cleo Client')
  await messages.getByLabel('Message to Cleo Client').fill('Please bring your own headphones.')
  await click(messages.getByRole('button', { name: 'Send' }))
  await expect(messages.getByRole('log').getByText('Please bring your own headphones.')).toBeVisible()
  expect(count.clicks).toBeLessThanOrEqual(3)
})

test('a producer moves a project to post-production and adds a file and a comment with five clicks', async ({
  aBrowser,
  server,
}) => {
  const { admin, client } = await aStudio(server)
  const project = (await client.post('/projects', { title: 'Harbor songs', project_type: 'music' })).body
  await client.post('/cards', { project_id: project.id, title: 'Record the choir' })
  const page = await aBrowser()
  const { count, click } = countClicks()
  await signInAt(page, admin.email, `/studio/projects/${project.id}`)
  for (const phase of ['Production', 'Post-Production']) {
    await click(page.getByRole('button', { name: 'Next Phase' }))
    await expect(toast(page, `Moved to ${phase}`)).toBeVisible()
  }
  await click(page.getByRole('link', { name: /Record the choir/ }))
  const card = page.getByRole('dialog')
  const chosen = page.waitForEvent('filechooser')
  await click(card.getByRole('button', { name: 'Add file' }))
  await (await chosen).setFiles({ name: 'choir.txt', mimeType: 'text/plain', buffer: Buffer.from('Sixteen singers') })
  await expect(card.getByRole('link', { name: 'choir.txt' })).toBeVisible()
  await card.getByRole('textbox', { name: 'Comment' }).fill('The first take is the best.')
  await click(card.getByRole('button', { name: 'Comment', exact: true }))
  await expect(card.getByText('The first take is the best.')).toBeVisible()
  expect(count.clicks).toBeLessThanOrEqual(5)
})

test('an operator finds a studio that needs help and writes to its owner with three clicks', async ({
  aBrowser,
  server,
}) => {
  const page = await aBrowser()
  const { count, click } = countClicks()
  await signInAt(page, (await anOperator(server)).email, '/super-admin')
  await click(region(page, 'Needs attention').getByRole('link', { name: 'Open Slate Pictures' }))
  await click(page.getByRole('button', { name: 'Write to owner' }))
  const letter = page.getByRole('dialog', { name: 'Write to owner' })
  await letter.getByLabel('Subject').fill('Your card')
  await letter.getByLabel('Text').fill('Your last payment failed. Can we help?')
  await click(letter.getByRole('button', { name: 'Send email' }))
  await expect(toast(page, 'Email is being sent')).toBeVisible()
  expect(count.clicks).toBe(3)
})
