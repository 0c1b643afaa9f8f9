import type { Page } from '@playwright/test'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember } from '@studiohub/testing/people.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { dateByDay, zoneByDay } from './daytime.ts'
import { aStudioByApi, broken, enter, expect, test, toast } from './fixtures.ts'

const timezone = zoneByDay()
const today = dateByDay()
const phone = { width: 390, height: 844 }

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const counter = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('crew work through a day on a phone, and see what others do', async ({ aBrowser, server }) => {
  test.slow()
  const fixture = await aStudioByApi(server, { timezone })
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const page = await aBrowser(phone)
  await enter(page, crew.email, '/staff')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(counter(page, "Today's Schedule")).toContainText('0')
  await expect(page.getByText('Nothing is booked for today.')).toBeVisible()
  await page.goto('/staff/checkins')
  await expect(page.getByText('No check-ins yet')).toBeVisible()
  await page.goto('/staff/schedule')
  await expect(page.getByText('No sessions ahead')).toBeVisible()

  // New bookings and tasks appear live.
  const whole = {
    booking_date: today,
    start_time: '00:00',
    end_time: '23:59',
    client_id: client.id,
    status: 'confirmed',
  }
  const session = await aBooking(admin, studio.id, today, whole)
  await admin.post(`/studios/${studio.id}/resources`, { kind: 'person', name: 'Sam at the desk', user_id: crew.id })
  await expect(page.getByRole('button', { name: /Recording Session/ })).toBeVisible()
  const desk = await aBrowser()
  await enter(desk, admin.email, '/studio/bookings?tab=list')
  await desk.getByRole('button', { name: 'Recording Session', exact: true }).click()
  await desk.getByRole('checkbox', { name: 'Sam at the desk' }).click()
  await expect(page.getByRole('button', { name: 'Mine', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Studio A, Sam at the desk')).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/show=all/)
  await expectNothingFoundByAxe(page)

  await page.goto('/staff/tasks')
  await expect(page.getByText('Nothing to do')).toBeVisible()
  await admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id, due_date: '2020-01-01' })
  await expect(page.getByText('Overdue')).toBeVisible()
  await page.getByRole('button', { name: 'Start Tune the piano' }).click()
  await expect(toast(page, 'Task updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await expectNothingFoundByAxe(page)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Coil the cables')
  await dialog.getByLabel('Assigned to').selectOption({ label: 'Sam Crew (you)' })
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByRole('button', { name: 'Start Coil the cables' })).toBeVisible()
  await page.getByRole('button', { name: 'Complete Tune the piano' }).click()
  await expect(page.getByRole('button', { name: 'Complete Tune the piano' })).toBeHidden()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByText('Completed')).toBeVisible()
  // Without a possible action none is shown.
  await expect(page.getByRole('row', { name: /Tune the piano/ }).getByText('Actions', { exact: true })).toBeHidden()
  await expectNothingFoundByAxe(page)

  await page.goto('/staff/checkins')
  await page.getByRole('button', { name: 'Check in Cleo Client' }).click()
  await expect(toast(page, 'Client checked in successfully')).toBeVisible()
  await expect(page.getByText('All expected clients are checked in.')).toBeVisible()
  await page.getByRole('button', { name: 'Check In Client' }).click()
  const door = page.getByRole('dialog', { name: 'Check In Client' })
  await door.getByRole('button', { name: 'Check In' }).click()
  await expect(door.getByText('Please enter a client ID')).toBeVisible()
  await door.getByRole('combobox', { name: 'Client' }).fill('Otto')
  await door.getByRole('option', { name: 'Otto Other' }).click()
  await expectNothingFoundByAxe(page)
  await door.getByRole('button', { name: 'Check In' }).click()
  await expect(door).toBeHidden()
  await expect(page.getByRole('button', { name: 'Check out Otto Other' })).toBeVisible()
  await page.getByRole('button', { name: 'Check out Cleo Client' }).click()
  await expect(toast(page, 'Client checked out successfully')).toBeVisible()
  await expectNothingFoundByAxe(page)
  await page.goto('/staff')
  await expect(counter(page, "Today's Schedule")).toContainText('sessions today, 1 of them yours')
  await expect(counter(page, 'Pending Tasks')).toContainText('1')
  await expect(counter(page, 'Clients Checked In')).toContainText('1')
  await admin.post(`/bookings/${session.id}/cancel`, {})
  await expect(counter(page, "Today's Schedule")).toContainText('0')
  await expectNothingFoundByAxe(page)
})

test('a client opens the home page, asks Stu by text, and denies the microphone', async ({ aBrowser, server }) => {
  test.slow()
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await enter(page, client.email, `/${studio.slug}`)
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
  await expect(counter(page, 'in the production phase')).toContainText('1')
  await expect(counter(page, 'projects finished')).toContainText('3')
  await expect(page.getByRole('link', { name: 'Open Board' })).toHaveAttribute('href', `/${studio.slug}/board`)
  await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', `/${studio.slug}/projects`)

  const chat = page.getByRole('region', { name: 'Chat with Stu' })
  const chatLog = chat.getByRole('log')
  await expect(chatLog).toContainText('How may I help you today?')
  await expect(chat.getByText('Built-in answers')).toBeVisible()
  await chat.getByRole('button', { name: 'How are my projects?' }).click()
  await expect(chatLog.getByText('Stu is typing...')).toBeVisible()
  await expect(chatLog).toContainText('"Night album" (Pre-Production, draft)')
  await chat.getByLabel('Message to Stu').fill('Thanks')
  await chat.getByLabel('Message to Stu').press('Enter')
  await expect(chatLog).toContainText('You are welcome.')
  await expectNothingFoundByAxe(page)

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

  // It was kept.
  await page.reload()
  await expect(chatLog).toContainText('You are welcome.')
  await page.setViewportSize(phone)
  await expectNothingFoundByAxe(page)
})

test('crew read why something cannot be loaded or saved, and may try again', async ({ aBrowser, server }) => {
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
  await enter(page, crew.email, '/staff')
  for (const [address, path, sentence] of screens) {
    const isBack = await broken(page, 'GET', path)
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
  await broken(page, 'POST', /\/(checkins|checkout|start)$/)
  await page.getByRole('button', { name: 'Check out Cleo Client' }).click()
  await expect(toast(page, 'Failed to check out client')).toBeVisible()
  await page.getByRole('button', { name: 'Check In Client' }).click()
  const door = page.getByRole('dialog', { name: 'Check In Client' })
  await door.getByRole('combobox', { name: 'Client' }).fill('Otto')
  await door.getByRole('option', { name: 'Otto Other' }).click()
  await door.getByRole('button', { name: 'Check In' }).click()
  await expect(toast(page, 'Failed to check in client')).toBeVisible()
  await expect(door.getByRole('combobox', { name: 'Client' })).toHaveValue('Otto Other')
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
  await enter(page, admin.email, `/studio/projects/${project.id}`)
  const phase = page.getByRole('region', { name: 'Pre-Production' })
  await expect(phase.getByRole('link')).toHaveText([/Record the choir.*1 comment/])
  await expectNothingFoundByAxe(page)
  const toClient = page.getByText('Client:').getByRole('link')
  await expect(toClient).toHaveAttribute('href', `/studio/clients?client=${project.client_id}`)
  await phase.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`project=${project.id}&card=${card.id}`))
  await expect(page.getByRole('dialog').getByText('Sixteen singers.')).toBeVisible()

  // Clients see the same of their own, without the link to a file.
  const own = await aBrowser({ width: 390, height: 844 })
  await enter(own, client.email, `/${studio.slug}/projects/${project.id}`)
  await expect(own.getByRole('region', { name: 'Pre-Production' }).getByRole('link')).toBeVisible()
  await expect(own.getByText('Client:')).toHaveCount(0)
  await expect(own.getByRole('link', { name: 'Ask Stu' })).toBeVisible()
})
