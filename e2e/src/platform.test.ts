import type { Page } from '@playwright/test'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aPerson, aStudio, type Person } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { enter as enterByApi, expect, test, toast } from './fixtures.ts'

/** Another operator of the platform, appointed by the one of the demo. */
async function anOperator(server: { url: string; outbox: string }): Promise<Person> {
  const credentials = { email: 'admin@studiohub.example', password: 'studiohub' }
  const session = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', credentials)
  const person = await aPerson(server, { full_name: 'Opal Operator' })
  await proveAddress(server, person)
  const appointed = await callAs(server.url, session.body.access_token).post(`/admin/users/${person.id}/roles`, {
    role: 'super_admin',
  })
  expect(appointed.status).toBe(201)
  return person
}

async function enter(page: Page, person: Person, path: string, title: string) {
  await enterByApi(page, person.email, path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const apply = (server: { url: string }, companyName: string) =>
  callAs(server.url, null).request('POST', '/functions/v1/submit-partnership', {
    companyName,
    contactName: 'Tara Tape',
    email: 'tara@example.com',
    phone: '+49 30 1',
    partnershipType: 'reseller',
    message: 'We would like to resell StudioHub.',
  })

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function search(page: Page, label: string, text: string) {
  await page.getByRole('searchbox', { name: label }).fill(text)
  await page.waitForURL((url) => url.searchParams.get('search') === text)
}

test('an operator adds a studio with its owner, changes its address, deactivates it and activates it again', async ({
  aBrowser,
  server,
}) => {
  test.slow()
  const [operator, owner] = [await anOperator(server), await aPerson(server, { full_name: 'Odette Owner' })]
  await proveAddress(server, owner)
  const mark = crypto.randomUUID().slice(0, 8)
  const page = await aBrowser()
  await enter(page, operator, '/super-admin', 'Dashboard')
  await expect(page.getByText('Total Studios')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Sessions a week' })).toBeVisible()
  await page.getByRole('link', { name: 'Studios', exact: true }).click()
  await page.getByRole('button', { name: 'Add studio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add studio' })
  await dialog.getByRole('button', { name: 'Add studio' }).click()
  await expect(dialog.getByText('Please enter the studio name')).toBeVisible()
  await dialog.getByLabel('Name').fill(`Quiet Rooms ${mark}`)
  await expect(dialog.getByLabel('Slug')).toHaveValue(`quiet-rooms-${mark}`)
  await dialog.getByLabel('Slug').fill('northlight')
  await dialog.getByLabel('Plan').selectOption({ label: 'Pro' })
  await dialog.getByLabel('Owner').fill(owner.email)
  await dialog.getByRole('option', { name: new RegExp(owner.email) }).click()
  await expectNothingFoundByAxe(page)
  await dialog.getByRole('button', { name: 'Add studio' }).click()
  await expect(toast(page, 'Error saving studio')).toBeVisible()
  await expect(dialog.getByText('That address is already taken.')).toBeVisible()
  await dialog.getByLabel('Slug').fill(`Quiet ${mark}`)
  await dialog.getByRole('button', { name: 'Add studio' }).click()
  await expect(toast(page, 'Studio created successfully')).toBeVisible()
  await search(page, 'Search studios', mark)
  const row = rowOf(page, `Quiet Rooms ${mark}`)
  for (const text of [`/quiet-${mark}`, 'Odette Owner', 'Pro', 'Inactive', 'Not opened yet'])
    await expect(row).toContainText(text)
  await expect(row.getByRole('button', { name: /^Deactivate/ })).toHaveCount(0)
  await row.getByRole('button', { name: /^Activate/ }).click()
  await expect(toast(page, 'Studio activated')).toBeVisible()
  await expect(row).not.toContainText('Inactive')
  await row.getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog')
  await editing.getByLabel('Slug').fill(`calm-${mark}`)
  await editing.getByLabel('Location').fill('Lisbon')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Studio updated successfully')).toBeVisible()
  await expect(row).toContainText('Lisbon')
  await row.getByRole('button', { name: /^Deactivate/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page, 'Studio deactivated')).toBeVisible()
  await expect(row).toContainText('Deactivated here')
  await row.getByRole('link', { name: /^Activity/ }).click()
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('studios.create')
  await expectNothingFoundByAxe(page)
  await page.goto(`/quiet-${mark}/auth/login`)
  await page.waitForURL((url) => url.pathname.startsWith(`/calm-${mark}`) || url.pathname.startsWith('/super-admin'))
})

test('an operator assigns and removes roles, suspends a person, and answers requests as they arrive', async ({
  aBrowser,
  server,
}) => {
  test.slow()
  const [operator, { studio }] = [await anOperator(server), await aStudio(server)]
  const second = (await aStudio(server)).studio
  const person = await aPerson(server, { full_name: `Remy ${crypto.randomUUID().slice(0, 8)}` })
  await proveAddress(server, person)
  const page = await aBrowser()
  await enter(page, operator, '/super-admin/users', 'Users')
  await search(page, 'Search by name, email or phone', person.email)
  const row = rowOf(page, person.full_name)
  await expect(row).toContainText('No role')
  await row.getByRole('button', { name: /^Assign Role/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign Role' })
  await dialog.getByLabel('Role').selectOption({ label: 'Partner' })
  await expect(dialog.getByLabel('Studio')).toBeHidden()
  await dialog.getByLabel('Role').selectOption({ label: 'Crew Member' })
  await dialog.getByLabel('Studio').fill(studio.name)
  await dialog.getByRole('option', { name: studio.name }).click()
  await expectNothingFoundByAxe(page)
  await dialog.getByRole('button', { name: 'Assign Role' }).click()
  await expect(toast(page, 'Role assigned successfully')).toBeVisible()
  await row.getByRole('button', { name: `Remove Crew Member, ${studio.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep role' }).click()
  await row.getByRole('button', { name: `Remove Crew Member, ${studio.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(toast(page, 'Role removed successfully')).toBeVisible()
  await expect(row).toContainText('No role')
  // A second client role ends the first: the screen asks before.
  const assignClientAt = async (name: string) => {
    await row.getByRole('button', { name: /^Assign Role/ }).click()
    await dialog.getByLabel('Role').selectOption({ label: 'Client' })
    await dialog.getByLabel('Studio').fill(name)
    await dialog.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: 'Assign Role' }).click()
  }
  await assignClientAt(studio.name)
  await expect(row.getByRole('button', { name: `Remove Client, ${studio.name}` })).toBeVisible()
  await assignClientAt(second.name)
  const question = page.getByRole('dialog', { name: `End the client role at ${studio.name}?` })
  await expect(question).toContainText('Bookings and projects there stay.')
  await question.getByRole('button', { name: 'End it and assign' }).click()
  await row.getByRole('button', { name: `Remove Client, ${second.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(row.getByRole('button', { name: `Remove Client, ${second.name}` })).toBeHidden()
  await row.getByRole('button', { name: /^Suspend/ }).click()
  await page.getByRole('dialog').getByLabel('For how long').selectOption({ label: '7 days' })
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(toast(page, 'User suspended')).toBeVisible()
  await expect(row).toContainText('Suspended until')
  await row.getByRole('button', { name: /^Lift suspension/ }).click()
  await expect(toast(page, 'Suspension lifted')).toBeVisible()
  const waiting = [
    await aPerson(server, { full_name: 'Wanda Waits' }),
    await aPerson(server, { full_name: 'Wim Waits' }),
  ]
  for (const one of waiting) await proveAddress(server, one)
  const pending = page.getByRole('tab', { name: /Pending Approvals/ })
  await pending.click()
  for (const one of waiting) await one.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const mine = page.getByRole('row').filter({ hasText: studio.name })
  await expect(mine.filter({ hasText: 'Wanda' })).toBeVisible()
  await expect(mine.filter({ hasText: 'Wim' })).toBeVisible()
  await expect(pending).toContainText('waiting')
  await mine
    .filter({ hasText: 'Wanda' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(toast(page, 'Role approved successfully')).toBeVisible()
  await mine
    .filter({ hasText: 'Wim' })
    .getByRole('button', { name: /^Reject/ })
    .click()
  await expect(toast(page, 'Role request rejected')).toBeVisible()
  await expect(mine).toHaveCount(0)
  expect((await waiting[0]?.get('/me'))?.body.role).toBe('staff')
  const company = `Tape ${crypto.randomUUID().slice(0, 8)}`
  await apply(server, company)
  await page.getByRole('tab', { name: 'Partnership applications' }).click()
  await expect(page.getByRole('list', { name: 'Partnership applications' })).toContainText(company)
})

test('on a phone every operator screen fits', async ({ aBrowser, server }) => {
  test.slow()
  const operator = await anOperator(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, operator, '/super-admin', 'Dashboard')
  const tabs = ['', '?tab=audit', '?tab=mail', '/studios', '/users', '/users?tab=pending', '/users?tab=applications']
  for (const path of [...tabs, '/users?tab=contacts']) {
    await page.goto(`/super-admin${path}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: '...' }), path).toHaveCount(0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
  }
})
