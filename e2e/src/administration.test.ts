import type { Page } from '@playwright/test'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectAccessibleScreen } from './accessible-screen.ts'
import {
  anEmail,
  expect,
  failRequests,
  internalError,
  signInAt,
  test,
  toast,
  variant,
  writeMethods,
} from './fixtures.ts'

const OPERATOR = { email: 'admin@studiohub.example', password: 'studiohub' }

/** Screens with a request that fails, and its message: as a toast (spec), and on the screen with a button to retry. */
const reads = {
  operator: [
    ['/super-admin', '/admin/stats*', 'Error loading stats'],
    ['/super-admin?tab=audit', '/admin/audit*', 'Error loading data'],
    ['/super-admin/studios', '/admin/studios*', 'Error loading studios'],
    ['/super-admin/users', '/admin/users*', 'Error loading data'],
    ['/super-admin/users?tab=pending', '/admin/role-requests*', 'Error loading data'],
  ],
  admin: [
    ['/studio', '/me', 'Error loading studio'],
    ['/studio/settings', '/me', 'Error loading settings'],
    ['/studio', '/studios/*/stats*', 'Error loading stats'],
    ['/studio/staff', '/studios/*/crew*', 'Error loading staff'],
    ['/studio/clients', '/studios/*/clients*', 'Error loading clients'],
    ['/studio/settings?tab=rooms', '/studios/*/resources*', 'Error loading settings'],
    ['/studio/settings?tab=services', '/studios/*/services*', 'Error loading settings'],
    ['/studio/settings?tab=hours', '/studios/*/opening-hours*', 'Error loading settings'],
    ['/studio/settings?tab=plan', '/studios/*/subscription', 'Error loading settings'],
    ['/studio/settings?tab=domain', '/studios/*/domain', 'Error loading settings'],
  ],
} as const

async function expectFailures(page: Page, screens: (typeof reads)[keyof typeof reads]) {
  for (const [at, path, title] of screens) {
    const stopFailing = await failRequests(page, 'GET', `**/api/v1${path}`)
    await page.goto(at)
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: title }).first()
    await expect(alert, at).toContainText(internalError.message)
    await expect(alert.getByRole('button', { name: 'Retry' }), at).toBeVisible()
    await stopFailing()
  }
}

test('every operator screen says what could not be loaded or saved', variant, async ({ aBrowser, server }) => {
  test.slow()
  const { studio } = await aStudio(server)
  const person = await aPerson(server, { full_name: 'Rae Refused' })
  await person.post('/me/role-request', { role: 'staff', studio_id: studio.id })
  const page = await aBrowser()
  await signInAt(page, OPERATOR.email, '/super-admin', OPERATOR.password)
  await expect(page.getByRole('link', { name: 'Review requests to join' })).toBeVisible()
  await expectFailures(page, reads.operator)

  await failRequests(page, writeMethods, '**/api/v1/admin/**')
  await failRequests(page, writeMethods, '**/api/v1/role-requests/**')
  await page.goto(`/super-admin/studios?search=${studio.slug}`)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: /^Deactivate/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page, 'Error updating studio')).toContainText(internalError.message)

  await page.goto(`/super-admin/users?search=${person.email}`)
  // The person has an open request, so the button of the row opens it.
  await expect(page.getByRole('link', { name: `Review the request of ${person.full_name}` })).toBeVisible()
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: /^Assign Role/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign Role' })
  await dialog.getByLabel('Role').selectOption({ label: 'Partner' })
  await dialog.getByRole('button', { name: 'Assign Role' }).click()
  await expect(toast(page, 'Error assigning role')).toContainText(internalError.message)
  await page.goto('/super-admin/users?search=nora@northlight.example')
  await page.getByRole('button', { name: /^Remove Studio Admin/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(toast(page, 'Error removing role')).toContainText(internalError.message)

  await page.goto('/super-admin/users?tab=pending')
  const row = page.getByRole('row').filter({ hasText: studio.name })
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(toast(page, 'Error approving role')).toContainText(internalError.message)
  await row.getByRole('button', { name: /^Reject/ }).click()
  await expect(toast(page, 'Error rejecting role')).toContainText(internalError.message)
  await expect(row).toBeVisible()
})

test('every screen of a studio admin says what could not be loaded or saved', variant, async ({ aBrowser, server }) => {
  test.slow()
  const fixture = await aStudio(server)
  const { admin, client } = fixture
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio')
  for (const text of ['Crew Members', 'Upcoming Bookings', 'Next 7 days', 'Monthly Revenue'])
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  for (const name of ['Studio Status', 'Quick Actions'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expectFailures(page, reads.admin)

  await failRequests(page, writeMethods, '**/api/v1/studios/**')
  await page.goto('/studio/staff')
  await page.getByRole('button', { name: 'Invite Crew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Crew' })
  await dialog.getByLabel('Full name').fill('Sol Stranger')
  await dialog.getByLabel('Email').fill(anEmail('sol'))
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, 'Error inviting staff')).toContainText(internalError.message)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Sol Stranger')

  await page.goto('/studio/staff')
  await page.getByRole('button', { name: `More actions for ${crew.full_name}` }).click()
  await page.getByRole('menuitem', { name: `Remove ${crew.full_name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Error removing staff')).toContainText(internalError.message)

  await page.goto('/studio/clients')
  await page.getByRole('button', { name: `More actions for ${client.full_name}` }).click()
  await page.getByRole('menuitem', { name: `Remove ${client.full_name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Error removing client')).toContainText(internalError.message)

  await page.goto('/studio/settings')
  await page.getByLabel('Studio name').fill('Another name')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Error updating settings')).toContainText(internalError.message)
  await expect(page.getByLabel('Studio name')).toHaveValue('Another name')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: /^Copy.*sign-up link/i }).click()
  await expect(toast(page, 'URL copied to clipboard')).toBeVisible()
  const link = await page.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('a person with a role but without a studio reads who can help', async ({ aBrowser, server }) => {
  const session = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', OPERATOR)
  const operator = callAs(server.url, session.body.access_token)
  const person = await aPerson(server)
  await proveAddress(server, person)
  const assignment = await operator.post(`/admin/users/${person.id}/roles`, { role: 'studio_admin' })
  expect(assignment.status).toBe(201)
  const page = await aBrowser()
  await signInAt(page, person.email, '/studio')
  await expect(toast(page, 'No studio assigned')).toContainText(
    'Please contact an administrator to assign you to a studio.',
  )
  for (const path of ['', '/staff', '/clients', '/bookings']) {
    await expectAccessibleScreen(page, `/studio${path}`)
    await expect(page.getByRole('heading', { name: 'No Studio Assigned' }), path).toBeVisible()
    await expect(
      page.getByRole('main').getByText('Please contact an administrator to assign you to a studio.'),
    ).toBeVisible()
  }
  await expectAccessibleScreen(page, '/studio/board')
  await expect(page.getByRole('heading', { name: 'Unable to load studio information' })).toBeVisible()
  await expectAccessibleScreen(page, '/studio/settings')
  await expect(page.getByRole('heading', { name: 'No Studio Access' })).toBeVisible()
  await expect(page.getByText('You need to be assigned to a studio to view this page.')).toBeVisible()
})

test('a client whose studio cannot be found gets a page from which they can sign out', async ({ aBrowser, server }) => {
  const session = await callAs(server.url, null).request('POST', '/auth/v1/token?grant_type=password', OPERATOR)
  const operator = callAs(server.url, session.body.access_token)
  const person = await aPerson(server)
  expect((await operator.post(`/admin/users/${person.id}/roles`, { role: 'client' })).status).toBe(201)
  const page = await aBrowser()
  // `/auth` has no page of its own, so it redirects.
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await signInAt(page, person.email, '/client')
  await expect(page).toHaveURL(/\/\?studio=unknown$/)
  await expect(page.getByText('We could not find your studio.')).toBeVisible()
  await page.getByRole('link', { name: 'Open your profile' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
})
