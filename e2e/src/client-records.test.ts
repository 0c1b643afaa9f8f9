import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { anEmail, expect, signIn, test, toast } from './fixtures.ts'

test('a studio adds a caller, imports a file of clients, and undoes the import', async ({ aBrowser, server }) => {
  test.slow()
  const { admin, studio, client } = await aStudio(server, { name: 'Walk-in Studio' })
  const page = await aBrowser()
  await page.goto('/auth/login')
  await signIn(page, admin.email)
  await page.waitForURL('**/studio')

  // After a client is added by hand, the list shows the contacts and that there is no account.
  await page.goto('/studio/clients')
  const clients = page.getByRole('table', { name: 'Clients' })
  await page.getByRole('button', { name: 'Add client' }).click()
  const dialog = page.getByRole('dialog')
  const email = anEmail('wanda')
  await dialog.getByLabel('Name').fill('Wanda Walk-in')
  await dialog.getByLabel('Email').fill(client.email)
  await dialog.getByLabel('Tags').fill('vip, drums')
  await dialog.getByRole('button', { name: 'Add client' }).click()
  await expect(toast(page, 'Failed to add the client')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add client' }).click()
  await expect(toast(page, 'Client added')).toBeVisible()
  const row = clients.getByRole('row', { name: /Wanda Walk-in/ })
  await expect(row).toContainText(email)
  await expect(row).toContainText('No account yet')
  // The whole row opens the client.
  await row.click()
  await page.getByRole('dialog').getByRole('button', { name: 'More actions for Wanda Walk-in' }).click()
  await page.getByRole('menuitem', { name: 'Edit client' }).click()
  await page.getByRole('dialog', { name: 'Edit client' }).getByLabel('Notes').fill('Likes tea')
  await page.getByRole('dialog', { name: 'Edit client' }).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Wanda Walk-in' })).toContainText('Likes tea')
  // Escape closes the innermost dialog.
  await expect(page.getByRole('dialog', { name: 'Edit client' })).toBeHidden()
  await page.keyboard.press('Escape')

  // Import a file: preview it, add its clients, then undo the import.
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const file = `Name;E-Mail;Band\nIda Import;${anEmail('ida')};The Imports\n;${anEmail('none')};\nWanda again;${email};`
  await page.getByLabel('CSV file').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  const numbers = page.getByLabel('Summary of the import')
  await expect(numbers).toContainText(/Lines3New clients1Already exist1Problems1/)
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Line 3')
  await expect(page.getByText('same address as Wanda Walk-in')).toBeVisible()
  await page.getByLabel('Column Band').selectOption('Do not import')
  await page.getByRole('button', { name: 'Import 1 client', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 client added.' })).toBeVisible()
  await page.goto('/studio/clients')
  await expect(clients.getByRole('row', { name: /Ida Import/ })).toBeVisible()
  await page.getByRole('button', { name: /^Undo the import/ }).click()
  await expect(toast(page, 'Import undone: 1 clients deleted')).toBeVisible()
  await expect(clients.getByRole('row', { name: /Ida Import/ })).toHaveCount(0)

  // In the booking form, a typed name creates a record together with the booking.
  await page.goto('/studio/bookings')
  await page.getByRole('button', { name: 'New Booking' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  const { body } = await admin.get(`/studios/${studio.id}/services`)
  await form.getByLabel('Booking date').fill(plusDays(new Date().toISOString().slice(0, 10), 3))
  await form.getByLabel('Start time').fill('10:00')
  await form.getByLabel('End time').fill('12:00')
  await form.getByRole('combobox', { name: 'Client' }).fill('Gus Guest')
  await form.getByRole('option', { name: 'Add “Gus Guest” as a new client' }).click()
  await form.getByLabel('Email of the client').fill(anEmail('gus'))
  await form.getByLabel('Service').selectOption({ label: (body.items ?? body.services)[0].label })
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(form).toBeHidden()
  const { items } = (await admin.get(`/studios/${studio.id}/bookings`)).body
  expect(items).toMatchObject([{ client_name: 'Gus Guest' }])

  // Two records of one person are merged after a preview.
  await page.goto('/studio/clients')
  await page.getByRole('button', { name: 'History of Wanda Walk-in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More actions for Wanda Walk-in' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge into Wanda Walk-in' })
  await merge.getByRole('combobox', { name: 'The other record' }).fill('Gus')
  await merge.getByRole('option', { name: /Gus Guest/ }).click()
  await expect(merge.getByRole('region', { name: 'After the merge' })).toContainText('1 session, 0 projects')
  await merge.getByRole('button', { name: 'Merge clients' }).click()
  await expect(toast(page, 'Clients merged')).toBeVisible()
  await expect(clients.getByRole('row', { name: /Gus Guest/ })).toHaveCount(0)
  expect((await admin.get(`/studios/${studio.id}/bookings`)).body.items).toMatchObject([
    { client_name: 'Wanda Walk-in' },
  ])
})
