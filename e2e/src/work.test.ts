import type { Locator, Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, expect, failRequests, signInAt, test, toast, variant } from './fixtures.ts'

const timezone = zoneByDay()
const today = dateByDay()
const phone = { width: 390, height: 844 }

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const counter = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name })

test('crew work through a day on a phone, and see what others do', async ({ aBrowser, server }) => {
  test.slow()
  const fixture = await aStudioByApi(server, { timezone })
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser(phone)
  await signInAt(page, crew.email, '/staff')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(counter(page, "Today's Schedule")).toContainText('0')
  await expect(page.getByText('Nothing is booked for today.')).toBeVisible()
  await page.goto('/staff/checkins')
  await expect(page.getByText('No check-ins yet')).toBeVisible()
  await page.goto('/staff/schedule')
  await expect(page.getByText('No upcoming sessions')).toBeVisible()

  // New bookings and tasks appear live.
  const allDay = {
    booking_date: today,
    start_time: '00:00',
    end_time: '23:59',
    client_id: client.id,
    status: 'confirmed',
  }
  const session = await aBooking(admin, studio.id, today, allDay)
  await admin.post(`/studios/${studio.id}/resources`, { kind: 'person', name: 'Sam at the desk', user_id: crew.id })
  await expect(page.getByRole('button', { name: /Recording Session/ })).toBeVisible()
  const desk = await aBrowser()
  await signInAt(desk, admin.email, '/studio/bookings?tab=list')
  await desk.getByRole('button', { name: 'Recording Session', exact: true }).click()
  await desk.getByRole('checkbox', { name: 'Sam at the desk' }).click()
  await expect(page.getByRole('button', { name: 'Mine', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/Studio A/)).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/show=all/)
  await expectNoAxeViolations(page)

  await page.goto('/staff/tasks')
  await expect(page.getByText('Nothing to do')).toBeVisible()
  await admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id, due_date: '2020-01-01' })
  await expect(page.getByText('Overdue (1)')).toBeVisible()
  await page.getByRole('button', { name: 'Start Tune the piano' }).click()
  await expect(toast(page, 'Task updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Coil the cables')
  await dialog.getByLabel('Assigned to').selectOption({ label: 'Sam Crew (you)' })
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByRole('button', { name: 'Start Coil the cables' })).toBeVisible()
  await page.getByRole('button', { name: 'Complete Tune the piano' }).click()
  await expect(page.getByRole('button', { name: 'Complete Tune the piano' })).toBeHidden()
  // The address has the filters, so a reload keeps them.
  await page.getByRole('button', { name: 'Whole studio' }).click()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page).toHaveURL(/show=done&of=studio$/)
  await expect(page.getByRole('columnheader', { name: 'Assigned to', includeHidden: true })).toBeAttached()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(page).toHaveURL(/show=done&of=mine$/)
  await expect(page.getByRole('row', { name: /(?=.*Completed).*Tune the piano/ })).toBeVisible()
  // If no action is possible, none is shown.
  await expect(page.getByRole('row', { name: /Tune the piano/ }).getByText('Actions', { exact: true })).toBeHidden()
  await expectNoAxeViolations(page)

  await page.goto('/staff/checkins')
  await page.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(toast(page, 'Client checked in successfully')).toBeVisible()
  await expect(page.getByText('All expected clients are checked in.')).toBeVisible()
  await page.getByRole('button', { name: 'Check In Client' }).click()
  const checkinDialog = page.getByRole('dialog', { name: 'Check In Client' })
  await checkinDialog.getByRole('button', { name: 'Check In' }).click()
  await expect(checkinDialog.getByText('Please enter a client ID')).toBeVisible()
  await checkinDialog.getByRole('combobox', { name: 'Client' }).fill('Otto')
  await checkinDialog.getByRole('option', { name: 'Otto Other' }).click()
  await expectNoAxeViolations(page)
  await checkinDialog.getByRole('button', { name: 'Check In' }).click()
  await expect(checkinDialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Check out Otto Other' })).toBeVisible()
  await page.getByRole('button', { name: 'Check out Cleo Client' }).click()
  await expect(toast(page, 'Client checked out successfully')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/staff')
  await expect(counter(page, "Today's Schedule")).toContainText('sessions today, 1 of them yours')
  await expect(counter(page, 'Pending Tasks')).toContainText('1')
  await expect(counter(page, 'Clients Checked In')).toContainText('1')
  await admin.post(`/bookings/${session.id}/cancel`, {})
  await expect(counter(page, "Today's Schedule")).toContainText('0')
  await expectNoAxeViolations(page)
})

test(
  'a client opens the home page, asks Stu by text, and denies the microphone',
  variant,
  async ({ aBrowser, server }) => {
    test.slow()
    const { client, studio } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, client.email, `/${studio.slug}`)
    await expect(heading(page, 'Welcome, Cleo Client')).toBeVisible()
    await expect(page.getByText('No projects yet')).toBeVisible()
    for (const at of [1, 2, 3, 4, 5]) {
      const { body } = await client.post('/projects', { title: `Single ${at}`, project_type: 'music' })
      if (at > 1) await client.post(`/projects/${body.id}/phase`, { direction: 'next' })
      if (at > 2) await client.patch(`/projects/${body.id}`, { status: 'completed' })
    }
    await client.post('/projects', { title: 'Night album', project_type: 'music' })
    const recent = page.getByRole('list', { name: 'Recent Projects' })
    await expect(recent.getByRole('link')).toHaveText(['Night album', 'Single 5', 'Single 4', 'Single 3', 'Single 2'])
    await expect(counter(page, 'Active Projects')).toContainText('1')
    await expect(counter(page, 'In Production')).toContainText('1')
    await expect(counter(page, /^Completed\d/)).toContainText('3')
    await expect(page.getByRole('link', { name: 'Open Board' })).toHaveAttribute('href', `/${studio.slug}/board`)
    await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', `/${studio.slug}/projects`)

    const chat = page.getByRole('region', { name: 'Chat with Stu' })
    const chatLog = chat.getByRole('log')
    await expect(chatLog).toContainText('How may I help you today?')
    await expect(chat.getByText('Built-in answers')).toBeVisible()
    // The panel is visible without a click, so the page needs no link to it.
    await expect(chat).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Ask Stu' })).toBeHidden()
    await chat.getByRole('button', { name: 'How are my projects?' }).click()
    await expect(chatLog.getByText('Stu is typing...')).toBeVisible()
    await expect(chatLog).toContainText('"Night album" (Pre-Production, draft)')
    await chat.getByLabel('Message to Stu').fill('Thanks')
    await chat.getByLabel('Message to Stu').press('Enter')
    await expect(chatLog).toContainText('You are welcome.')
    await expectNoAxeViolations(page)

    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await chat.getByRole('button', { name: 'Start voice recording' }).click()
    await expect(toast(page, 'Microphone access denied')).toContainText('Please enable microphone permissions')
    await page.evaluate(() => {
      const sound = new AudioContext()
      navigator.mediaDevices.getUserMedia = async () => sound.createMediaStreamDestination().stream
    })
    await chat.getByRole('button', { name: 'Start voice recording' }).click()
    await expect(chat.getByText('Recording', { exact: true })).toBeVisible()
    await chat.getByRole('button', { name: 'Stop recording' }).click()
    await expect(chat.getByText('Voice notes cannot be sent yet.')).toBeVisible()
    await chat.getByRole('button', { name: 'Discard recording' }).click()
    await expect(chat.getByRole('button', { name: 'Play recording' })).toBeHidden()

    // The conversation was stored.
    await page.reload()
    await expect(chatLog).toContainText('You are welcome.')
    await page.setViewportSize(phone)
    await expectNoAxeViolations(page)
    await expect(chat).not.toBeInViewport({ ratio: 0.5 })
    await page.getByRole('link', { name: 'Ask Stu' }).click()
    await expect(chat).toBeInViewport({ ratio: 0.5 })
  },
)

test('crew see why something cannot be loaded or saved, and can try again', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser()
  const screens = [
    ['/staff', /\/staff\/stats$/, 'Failed to load statistics'],
    ['/staff/tasks', /\/api\/v1\/tasks\?/, 'Failed to load tasks'],
    ['/staff/schedule', /\/bookings\?/, 'Failed to load schedule'],
    ['/staff/checkins', /\/checkins\?/, 'Failed to load check-ins'],
  ] as const
  await signInAt(page, crew.email, '/staff')
  for (const [address, path, sentence] of screens) {
    const isBack = await failRequests(page, 'GET', path)
    await page.goto(address)
    const failed = page.getByRole('alert').filter({ hasText: sentence })
    await expect(failed).toBeVisible()
    await expect(toast(page, sentence)).toBeVisible()
    await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
    await isBack()
  }
  await page.reload()
  const checkin = await crew.post(`/studios/${studio.id}/checkins`, { client_id: client.id })
  expect(checkin.status).toBe(201)
  await failRequests(page, 'POST', /\/(checkins|checkout|start)$/)
  await page.getByRole('button', { name: 'Check out Cleo Client' }).click()
  await expect(toast(page, 'Failed to check out client')).toBeVisible()
  await page.getByRole('button', { name: 'Check In Client' }).click()
  const checkinDialog = page.getByRole('dialog', { name: 'Check In Client' })
  await checkinDialog.getByRole('combobox', { name: 'Client' }).fill('Otto')
  await checkinDialog.getByRole('option', { name: 'Otto Other' }).click()
  await checkinDialog.getByRole('button', { name: 'Check In' }).click()
  await expect(toast(page, 'Failed to check in client')).toBeVisible()
  await expect(checkinDialog.getByRole('combobox', { name: 'Client' })).toHaveValue('Otto Other')
  await admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id })
  await page.goto('/staff/tasks')
  await page.getByRole('button', { name: 'Start Tune the piano' }).click()
  await expect(toast(page, 'Failed to update task')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Tune the piano' })).toBeVisible()
})

test('the page of a project shows its client and its cards by phase, and opens one on the board', async ({
  aBrowser,
  server,
}) => {
  const { admin, client, studio } = await aStudioByApi(server)
  const project = (await client.post('/projects', { title: 'Harbor songs', project_type: 'music' })).body
  const card = (await client.post('/cards', { project_id: project.id, title: 'Record the choir' })).body
  await client.post(`/cards/${card.id}/comments`, { body: 'Sixteen singers.' })
  const page = await aBrowser()
  await signInAt(page, admin.email, `/studio/projects/${project.id}`)
  const phase = page.getByRole('region', { name: 'Pre-Production' })
  await expect(phase.getByRole('link')).toHaveText([/Record the choir.*1 comment/])
  await expectNoAxeViolations(page)
  const toClient = page.getByText('Client:').getByRole('link')
  await expect(toClient).toHaveAttribute('href', `/studio/clients?client=${project.client_id}`)
  await page.getByRole('button', { name: 'Ask Stu' }).click()
  await expect(page.getByRole('dialog', { name: 'Chat with Stu' }).getByRole('log')).toContainText('How may I help')
  await page.keyboard.press('Escape')
  await phase.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`project=${project.id}&card=${card.id}`))
  await expect(page.getByRole('dialog').getByText('Sixteen singers.')).toBeVisible()

  // Clients see the same of their own, without the link to a file.
  const clientPage = await aBrowser({ width: 390, height: 844 })
  await signInAt(clientPage, client.email, `/${studio.slug}/projects/${project.id}`)
  await expect(clientPage.getByRole('region', { name: 'Pre-Production' }).getByRole('link')).toBeVisible()
  await expect(clientPage.getByText('Client:')).toHaveCount(0)
  // On phones the chat opens in a sheet, from the menu of the header and from the end of the page.
  const chat = clientPage.getByRole('dialog', { name: 'Chat with Stu' })
  await clientPage.getByRole('button', { name: 'More actions for Harbor songs' }).click()
  await expectNoAxeViolations(clientPage)
  await clientPage.getByRole('menuitem', { name: 'Ask Stu' }).click()
  await expect(chat.getByRole('log')).toContainText('How may I help you today?')
  await clientPage.keyboard.press('Escape')
  await clientPage.getByRole('button', { name: 'Chat with Stu' }).click()
  await expect(chat).toBeVisible()
})

test(
  'the page of a project shows its files and last comments, and adds new ones at once',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client, studio } = await aStudioByApi(server)
    const project = (await client.post('/projects', { title: 'Harbor songs', project_type: 'music' })).body
    const clientPage = await aBrowser(phone)
    await signInAt(clientPage, client.email, `/${studio.slug}/projects/${project.id}`)
    await expect(clientPage.getByText('No files yet.')).toBeVisible()
    await expect(clientPage.getByText('No comments yet.')).toBeVisible()

    // A name without a space must not make the page wider than the phone.
    const long = 'Record_'.repeat(14)
    await admin.post('/cards', { project_id: project.id, title: long })
    await expect(clientPage.getByText(`Card “${long}” created`)).toBeVisible()
    expect(await clientPage.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)

    const card = (await admin.post('/cards', { project_id: project.id, title: 'Record the choir' })).body
    const note = Buffer.from('Sixteen singers')
    expect((await admin.upload('POST', `/cards/${card.id}/files`, note, { name: 'choir.txt' })).status).toBe(201)
    await admin.post(`/cards/${card.id}/comments`, { body: `Ask @[${client.id}], please. ${'La '.repeat(200)}` })
    const files = clientPage.getByRole('list', { name: 'Files of this project' }).getByRole('listitem')
    await expect(files).toHaveText(/choir\.txt.*1 kB.*Ada Owner.*Record the choir/)
    const comment = clientPage.getByRole('list', { name: 'Last comments' }).getByRole('listitem')
    await expect(comment).toContainText('Ask @Cleo Client, please.')
    // The row has two lines of text and is high enough for a thumb.
    expect((await comment.locator('p').last().boundingBox())?.height).toBeLessThanOrEqual(48)
    for (const row of [files, comment]) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56)
    await expectNoAxeViolations(clientPage)
    const address = await files.getByRole('link', { name: 'choir.txt' }).getAttribute('href')
    expect(await (await clientPage.request.get(address ?? '')).text()).toBe('Sixteen singers')

    // A file of a message links to the messages.
    const path = `/studios/${studio.id}/clients/${client.id}`
    const fields = { key: crypto.randomUUID(), project_id: project.id }
    const sent = await admin.upload('POST', `${path}/message-files`, note, { name: 'plan.txt', fields })
    await admin.post(`${path}/messages`, { body: 'The plan', file_ids: [sent.body.id], project_id: project.id })
    await expect(files).toHaveText([/plan\.txt.*In messages/, /choir\.txt/])
    await files.getByRole('link', { name: 'In messages' }).click()
    await expect(clientPage.getByRole('log').getByText('The plan')).toBeInViewport()
    await comment.getByRole('link', { name: 'Record the choir' }).click()
    await expect(clientPage).toHaveURL(new RegExp(`project=${project.id}&card=${card.id}`))

    const desk = await aBrowser()
    await signInAt(desk, admin.email, '/studio/projects')
    const isBack = await failRequests(desk, 'GET', /\/(files|comments)\?/)
    await desk.goto(`/studio/projects/${project.id}`)
    for (const sentence of ['Failed to load files', 'Failed to load comments']) {
      const failed = desk.getByRole('alert').filter({ hasText: sentence })
      await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
    }
    await isBack()
    await desk.reload()
    await expect(desk.getByRole('list', { name: 'Files of this project' }).getByRole('listitem')).toHaveCount(2)
  },
)

test('the free times that Stu lists open the booking form, for clients and the desk', async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server, { timezone })
  const { studio, client, admin } = fixture
  const crew = await aCrewMember(server, fixture)
  const ask = async (chat: Locator) => {
    await chat.getByRole('button', { name: 'What times are free this week?' }).click()
    await expect(chat.getByRole('log')).toContainText('A session of an hour can start on')
    return chat.getByRole('link', { name: /^Book / })
  }
  const page = await aBrowser(phone)
  await signInAt(page, client.email, `/${studio.slug}`)
  const times = await ask(page.getByRole('region', { name: 'Chat with Stu' }))
  await expect(times).toHaveCount(9)
  await expectNoAxeViolations(page)
  const time = (await times.nth(4).innerText()).trim()
  await times.nth(4).click()
  const form = page.getByRole('dialog', { name: 'Create New Booking' })
  await expect(form).toContainText(`${time}. Choose a service to book this time.`)
  await expectNoAxeViolations(page)
  await form.getByLabel('Service type').selectOption({ label: 'Consultation' })
  await expect(form.getByRole('radio', { name: time })).toBeChecked()
  await form.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('main')).toContainText(`${time} – `)

  const { body: project } = await client.post('/projects', { title: 'Night album', project_type: 'music' })
  const desk = await aBrowser()
  await signInAt(desk, admin.email, `/studio/projects/${project.id}`)
  const openChat = async (user: Page) => {
    await user.getByRole('button', { name: 'Ask Stu' }).click()
    return user.getByRole('dialog', { name: 'Chat with Stu' })
  }
  const offered = (await ask(await openChat(desk))).first()
  const start = (await offered.innerText()).trim()
  await offered.click()
  await expect(desk.getByRole('dialog', { name: 'Create New Booking' }).getByLabel('Start time')).toHaveValue(start)

  const colleague = await aBrowser()
  await signInAt(colleague, crew.email, `/staff/projects/${project.id}`)
  await expect(await ask(await openChat(colleague))).toHaveCount(0)
})
