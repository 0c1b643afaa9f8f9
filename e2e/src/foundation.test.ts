import type { Page } from '@playwright/test'
import { anEmail, choose, chooseDay, expect, signUp, test, timeToChoose, toast } from './fixtures.ts'

type OpenedStudio = { page: Page; link: string; slug: string }

/** A founder signs up, opens a studio and copies the link that invites clients. */
async function openStudio(page: Page, { owner, studio }: { owner: string; studio: string }): Promise<OpenedStudio> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await signUp(page, { full_name: owner, email: anEmail('owner') })
  await expect(toast(page, 'Account created! Check your email for next steps.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
  await page.getByRole('radio', { name: /Studio Admin/ }).check()
  await page.getByLabel('Studio name').fill(studio)
  await page.getByLabel('Studio type').selectOption('recording')
  await page.getByRole('radio', { name: /Free Trial/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(toast(page, 'Welcome!').first()).toBeVisible()
  await expect(page).toHaveURL(/\/studio$/)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const link = await page.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
  return { page, link, slug: new URL(link).searchParams.get('studio') ?? '' }
}

/** A client follows the link to the studio's own address, with its branding. */
async function followLink(
  page: Page,
  { link, slug }: OpenedStudio,
  { full_name, studio }: { full_name: string; studio: string },
) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Join ${studio}` })).toBeVisible()
  await signUp(page, { full_name, email: anEmail('client') })
  await expect(toast(page, `Welcome to ${studio}! Check your email for next steps.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/${slug}$`))
  await page.goto(`/${slug}/bookings`)
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
}

/** The first day of next month. It is always in the calendar and never in the past. */
function firstOfNextMonth() {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

test('from two founders to a confirmed booking that no other studio can see', async ({ aBrowser }) => {
  const echo = await openStudio(await aBrowser(), { owner: 'Ada Owner', studio: 'Echo Park' })
  const rival = await openStudio(await aBrowser(), { owner: 'Rhea Rival', studio: 'Rival Rooms' })
  const client = await aBrowser({ width: 390, height: 844 })
  await followLink(client, echo, { full_name: 'Cleo Client', studio: 'Echo Park' })
  const second = await aBrowser()
  await followLink(second, echo, { full_name: 'Otto Other', studio: 'Echo Park' })

  const day = firstOfNextMonth()
  await client.getByRole('button', { name: 'New Booking' }).first().click()
  const dialog = client.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create New Booking' })).toBeVisible()
  await expect(dialog.getByRole('switch', { name: 'Block Time' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create Booking' }).click()
  await expect(dialog.getByText('Service type is required')).toBeVisible()
  await dialog.getByLabel('Service type').selectOption({ label: 'Recording Session' })
  await expect(dialog.getByText('Start time is required')).toBeVisible()
  await chooseDay(client, day)
  await choose(timeToChoose(client, '10:00'))
  await dialog.getByLabel('Notes').fill('Two condenser mics, please')
  await dialog.getByRole('button', { name: 'Create Booking' }).dblclick()
  await expect(toast(client, 'Booking created successfully')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  const booked = client.getByRole('heading', { name: 'Your request was sent' })
  await expect(booked).toBeVisible()
  await test.step('the second click of a double click does not open what was below the dialog', async () => {
    const link = client.getByRole('link', { name: 'Your bookings' })
    // In the middle of the screen, because the tabs at the bottom of a phone cover what is there.
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const box = await link.boundingBox()
    if (!box) throw new Error('no link')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await client.mouse.move(x, y)
    await client.mouse.down({ clickCount: 2 })
    await client.mouse.up({ clickCount: 2 })
    await expect(booked).toBeVisible()
    await client.mouse.click(x, y)
    await expect(client.getByRole('region', { name: 'Your sessions' })).toContainText('Recording Session')
  })

  await test.step('the studio sees the request and confirms it', async () => {
    await echo.page.getByRole('link', { name: 'Bookings', exact: true }).click()
    await expect(echo.page.getByText('Manage your studio bookings and schedule')).toBeVisible()
    await expect(echo.page.getByText('Visual overview of all studio bookings')).toBeVisible()
    await echo.page.getByRole('tab', { name: 'List' }).click()
    await expect(echo.page.getByText('View and manage all studio bookings')).toBeVisible()
    const row = echo.page.getByRole('row').filter({ hasText: 'Recording Session' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Two condenser mics, please')
    await expect(row).toContainText('Pending')
    await row.getByRole('button', { name: /Confirm/ }).click()
    await expect(row).toContainText('Confirmed')
  })

  await test.step('the client sees it without a reload', async () => {
    await expect(client.getByRole('region', { name: 'Your sessions' })).toContainText('Confirmed')
  })

  await test.step('the second client sees busy time and cannot book it, the other studio sees nothing', async () => {
    await second.goto(`/${echo.slug}/bookings`)
    await second.getByRole('button', { name: 'Recording Session' }).click()
    await chooseDay(second, day)
    await expect(timeToChoose(second, '12:00')).toBeVisible()
    for (const taken of ['10:00', '11:00']) await expect(timeToChoose(second, taken)).toHaveCount(0)
    await expect(second.getByText('Two condenser mics')).toHaveCount(0)
    await expect(second.getByText('Cleo Client')).toHaveCount(0)
    await rival.page.getByRole('link', { name: 'Bookings', exact: true }).click()
    await rival.page.getByRole('tab', { name: 'List' }).click()
    await expect(rival.page.getByText('No Bookings Yet')).toBeVisible()
    await rival.page.goto(`/${echo.slug}/bookings`)
    await expect(rival.page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })

  await test.step('time is blocked and a booking cancelled, each with its own message', async () => {
    await echo.page.getByRole('button', { name: 'New Booking' }).first().click()
    const block = echo.page.getByRole('dialog')
    await block.getByRole('switch', { name: 'Block Time' }).click()
    await expect(block.getByRole('heading', { name: 'Block Time' })).toBeVisible()
    await block.getByLabel('Booking date').fill(day)
    await block.getByLabel('Start time').fill('14:00')
    await block.getByLabel('End time').fill('15:00')
    await block.getByLabel('Reason').selectOption({ label: 'Maintenance' })
    await block.getByRole('button', { name: 'Block Time' }).click()
    await expect(toast(echo.page, 'Time blocked successfully')).toBeVisible()
    const row = echo.page.getByRole('row').filter({ hasText: 'Recording Session' })
    await row.getByRole('button', { name: /^More actions/ }).click()
    await echo.page.getByRole('menuitem', { name: /^Cancel session/ }).click()
    const ask = echo.page.getByRole('dialog')
    await expect(ask).toContainText('Are you sure you want to cancel this booking? This action cannot be undone.')
    await ask.getByRole('button', { name: 'Keep Booking' }).click()
    await expect(row).toContainText('Confirmed')
    await row.getByRole('button', { name: /^More actions/ }).click()
    await echo.page.getByRole('menuitem', { name: /^Cancel session/ }).click()
    await ask.getByRole('button', { name: 'Cancel Booking' }).click()
    await expect(toast(echo.page, 'Booking cancelled successfully')).toBeVisible()
    await expect(row).toContainText('Cancelled')
    await expect(row.getByRole('button', { name: /^More actions/ })).toHaveCount(0)
  })
})
