import { aPerson } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { anEmail, aStudioByApi, expect, signInAt, test, toast } from './fixtures.ts'
import { keyboardOn } from './keys.ts'

// Drawers and dialogs are animated, as for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.slow()

test('a studio gets its branding, rooms, services, hours, plan and domain', async ({ aBrowser, server }) => {
  const { admin, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  const keys = keyboardOn(page)
  await signInAt(page, admin.email, '/studio/settings')
  const save = page.getByRole('button', { name: 'Save changes' })
  const next = async (name: string) => {
    await keys.focus(page.getByRole('tab', { selected: true }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name, selected: true })).toBeFocused()
  }
  const saved = async () => {
    await keys.press(save)
    await expect(save).toBeHidden()
  }
  await keys.type(page.getByLabel('Studio name'), 'Paper Lantern')
  await saved()
  await next('Contact Information')
  await keys.type(page.getByLabel('Email'), 'desk@lantern.example')
  await saved()

  await next('Branding')
  await keys.type(page.getByLabel('Primary', { exact: true }), '12 70% 58%')
  await keys.type(page.getByLabel('Headings'), 'Playfair')
  await saved()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await aPhoto({ format: 'png' }) }
  await keys.uploadFile(page.getByRole('button', { name: 'Upload logo' }), logo)
  await expect(toast(page, 'Upload successful')).toBeVisible()

  await next('Legal')
  await next('Rooms & equipment')
  const room = page.getByRole('dialog', { name: 'Add room' })
  await keys.open(page.getByRole('button', { name: 'Add room' }), room)
  await keys.type(room.getByLabel('Name'), 'Live room')
  await page.keyboard.press('Enter')
  await expect(room).toBeHidden()
  await keys.press(page.getByRole('button', { name: 'More actions for Live room' }))
  await expect(page.getByRole('menuitem', { name: 'Edit Live room' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Move Live room up' })).toBeFocused()
  await page.keyboard.press('Enter')

  await next('Services')
  const service = page.getByRole('dialog')
  await keys.open(page.getByRole('button', { name: 'Edit Recording Session' }), service)
  await keys.type(service.getByLabel('Price', { exact: true }), '120.50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('$120.50')).toBeVisible()
  await expect(service).toBeHidden()

  await next('Hours')
  await keys.press(page.getByRole('button', { name: 'Remove hours 1 of Sunday' }))
  await saved()

  await next('Terms')
  await next('Prices')
  await next('Payments')

  await next('Plan')
  const plan = page.getByRole('dialog', { name: 'Change to Starter?' })
  await keys.open(page.getByRole('button', { name: 'Choose Starter' }), plan)
  await keys.press(plan.getByRole('button', { name: 'Change to Starter' }))
  await expect(plan).toBeHidden()

  await next('Calendar')
  await keys.press(page.getByRole('button', { name: 'Create address' }).first())
  await expect(page.getByRole('button', { name: 'Renew' }).first()).toBeVisible()

  await next('Domain')
  await keys.type(page.getByRole('textbox', { name: 'Domain', exact: true }), `book.${studio.slug}.com`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not verified yet')).toBeVisible()
})

test('crew are invited, clients checked in, cards and time entries managed', async ({ aBrowser, server }) => {
  const { admin, client, studio } = await aStudioByApi(server)
  const asker = await aPerson(server, { full_name: 'Ari Asker' })
  await asker.post('/me/role-request', { role: 'client', studio_id: studio.id })
  const response = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  await client.post('/cards', { project_id: response.body.id, title: 'Record vocals' })
  const page = await aBrowser()
  const keys = keyboardOn(page)
  await signInAt(page, admin.email, '/studio/staff')
  const invite = page.getByRole('dialog', { name: 'Invite Crew' })
  await keys.open(page.getByRole('button', { name: 'Invite Crew' }).first(), invite)
  await keys.type(invite.getByLabel('Full name'), 'Sam Crew')
  await keys.type(invite.getByLabel('Email'), anEmail('sam'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sam Crew')).toBeVisible()
  await expect(invite).toBeHidden()

  await keys.press(page.getByRole('link', { name: 'Clients', exact: true }))
  await keys.press(page.getByRole('button', { name: 'Approve Ari Asker' }))
  await expect(toast(page, 'Role approved successfully')).toBeVisible()

  await keys.press(page.getByRole('link', { name: 'Board', exact: true }))
  const create = page.getByRole('dialog', { name: 'Create Card' })
  await keys.open(page.getByRole('button', { name: 'Create Card' }), create)
  await keys.type(create.getByLabel('Title'), 'Mix it')
  await keys.press(create.getByRole('button', { name: 'Create Card' }))
  await expect(toast(page, 'Card created')).toBeVisible()
  await expect(create).toBeHidden()
  const sheet = page.getByRole('dialog', { name: 'Mix it' })
  await keys.open(page.getByRole('button', { name: 'Mix it', exact: true }), sheet)
  await keys.type(sheet.getByLabel('Status'), 'In')
  await keys.press(sheet.getByRole('button', { name: 'Save changes' }))
  await expect(toast(page, 'Card updated')).toBeVisible()
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Louder.') }
  await keys.uploadFile(sheet.getByRole('button', { name: 'Add file' }), notes)
  await expect(sheet.getByRole('link', { name: 'notes.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await keys.type(page.getByLabel('Move Mix it to...'), 'Distribution')
  await expect(
    page.locator('[data-column="distribution"]').getByRole('button', { name: 'Mix it', exact: true }),
  ).toBeVisible()

  await keys.press(page.getByRole('link', { name: 'Bookings', exact: true }))
  await expect(page.getByRole('grid')).toBeVisible()
  const day = Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString()
  const book = page.getByRole('dialog')
  await keys.open(page.getByRole('button', { name: 'New Booking' }).first(), book)
  await keys.type(book.getByLabel('Service type'), 'Mixing')
  await keys.date(book.getByLabel('Booking date'), day)
  await keys.time(book.getByLabel('Start time'), '10:00')
  await keys.time(book.getByLabel('End time'), '12:00')
  await keys.type(book.getByLabel('Repeat'), 'Every week')
  await keys.type(book.getByLabel('Sessions'), '3')
  await keys.press(book.getByRole('button', { name: 'Create Booking' }))
  await expect(book).toBeHidden()
  await page.keyboard.press('n')
  await expect(book).toBeVisible()
  await keys.press(book.getByRole('switch', { name: 'Block time' }), 'Space')
  await keys.date(book.getByLabel('Booking date'), day)
  await keys.time(book.getByLabel('Start time'), '14:00')
  await keys.time(book.getByLabel('End time'), '16:00')
  await keys.type(book.getByLabel('Reason'), 'Maintenance')
  await keys.press(book.getByRole('button', { name: 'Block Time' }))
  await expect(toast(page, 'Time blocked successfully')).toBeVisible()
})
