import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, expect, signInAt, test, toast, variant } from './fixtures.ts'

test('an admin creates an API key, a program uses it, and it fails once it is revoked', async ({
  aBrowser,
  server,
}) => {
  const { studio, admin } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, admin.email, '/studio/settings?tab=api')
  await page.getByRole('button', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible()
  await dialog.getByLabel('Name').fill('Our website')
  await dialog.getByLabel('Bookings and free times').selectOption('Read')
  await dialog.getByLabel('Addresses').fill('at home')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await expect(dialog.getByText('Enter addresses such as 203.0.113.7')).toBeVisible()
  await dialog.getByLabel('Addresses').fill('')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const keyDialog = page.getByRole('dialog', { name: 'Key of Our website' })
  const secret = await keyDialog.getByLabel('API key').inputValue()
  expect(secret).toMatch(/^sh_/)
  await expectNoAxeViolations(page)
  await keyDialog.getByRole('button', { name: 'Done' }).click()
  const list = page.getByRole('list', { name: 'API keys' })
  await expect(list).toContainText('Bookings and free times (read)')
  await expect(list).toContainText('Not used yet')

  const bookings = `${server.url}/api/v1/studios/${studio.id}/bookings`
  const read = () => fetch(bookings, { headers: { authorization: `Bearer ${secret}` } })
  expect((await read()).status).toBe(200)
  await page.reload()
  await expect(list).toContainText('Last used')

  await list.getByRole('button', { name: 'Edit Our website' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Our website' })
  await edit.getByLabel('Clients', { exact: true }).selectOption('Read and write')
  await edit.getByRole('button', { name: 'Save API key' }).click()
  await expect(toast(page, 'API key saved')).toBeVisible()
  await expect(list).toContainText('Clients (read and write)')

  await list.getByRole('button', { name: 'Revoke Our website' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(list).toContainText('Revoked')
  await expectNoAxeViolations(page)
  const rejection = await read()
  expect(rejection.status).toBe(401)
  expect(await rejection.json()).toMatchObject({ code: 'INVALID_API_KEY' })
})

test('a client creates a personal key on the profile, and books with it', variant, async ({ aBrowser, server }) => {
  const { studio, client } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, client.email, '/profile?tab=keys')
  await page.getByRole('button', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('My calendar')
  await dialog.getByLabel('Bookings and free times').selectOption('Read and write')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const secret = await page.getByLabel('API key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Your API keys' })).toContainText('My calendar')
  const day = Temporal.Now.plainDateISO('UTC').add({ days: 10 }).toString()
  const response = await fetch(`${server.url}/api/v1/studios/${studio.id}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      booking_type: 'client_booking',
      service_type: 'recording',
      booking_date: day,
      start_time: '10:00',
      end_time: '11:00',
    }),
  })
  expect(response.status).toBe(201)
})
