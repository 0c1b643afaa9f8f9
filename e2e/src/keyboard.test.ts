import { proveAddress } from '@studiohub/testing/accounts.ts'
import { invitationToken, nextMail } from '@studiohub/testing/mailbox.ts'
import { aClient, aCrewMember, aPerson } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { appCode, nextText } from '@studiohub/testing/second-factor.ts'
import {
  anEmail,
  aStudioByApi,
  dayToChoose,
  expect,
  outbox,
  PASSWORD,
  signInAt,
  test,
  timeToChoose,
  toast,
  variant,
} from './fixtures.ts'
import { createKeyboard, signInByKeys } from './keys.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

// Drawers and dialogs are animated, as for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.slow()

test('a person signs up, opens a studio, reads notifications, leaves, and sets a new password', async ({
  aBrowser,
}) => {
  const page = await aBrowser()
  const keys = createKeyboard(page)
  const email = anEmail('keys')
  await page.goto('/auth/signup')
  await keys.type(page.getByLabel('Full name'), 'Kay Keys')
  await keys.type(page.getByLabel('Email'), email)
  await keys.type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  const roles = page.getByRole('radio', { name: /Client|Partner|Studio Admin/ })
  await keys.choose(page.getByRole('radio', { name: /Studio Admin/ }), roles.first())
  await keys.type(page.getByLabel('Studio name'), 'By Keys Alone')
  await keys.type(page.getByLabel('Studio type'), 'Recording')
  await keys.choose(page.getByRole('radio', { name: /Free Trial/ }))
  await keys.press(page.getByRole('button', { name: 'Continue' }))
  await keys.press(page.getByRole('button', { name: 'Skip for now' }))
  await expect(page).toHaveURL(/\/studio$/)

  await keys.open(
    page.getByRole('button', { name: /^Notifications/ }),
    page.getByRole('dialog', { name: 'Notifications' }),
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search people, bookings, projects and actions' })).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth\/login/)

  await keys.press(page.getByRole('link', { name: 'Forgot password?' }))
  // The previous page has a field with this label too.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await keys.type(page.getByLabel('Email'), email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto((await nextMail({ outbox }, email, 'password')).link)
  await keys.type(page.getByLabel('New password', { exact: true }), `${PASSWORD} new`)
  await keys.type(page.getByLabel('New password again'), `${PASSWORD} new`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio$/)
})

test('a session is booked, confirmed, moved and cancelled', async ({ aBrowser, server }) => {
  const { studio, admin, client } = await aStudioByApi(server)
  const page = await aBrowser()
  const keys = createKeyboard(page)
  await signInByKeys(page, client)
  await keys.press(page.getByRole('link', { name: 'Bookings', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Create New Booking' })
  await keys.press(page.getByRole('button', { name: 'New Booking' }).first())
  await keys.type(dialog.getByLabel('Service type'), 'Mixing')
  const day = dayToChoose(page, Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString())
  await keys.choose(day, page.getByRole('group', { name: 'Day', exact: true }).getByRole('radio', { checked: true }))
  await keys.choose(timeToChoose(page, '10:00'), timeToChoose(page, '08:00'))
  await keys.type(dialog.getByLabel('Notes'), 'By keys')
  await keys.press(dialog.getByRole('button', { name: 'Create Booking' }))
  await expect(toast(page, 'Booking created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await keys.press(page.getByRole('link', { name: 'Your bookings' }))

  const owner = await aBrowser()
  const ownerKeys = createKeyboard(owner)
  await signInByKeys(owner, admin)
  await ownerKeys.press(owner.getByRole('link', { name: 'Bookings', exact: true }))
  await ownerKeys.focus(owner.getByRole('tab', { name: 'Calendar' }))
  await owner.keyboard.press('ArrowRight')
  const row = owner.getByRole('row').filter({ hasText: 'Mixing Session' })
  await ownerKeys.press(row.getByRole('button', { name: /Confirm/ }))
  await expect(row).toContainText('Confirmed')

  const details = page.getByRole('dialog', { name: 'Mixing Session' })
  const ownSession = page.getByRole('button', { name: /Mixing Session .* 10:00/ })
  await keys.open(ownSession, details)
  await keys.press(details.getByRole('button', { name: 'Move', exact: true }))
  const move = page.getByRole('dialog', { name: 'Move Booking' })
  await keys.choose(timeToChoose(page, '11:00'), timeToChoose(page, '08:00'))
  await keys.press(move.getByRole('button', { name: 'Move Booking' }))
  await expect(toast(page, 'Change requested')).toBeVisible()
  await expect(details).toContainText('Change requested')

  await expect(row).toContainText('Change requested')
  await ownerKeys.press(row.getByRole('button', { name: /^Approve the change/ }))
  await expect(details).toContainText('11:00')
  await expect(row).not.toContainText('Change requested')
  await ownerKeys.press(row.getByRole('button', { name: /^More actions/ }))
  await expect(owner.getByRole('menuitem', { name: /^Cancel session/ })).toBeFocused()
  await owner.keyboard.press('Enter')
  await ownerKeys.press(owner.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }))
  await expect(toast(owner, 'Booking cancelled successfully')).toBeVisible()
  await expect(row).toContainText('Cancelled')
  await expect(owner.getByText(studio.name).first()).toBeVisible()
})

test(
  'a client asks Stu, starts a project, fills in the profile, adds every factor and switches studios',
  variant,
  async ({ aBrowser, server }) => {
    const [{ client, studio }, next] = [await aStudioByApi(server), await aStudioByApi(server)]
    const page = await aBrowser()
    const keys = createKeyboard(page)
    await withAuthenticator(page, 'internal')
    await proveAddress(server, client)
    await signInAt(page, client.email, `/${studio.slug}`)
    const chat = page.getByRole('region', { name: 'Chat with Stu' })
    await keys.type(chat.getByLabel('Message to Stu'), 'Thanks')
    await page.keyboard.press('Enter')
    await expect(chat.getByRole('log')).toContainText('You are welcome.')

    const start = page.getByRole('dialog', { name: 'New Project' })
    await keys.open(page.getByRole('button', { name: 'New Project' }).first(), start)
    await keys.type(start.getByLabel('Title'), 'Night Drive')
    await keys.type(start.getByLabel('Project type'), 'Music')
    await keys.press(start.getByRole('button', { name: 'Create Project' }))
    await expect(page.getByRole('heading', { name: 'Night Drive', level: 1 })).toBeVisible()
    await keys.press(page.getByRole('button', { name: 'Next Phase' }))
    await expect(toast(page, 'Moved to Production')).toBeVisible()

    await page.goto('/profile')
    await keys.type(page.getByLabel('Full name'), 'Cleo Keys')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Profile updated successfully')).toBeVisible()
    const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() }
    await keys.uploadFile(page.getByRole('button', { name: 'Upload picture' }), picture)
    await expect(toast(page, 'Upload successful')).toBeVisible()
    await page.goto('/profile?tab=security')
    const factor = page.getByRole('dialog', { name: 'Add authenticator app' })
    await keys.open(page.getByRole('button', { name: 'Add authenticator app' }), factor)
    await keys.type(factor.getByLabel('Name'), 'My phone')
    await page.keyboard.press('Enter')
    const secret = (await factor.getByLabel('Or type this secret into the app').inputValue()).replaceAll(' ', '')
    await keys.type(factor.getByLabel('Six-digit code'), appCode(secret, new Date()))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Authenticator app added')).toBeVisible()
    await expect(factor).toBeHidden()
    const passkey = page.getByRole('dialog', { name: 'Add security key' })
    await keys.open(page.getByRole('button', { name: 'Add security key' }), passkey)
    await keys.type(passkey.getByLabel('Name'), 'This laptop')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Security key added')).toBeVisible()
    await expect(passkey).toBeHidden()
    const telephone = page.getByRole('dialog', { name: 'Add phone' })
    const number = `+43664${String(Date.now()).slice(-7)}`
    await keys.open(page.getByRole('button', { name: 'Add phone' }), telephone)
    await keys.type(telephone.getByLabel('Phone number'), number)
    await page.keyboard.press('Enter')
    await keys.type(telephone.getByLabel('Six-digit code'), (await nextText({ outbox }, number)).code)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Phone added')).toBeVisible()
    await expect(telephone).toBeHidden()

    await page.goto('/profile')
    const elsewhere = page.getByRole('dialog', { name: 'Switch Studio' })
    await keys.open(page.getByRole('button', { name: 'Switch Studio' }), elsewhere)
    await keys.type(elsewhere.getByRole('combobox'), next.studio.name)
    await keys.press(elsewhere.getByRole('button', { name: 'Switch Studio' }))
    await expect(page).toHaveURL(new RegExp(`/${next.studio.slug}$`))
  },
)

test(
  'crew accept an invitation, complete tasks and check clients in and out',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server)
    const crew = await aCrewMember(server, fixture)
    await fixture.admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id })
    const page = await aBrowser()
    const keys = createKeyboard(page)
    await signInAt(page, crew.email, '/staff/tasks')
    await keys.press(page.getByRole('button', { name: 'Start Tune the piano' }))
    await keys.press(page.getByRole('button', { name: 'Complete Tune the piano' }))
    await expect(page.getByRole('button', { name: 'Complete Tune the piano' })).toBeHidden()
    const task = page.getByRole('dialog', { name: 'New Task' })
    await keys.open(page.getByRole('button', { name: 'New Task' }), task)
    await keys.type(task.getByLabel('Title'), 'Coil the cables')
    await keys.type(task.getByLabel('Assigned to'), 'Sam Crew')
    await keys.press(task.getByRole('button', { name: 'Create Task' }))
    await expect(page.getByRole('button', { name: 'Start Coil the cables' })).toBeVisible()
    await expect(task).toBeHidden()

    await keys.press(page.getByRole('link', { name: 'Check-Ins' }).first())
    const checkinDialog = page.getByRole('dialog', { name: 'Check In Client' })
    await keys.open(page.getByRole('button', { name: 'Check In Client' }).first(), checkinDialog)
    await keys.chooseOption(checkinDialog.getByRole('combobox', { name: 'Client' }), 'Otto Other')
    await keys.press(checkinDialog.getByRole('button', { name: 'Check In' }))
    await expect(checkinDialog).toBeHidden()
    await keys.press(page.getByRole('button', { name: 'Check out Otto Other' }))
    await expect(toast(page, 'Client checked out successfully')).toBeVisible()

    const rival = await aStudioByApi(server)
    await rival.admin.post(`/studios/${rival.studio.id}/invitations`, { full_name: crew.full_name, email: crew.email })
    await page.goto(`/invitations?token=${await invitationToken({ outbox }, crew.email)}`)
    await keys.press(page.getByRole('button', { name: 'Accept' }))
    await expect(page).toHaveURL(/\/staff$/)
    await expect(page.getByText(rival.studio.name).first()).toBeVisible()
  },
)

test('a partner applies, and an operator assigns and removes a role', variant, async ({ aBrowser, server }) => {
  const visitor = await aBrowser()
  const visitorKeys = createKeyboard(visitor)
  await visitor.goto('/partner')
  const form = visitor.getByRole('main').locator('form')
  for (const [label, text] of [
    ['Company name', 'Northwind Audio'],
    ['Contact name', 'Nora North'],
    ['Email', anEmail('nora')],
    ['Phone', '+44 20 7946 0000'],
    ['Partnership type', 'Technology'],
    ['Message', 'We build microphones for small rooms.'],
  ] as const)
    await visitorKeys.type(form.getByLabel(label, { exact: true }), text)
  await visitorKeys.press(visitor.getByRole('button', { name: 'Submit Application' }))
  await expect(toast(visitor, 'within 48 hours')).toBeVisible()

  const { studio } = await aStudioByApi(server)
  const person = await aPerson(server, { full_name: `Remy ${crypto.randomUUID().slice(0, 8)}` })
  await proveAddress(server, person)
  await aClient(server, studio.id, 'Another')
  const page = await aBrowser()
  const keys = createKeyboard(page)
  await signInAt(page, 'admin@studiohub.example', '/super-admin/users', 'studiohub')
  await keys.type(page.getByLabel('Search by name, email or phone'), person.email)
  const row = page.getByRole('row').filter({ hasText: person.full_name })
  const dialog = page.getByRole('dialog', { name: 'Assign Role' })
  await keys.open(row.getByRole('button', { name: /^Assign Role/ }), dialog)
  await keys.type(dialog.getByLabel('Role'), 'Crew Member')
  await keys.chooseOption(dialog.getByLabel('Studio'), studio.name)
  await keys.press(dialog.getByRole('button', { name: 'Assign Role' }))
  await expect(toast(page, 'Role assigned successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const ask = page.getByRole('dialog')
  await keys.open(row.getByRole('button', { name: `Remove Crew Member, ${studio.name}` }), ask)
  await keys.press(ask.getByRole('button', { name: 'Remove role' }))
  await expect(toast(page, 'Role removed successfully')).toBeVisible()

  const add = page.getByRole('dialog', { name: 'Add studio' })
  const mark = crypto.randomUUID().slice(0, 8)
  await keys.press(page.getByRole('link', { name: 'Studios', exact: true }))
  await keys.open(page.getByRole('button', { name: 'Add studio' }), add)
  await keys.type(add.getByLabel('Name'), `Keys ${mark}`)
  await keys.type(add.getByLabel('Slug'), `keys-${mark}`)
  await keys.chooseOption(add.getByLabel('Owner'), person.email)
  await keys.press(add.getByRole('button', { name: 'Add studio' }))
  await expect(toast(page, 'Studio created successfully')).toBeVisible()
})
