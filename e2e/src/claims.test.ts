import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { anEmail, expect, outbox, PASSWORD, signIn, test, toast, variant } from './fixtures.ts'

const today = new Date().toISOString().slice(0, 10)

test('a client that the studio knows claims the record, and the studio shares its history', async ({
  aBrowser,
  server,
}) => {
  const { admin, studio } = await aStudio(server, { name: 'Claim Studio' })
  const person = await aPerson(server, { full_name: 'Carla Claims' })
  const { body: record } = await admin.post(`/studios/${studio.id}/clients`, { name: 'Carla C.', email: person.email })
  await aBooking(admin, studio.id, today, { client_id: record.id, booking_date: plusDays(today, 4) })
  await person.post('/me/onboarding', { role: 'client', studio_id: studio.id })
  await proveAddress(server, person)

  const client = await aBrowser({ width: 390, height: 844 })
  await client.goto('/auth/login')
  await signIn(client, person.email)
  await expect(client.getByRole('heading', { name: 'Are you Carla, a client of Claim Studio?' })).toBeVisible()
  await client.getByRole('button', { name: 'Yes, I am' }).click()
  await expect(toast(client, 'Request sent to Claim Studio')).toBeVisible()
  await expect(client.getByRole('heading', { name: 'Claim Studio is checking your request' })).toBeVisible()
  await expect(client.getByRole('region', { name: 'Your upcoming sessions' }).getByRole('listitem')).toHaveCount(1)
  await expectNoAxeViolations(client)
  await expect(client.getByRole('heading', { name: /Are you Carla/ })).toHaveCount(0)

  const page = await aBrowser()
  await page.goto('/auth/login')
  await signIn(page, admin.email)
  await page.waitForURL('**/studio')
  await page.goto('/studio/clients')
  await expect(page.getByText('Carla Claims says they are Carla C.. Give them access to the history?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, give Carla Claims access to the history' }).click()
  await expect(toast(page, 'History opened')).toBeVisible()
  const row = page.getByRole('table', { name: 'Clients' }).getByRole('row', { name: /Carla C\./ })
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText('No account yet')
  await page.getByRole('button', { name: 'History of Carla C.' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More actions for Carla C.' }).click()
  await page.getByRole('menuitem', { name: 'Undo claim' }).click()
  await expect(toast(page, 'Claim undone')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('No account yet')
})

test('an invited client signs up from the email and has the record', variant, async ({ aBrowser, server }) => {
  const { admin, studio } = await aStudio(server, { name: 'Inviting Studio' })
  await proveAddress(server, admin)
  const email = anEmail('ivy')
  await admin.post(`/studios/${studio.id}/clients`, { name: 'Ivy Invited', email })
  const page = await aBrowser()
  await page.goto('/auth/login')
  await signIn(page, admin.email)
  await page.waitForURL('**/studio')
  await page.goto('/studio/clients')
  await page.getByRole('button', { name: 'History of Ivy Invited' }).click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(toast(page, '1 client invited')).toBeVisible()

  const { text } = await nextMail({ outbox }, email, 'invites you to see your sessions')
  const token = /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
  const guest = await aBrowser({ width: 390, height: 844 })
  await guest.goto(`/${studio.slug}/auth/signup?invitation=${token}`)
  await expect(guest.getByRole('heading', { name: 'Join Inviting Studio' })).toBeVisible()
  await expect(guest.getByText('Inviting Studio sees the name, email and phone number that you give.')).toBeVisible()
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(guest).toHaveURL(new RegExp(`/${studio.slug}$`))
  const { items } = (await admin.get(`/studios/${studio.id}/clients?search=ivy`)).body
  expect(items).toMatchObject([{ full_name: 'Ivy Invited', user_id: expect.any(String) }])
})

test(
  'an admin erases a client without an account, after reading what is erased and what stays',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, studio } = await aStudio(server, { name: 'Erasing Studio' })
    const { body } = await admin.post(`/studios/${studio.id}/clients`, { name: 'Erna Erasable', phone: '+49 30 1' })
    await aBooking(admin, studio.id, today, { client_id: body.id, booking_date: plusDays(today, 4) })
    const page = await aBrowser({ width: 390, height: 844 })
    await page.goto('/auth/login')
    await signIn(page, admin.email)
    await page.waitForURL('**/studio')
    await page.goto('/studio/clients')
    await page.getByRole('button', { name: 'History of Erna Erasable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'More actions for Erna Erasable' }).click()
    await page.getByRole('menuitem', { name: 'Erase client' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase Erna Erasable?' })
    await expect(dialog.getByText('What is deleted')).toBeVisible()
    await expect(dialog.getByText('Past sessions with time, service, room and price, without the person')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(toast(page, 'Client erased')).toContainText('1 upcoming session cancelled.')
    await expect(page.getByText('Erna Erasable')).toHaveCount(0)
  },
)
