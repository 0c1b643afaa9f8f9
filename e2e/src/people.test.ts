import type { Page } from '@playwright/test'
import { invitationToken } from '@studiohub/testing/mailbox.ts'
import { aClient, aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { anEmail, expect, outbox, PASSWORD, serveOneRowPerPage, signIn, test, toast, variant } from './fixtures.ts'

async function invite(page: Page, person: { full_name: string; email: string }) {
  await page.getByRole('button', { name: 'Invite Crew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Crew' })
  await dialog.getByLabel('Full name').fill(person.full_name)
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
}

async function signInByForm(page: Page, email: string) {
  await page.goto('/auth/login')
  await signIn(page, email)
  await page.waitForURL((url) => !/\/auth\/(login|callback)/.test(url.pathname))
}

test('an invited crew member ends on the right page: new, known, or with a role elsewhere', async ({
  aBrowser,
  server,
}) => {
  test.slow()
  const { admin, studio } = await aStudio(server, { name: 'Northern Tape' })
  const elsewhere = await aStudio(server)
  const knownPerson = await aPerson(server, { full_name: 'Kim Known' })
  const holder = await aClient(server, elsewhere.studio.id, 'Hana Holder')
  const stranger = { full_name: 'Sol Stranger', email: anEmail('sol') }

  const page = await aBrowser()
  await signInByForm(page, admin.email)
  await page.goto('/studio/staff')
  await expect(page.getByRole('heading', { name: 'No crew members yet' })).toBeVisible()
  const crew = page.getByRole('table', { name: 'Crew members' })
  const rowOf = (name: string) => crew.getByRole('row').filter({ hasText: name })
  const invited = (name: string) => rowOf(name).filter({ hasText: /Expires \w{3} \d+/ })
  const joined = (name: string) => rowOf(name).filter({ hasNotText: /Expires \w{3} \d+/ })

  // An invalid value is rejected at its field.
  await page.getByRole('button', { name: 'Invite Crew' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await page.keyboard.press('Escape')

  // People with an account, clients of another studio and unknown people look the same while they have not answered.
  await invite(page, knownPerson)
  await expect(toast(page, 'Crew member invited').first()).toBeVisible()
  await expect(invited('Kim Known')).toBeVisible()
  await invite(page, holder)
  await invite(page, stranger)
  await expect(invited('Hana Holder')).toBeVisible()
  await expect(invited('Sol Stranger')).toBeVisible()
  const manyAgain = await serveOneRowPerPage(page, /\/invitations\?/)
  await page.reload()
  await expect(invited('Sol Stranger')).toBeVisible()
  await expect(invited('Hana Holder')).toBeHidden()
  await page.getByRole('button', { name: 'Show more invitations' }).click()
  await expect(invited('Hana Holder')).toBeVisible()
  await page.getByRole('button', { name: 'Show more invitations' }).click()
  await expect(invited('Kim Known')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more invitations' })).toBeHidden()
  await manyAgain()

  // The unknown person opens the emailed link, with the studio's branding, and joins the crew with a new account.
  const token = await invitationToken({ outbox }, stranger.email)
  const guest = await aBrowser({ width: 390, height: 844 })
  // This works even if sign-up is off, and with the shortest password that the operator allows.
  const settings = { disable_signup: true, password_min_length: 10 }
  await guest.route('**/auth/v1/settings', (route) => route.fulfill({ json: settings }))
  await guest.goto(`/${studio.slug}/auth/signup?invitation=${token}`)
  await expect(guest.getByPlaceholder('Min. 10 characters')).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Join the crew of Northern Tape' })).toBeVisible()
  await expect(guest.getByLabel('Email')).toHaveValue(stranger.email)
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(guest).toHaveURL(/\/staff$/)
  await expect(joined('Sol Stranger')).toBeVisible()

  // A person with an account signs in there and accepts; until then their role does not change.
  for (const person of [knownPerson, holder]) {
    const accepting = await aBrowser()
    const invitation = await invitationToken({ outbox }, person.email)
    await accepting.goto(`/${studio.slug}/auth/signup?invitation=${invitation}`)
    await accepting.getByRole('link', { name: 'Sign in' }).click()
    await signIn(accepting, person.email)
    if (person === holder)
      await expect(
        accepting.getByText(/You are Client at .*If you accept, StudioHub will open as crew of Northern Tape/),
      ).toBeVisible()
    await accepting.getByRole('button', { name: 'Accept' }).click()
    await expect(accepting).toHaveURL(/\/staff$/)
    await expect(joined(person.full_name)).toBeVisible()
  }

  // Invitations are sent again and withdrawn, and a person is removed. The page asks first if it cannot be undone.
  await invite(page, { full_name: 'Lee Later', email: anEmail('lee') })
  await page.getByRole('button', { name: 'Send again to Lee Later' }).click()
  await expect(toast(page, 'Invitation sent').last()).toBeVisible()
  await page.getByRole('button', { name: 'More actions for Lee Later' }).click()
  await page.getByRole('menuitem', { name: 'Revoke the invitation of Lee Later' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Lee Later')).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for Kim Known' }).click()
  await page.getByRole('menuitem', { name: 'Remove Kim Known' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Crew member removed successfully')).toBeVisible()
  await expect(crew.getByRole('row', { name: /Kim Known/ })).toHaveCount(0)

  // The assistants.
  const prea = page.getByRole('switch', { name: 'Use Prea' })
  await expect(prea).toBeChecked()
  const writeResponse = page.waitForResponse((response) => response.request().method() !== 'GET')
  await prea.click()
  await expect(prea).not.toBeChecked()
  await writeResponse
  await page.reload()
  await expect(prea).not.toBeChecked()
  const off = page.getByRole('region', { name: 'Assistants: Switched off' })
  await expect(off.getByRole('switch')).toHaveCount(1)
  await expect(off).toContainText('Prea')
})

test('a studio sees requests, its clients with their history, its link and its numbers', async ({
  aBrowser,
  server,
}) => {
  test.slow()
  const { admin, client, studio } = await aStudio(server)
  const page = await aBrowser()
  await signInByForm(page, admin.email)

  // Each figure has a link to what it counts.
  await expect(page.getByRole('listitem').filter({ hasText: 'Clients' }).filter({ hasText: '2' }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(page.getByRole('figure', { name: 'Utilization of your rooms' })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Revenue by month' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page).toHaveURL(/\/studio\/clients$/)

  // A request appears without a reload, also in the bell, and is answered.
  const asker = await aPerson(server, { full_name: 'Ari Asker' })
  const input = { role: 'client', studio_id: studio.id }
  expect((await asker.post('/me/role-request', input)).status).toBe(201)
  // This must be read before the second request is sent, because one read could show both.
  await expect(page.getByRole('heading', { name: 'Requests (1)' })).toBeVisible()
  const next = await aPerson(server, { full_name: 'Nia Next' })
  const manyAgain = await serveOneRowPerPage(page, /\/role-requests\?/)
  expect((await next.post('/me/role-request', input)).status).toBe(201)
  await expect(page.getByRole('heading', { name: 'Requests (1+)' })).toBeVisible()
  await page.getByRole('button', { name: 'Show more requests' }).click()
  await expect(page.getByRole('heading', { name: 'Requests (2)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve Nia Next' })).toBeVisible()
  await manyAgain()
  await expect(page.getByRole('button', { name: /Notifications, \d+ unread/ })).toBeVisible()
  await page.getByRole('button', { name: 'Approve Ari Asker' }).click()
  await expect(toast(page, 'Role approved successfully')).toBeVisible()
  const clients = page.getByRole('table', { name: 'Clients' })
  await expect(clients.getByRole('row', { name: /Ari Asker/ })).toBeVisible()

  // A client is found by name, opened, and removed after a question.
  await page.getByLabel('Find a client').fill('cleo')
  await expect(clients.getByRole('row', { name: /Ari Asker/ })).toHaveCount(0)
  await page.getByRole('button', { name: `History of ${client.full_name}` }).click()
  const sheet = page.getByRole('dialog', { name: client.full_name })
  await expect(sheet.getByText('Nothing yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Find a client').fill('nobody of this name')
  await expect(page.getByText('No clients match nobody of this name')).toBeVisible()
  await page.getByLabel('Find a client').fill('')
  await page.getByRole('button', { name: 'More actions for Ari Asker' }).click()
  await page.getByRole('menuitem', { name: 'Remove Ari Asker' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Client removed successfully')).toBeVisible()
  await expect(clients.getByRole('row', { name: /Ari Asker/ })).toHaveCount(0)

  // The link can be copied, also from the head of the page.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy sign-up link', exact: true }).click()
  await expect(toast(page, 'URL copied to clipboard')).toBeVisible()
  await expect(page.getByLabel('Sign-up link', { exact: true })).toHaveValue(
    new RegExp(`/auth/signup\\?studio=${studio.slug}$`),
  )
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the sign-up link' })).toBeVisible()

  // All notifications are marked as read at once.
  await page.getByRole('button', { name: /Notifications, \d+ unread/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All read')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test(
  'on a phone the menu of the clients has the import and the sign-up link',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudio(server)
    const page = await aBrowser({ width: 390, height: 844 })
    await signInByForm(page, admin.email)
    await page.goto('/studio/clients')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const menu = page.getByRole('button', { name: 'More actions for clients' })
    await menu.click()
    await expectNoAxeViolations(page)
    await page.getByRole('menuitem', { name: 'Copy sign-up link' }).click()
    await expect(toast(page, 'URL copied to clipboard')).toBeVisible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible()
  },
)

test('on a phone a crew row is two lines, and opens its facts and buttons', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudio(server)
  await aCrewMember(server, fixture)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInByForm(page, fixture.admin.email)
  await page.goto('/studio/staff')
  const crew = page.getByRole('table', { name: 'Crew members' })
  const row = crew.getByRole('row').last()
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(60)
  // An invitation says to which address it was sent and when it expires.
  const guest = { full_name: 'Kim Known', email: anEmail('kim') }
  await invite(page, guest)
  await expect(row).toContainText(guest.full_name)
  await expect(row.getByText(/^expires \w{3} \d+$/)).toBeVisible()
  await expect(row.getByText(guest.email)).toBeVisible()
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(60)
  await row.click({ position: { x: 40, y: 20 } })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(crew.getByText(guest.full_name)).toHaveCount(0)
  // A tap anywhere on the row opens it.
  await row.click({ position: { x: 40, y: 20 } })
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Since')
  await sheet.getByRole('button', { name: /to the desk/ }).click()
  await expect(sheet.getByRole('button', { name: /from the desk/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Remove Sam Crew', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  await sheet.getByRole('button', { name: 'Remove Sam Crew', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No crew members yet' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
