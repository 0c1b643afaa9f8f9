import type { Page } from '@playwright/test'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, signInAt, test, toast, variant } from './fixtures.ts'
import { anOperator } from './operator.ts'

async function openAs(page: Page, person: TestUser, path: string, title: string) {
  await signInAt(page, person.email, path)
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
  await openAs(page, operator, '/super-admin', 'Dashboard')
  await expect(page.getByText('Total Studios')).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Sessions per week' })).toBeVisible()
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
  await expectNoAxeViolations(page)
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
  await row.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem', { name: /^Deactivate/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: /^Activate/ }).click()
  await expect(toast(page, 'Studio activated')).toBeVisible()
  await expect(row).not.toContainText('Inactive')
  await row.getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog')
  await editing.getByLabel('Slug').fill(`calm-${mark}`)
  await editing.getByLabel('Location').fill('Lisbon')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Studio updated successfully')).toBeVisible()
  await expect(row).toContainText('Lisbon')
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: /^Deactivate/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page, 'Studio deactivated')).toBeVisible()
  await expect(row).toContainText('Deactivated here')
  await row.getByRole('link', { name: `Quiet Rooms ${mark}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Quiet Rooms ${mark}` })).toBeVisible()
  await expect(page.getByText(owner.email)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Studio created')
  await expect(page.getByRole('combobox', { name: 'Studio' })).toHaveValue(`Quiet Rooms ${mark}`)
  await expectNoAxeViolations(page)
  await page.goto(`/quiet-${mark}/auth/login`)
  await page.waitForURL((url) => url.pathname.startsWith(`/calm-${mark}`) || url.pathname.startsWith('/super-admin'))
})

test(
  'an operator finds a studio that needs help on the dashboard, and opens its page with its owner',
  variant,
  async ({ aBrowser, server }) => {
    const page = await aBrowser()
    await openAs(page, await anOperator(server), '/super-admin', 'Dashboard')
    const attention = page.getByRole('region', { name: 'Needs attention' })
    const line = attention.getByRole('listitem').filter({ hasText: 'Ember Podcasts' })
    await expect(line).toContainText('The trial has ended')
    await expect(page.getByRole('tab', { name: /Overview \d+ need attention/ })).toBeVisible()
    await line.getByRole('link', { name: 'Open Ember Podcasts' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ember Podcasts' })).toBeVisible()
    await expect(page.getByText('ines@ember.example')).toBeVisible()
    await expect(page.getByText('The trial has ended')).toBeVisible()
    await expect(page.getByText('No email has failed.')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto('/super-admin/studios/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText("We couldn't find that studio")).toBeVisible()
  },
)

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
  await openAs(page, operator, '/super-admin/users', 'Users')
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
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Assign Role' }).click()
  await expect(toast(page, 'Role assigned successfully')).toBeVisible()
  await row.getByRole('button', { name: `Remove Crew Member, ${studio.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep role' }).click()
  await row.getByRole('button', { name: `Remove Crew Member, ${studio.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(toast(page, 'Role removed successfully')).toBeVisible()
  await expect(row).toContainText('No role')
  // A second client role ends the first one, so the screen asks first.
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
  await expect(question).toContainText('Bookings and projects there are not affected.')
  await question.getByRole('button', { name: 'End it and assign' }).click()
  await row.getByRole('button', { name: `Remove Client, ${second.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(row.getByRole('button', { name: `Remove Client, ${second.name}` })).toBeHidden()
  await row.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: /^Suspend/ }).click()
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
  for (const applicant of waiting) await proveAddress(server, applicant)
  const pending = page.getByRole('tab', { name: /Pending Approvals/ })
  await pending.click()
  for (const applicant of waiting) await applicant.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const requestRow = page.getByRole('row').filter({ hasText: studio.name })
  await expect(requestRow.filter({ hasText: 'Wanda' })).toBeVisible()
  await expect(requestRow.filter({ hasText: 'Wim' })).toBeVisible()
  await expect(pending).toContainText('waiting')
  await requestRow
    .filter({ hasText: 'Wanda' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(toast(page, 'Role approved successfully')).toBeVisible()
  await requestRow
    .filter({ hasText: 'Wim' })
    .getByRole('button', { name: /^Reject/ })
    .click()
  await expect(toast(page, 'Role request rejected')).toBeVisible()
  await expect(requestRow).toHaveCount(0)
  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await expect(requestRow.filter({ hasText: 'Wanda' })).toContainText('Approved')
  await expect(requestRow.filter({ hasText: 'Wim' })).toContainText(/Rejected\s*by Opal Operator/)
  expect((await waiting[0]?.get('/me'))?.body.role).toBe('staff')
  const company = `Tape ${crypto.randomUUID().slice(0, 8)}`
  await apply(server, company)
  await page.getByRole('tab', { name: 'Partnership applications' }).click()
  await expect(page.getByRole('list', { name: 'Partnership applications' })).toContainText(company)
})

test('on a phone every operator screen fits', variant, async ({ aBrowser, server }) => {
  test.slow()
  const operator = await anOperator(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, operator, '/super-admin', 'Dashboard')
  const tabs = ['', '?tab=audit', '?tab=mail', '/studios', '/users', '/users?tab=pending', '/users?tab=applications']
  for (const path of [...tabs, '/users?tab=contacts']) {
    await page.goto(`/super-admin${path}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: '...' }), path).toHaveCount(0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
  }
})

test(
  'an operator writes to an owner, extends a trial, and sees the studio as its owner without changing it',
  variant,
  async ({ aBrowser, server }) => {
    test.slow()
    const { studio, admin } = await aStudio(server, { name: `Help ${crypto.randomUUID().slice(0, 8)}`, tier: 'trial' })
    const operator = await anOperator(server)
    const page = await aBrowser()
    await openAs(page, operator, `/super-admin/studios/${studio.id}`, studio.name)
    await page.getByRole('button', { name: 'Write to owner' }).click()
    const letter = page.getByRole('dialog', { name: 'Write to owner' })
    await letter.getByRole('button', { name: 'Send email' }).click()
    await expect(letter.getByText('Please enter a subject')).toBeVisible()
    await letter.getByLabel('Subject').fill('Can we help?')
    await letter.getByLabel('Text').fill('You have not added a room yet.')
    await letter.getByRole('button', { name: 'Send email' }).click()
    await expect(toast(page, 'Email is being sent')).toBeVisible()
    expect((await nextMail(server, admin.email, 'Can we help?')).replyTo).toBe(operator.email)

    await page.getByRole('button', { name: 'Extend trial' }).click()
    const trial = page.getByRole('dialog', { name: `Extend the trial of ${studio.name}` })
    await trial.getByLabel('Days').fill('10')
    await trial.getByLabel('Reason').selectOption({ label: 'Still setting up' })
    await trial.getByRole('button', { name: 'Extend trial' }).click()
    await expect(toast(page, 'Trial extended')).toBeVisible()

    await page.getByRole('button', { name: 'View as owner' }).click()
    const view = page.getByRole('dialog', { name: `See ${studio.name} as its owner sees it` })
    await view.getByRole('button', { name: 'View the studio' }).click()
    await expect(page.getByText(/Only operators with a second factor can do this/)).toBeVisible()
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('studiohub.auth') ?? '{}'))
    const { token, refresh_token } = await anAppFactor(server, stored.access_token, new Date())
    const raised = JSON.stringify({ ...stored, access_token: token, refresh_token })
    await page.evaluate((session) => localStorage.setItem('studiohub.auth', session), raised)
    await page.reload()
    await page.getByRole('button', { name: 'View as owner' }).click()
    await view.getByRole('button', { name: 'View the studio' }).click()
    const banner = page.getByText(`You are viewing ${studio.name} as its owner.`)
    await expect(banner).toBeVisible()
    expect((await nextMail(server, admin.email, 'is looking at')).text).toContain('They cannot change anything')
    const written = await callAs(server.url, token).patch(`/studios/${studio.id}`, { location: 'Changed by support' })
    expect([written.status, written.body.code]).toEqual([403, 'VIEW_ONLY'])
    await page.goto('/studio/clients')
    await expect(page.getByText('Cleo Client').first()).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Write to owner' })).toBeVisible()
    await expect(banner).toHaveCount(0)
  },
)
