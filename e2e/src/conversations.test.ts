import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aDeskPerson, aStudio } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, delayRequests, expect, failRequests, signInAt, test, variant } from './fixtures.ts'

const today = Temporal.Now.plainDateISO('UTC').toString()
const phone = { width: 390, height: 844 }

test("the desk writes from the client's page, the client answers on a phone, and the desk sees it at once", async ({
  aBrowser,
  server,
}) => {
  const fixture = await aStudioByApi(server)
  const { client, studio } = fixture
  const desk = await aDeskPerson(server, fixture)
  const page = await aBrowser()
  await signInAt(page, desk.email, '/auth/callback')
  await expect(page).toHaveURL(/\/studio$/)

  // From the home page to the clients, the client's page and the message.
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await page.getByRole('button', { name: 'History of Cleo Client' }).click()
  const file = page.getByRole('region', { name: 'Messages with Cleo Client' })
  const draft = file.getByLabel('Message to Cleo Client')
  await draft.fill('The piano is tuned. See you on Monday!')
  // Typed text survives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'History of Cleo Client' }).click()
  await expect(draft).toHaveValue('The piano is tuned. See you on Monday!')
  await file.getByRole('button', { name: 'Send' }).click()
  await expect(file.getByRole('log').getByText('The piano is tuned.')).toBeVisible()
  await expect(draft).toHaveValue('')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.goto('/studio')
  const inNav = page.getByRole('navigation').getByRole('link', { name: /^Messages/ })
  await expect(inNav).toHaveText('Messages')

  const clientPage = await aBrowser(phone)
  await signInAt(clientPage, client.email, `/${studio.slug}`)
  await clientPage.getByRole('button', { name: 'Toggle sidebar' }).click()
  const ownNav = clientPage.getByRole('dialog').getByRole('link', { name: /^Messages/ })
  await expect(ownNav).toHaveText('Messages1 unread')
  await ownNav.click()
  await expect(clientPage.getByText('The piano is tuned.')).toBeVisible()
  await expectNoAxeViolations(clientPage)

  // If the response is lost, the message is shown as not sent. A retry stores it only once.
  const path = `**/api/v1/studios/*/clients/*/messages`
  await clientPage.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await clientPage.getByLabel(`Message to ${studio.name}`).fill('Great, I am bringing a friend.')
  await clientPage.getByRole('button', { name: 'Send' }).click()
  await expect(clientPage.getByRole('alert').filter({ hasText: 'Not sent.' })).toBeVisible()
  await clientPage.unroute(path)
  await clientPage.getByRole('button', { name: 'Send again' }).click()
  await expect(clientPage.getByRole('button', { name: 'Send again' })).toBeHidden()
  await expect(clientPage.getByRole('log').getByText('Great, I am bringing a friend.')).toHaveCount(1)

  // The badge changes without a reload; the list shows the unread conversation, and opening it marks it as read.
  await expect(inNav).toHaveText('Messages1 unread')
  await inNav.click()
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /Cleo Client/ })
    .click()
  await expect(page.getByRole('log').getByText('Great, I am bringing a friend.')).toBeVisible()
  await expect(inNav).toHaveText('Messages')
  await expectNoAxeViolations(page)
  await page.getByLabel('Message to Cleo Client').fill('Perfect.')
  await page.keyboard.press('Control+Enter')
  await expect(clientPage.getByRole('log').getByText('Perfect.')).toBeVisible()
})

test('both sides send files: a preview for pictures, a name and a size for others', async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const page = await aBrowser()
  await signInAt(page, admin.email, `/studio/messages?client=${client.id}`)
  const photo = { name: 'room.png', mimeType: 'image/png', buffer: Buffer.from(await aPhoto({ format: 'png' })) }
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Take one') })
  await page.locator('input[type=file]').setInputFiles([photo, text('plan.txt')])
  const attached = page.getByRole('list', { name: 'Attached files' })
  await expect(attached.getByRole('listitem')).toHaveCount(2)
  await expect(attached.getByRole('progressbar')).toHaveCount(0)
  await expectNoAxeViolations(page)
  // Uploaded files survive a reload.
  await page.reload()
  await expect(attached.getByRole('listitem')).toHaveText([/room\.png/, /plan\.txt 1 kB/])
  await page.getByLabel('Message to Cleo Client').fill('The room and the plan')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(attached).toBeHidden()
  await expect(page.getByRole('log').getByRole('img', { name: 'room.png' })).toBeVisible()

  const clientPage = await aBrowser(phone)
  await signInAt(clientPage, client.email, `/${studio.slug}/messages`)
  const log = clientPage.getByRole('log')
  await expect(log.getByText('The room and the plan')).toBeVisible()
  const picture = log.getByRole('img', { name: 'room.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const download = clientPage.waitForEvent('download')
  await log.getByRole('link', { name: 'plan.txt 1 kB' }).click()
  expect((await download).suggestedFilename()).toBe('plan.txt')
  await expectNoAxeViolations(clientPage)

  // A dropped file is a message by itself, which the studio sees at once.
  const dropped = await clientPage.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Take two'], 'answer.txt', { type: 'text/plain' }))
    return transfer
  })
  // Beside the field it is ignored. Otherwise the browser would open the file, and the page and its draft would be lost.
  const isIgnored = await clientPage.evaluate((dataTransfer) => {
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    return !document.querySelector('h1')?.dispatchEvent(drop)
  }, dropped)
  expect(isIgnored).toBe(true)
  await clientPage.getByLabel(`Message to ${studio.name}`).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(clientPage.getByRole('button', { name: 'Remove answer.txt' })).toBeVisible()
  await clientPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log').getByRole('link', { name: 'answer.txt 1 kB' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('1 file')
})

test('a failed upload says why, and a retry stores one file', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { client, studio } = fixture
  const clientPage = await aBrowser(phone)
  await signInAt(clientPage, client.email, `/${studio.slug}/messages`)
  const path = '**/api/v1/studios/*/clients/*/message-files'
  // The server has stored the file, but its response is lost.
  await clientPage.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const file = (name: string, content: string | Buffer) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  })
  await clientPage
    .locator('input[type=file]')
    .setInputFiles([
      file('plan.txt', 'Take one'),
      file('page.txt', '<html><script>'),
      file('film.txt', Buffer.alloc(20 * 1024 * 1024 + 1, ' ')),
    ])
  const attached = clientPage.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const [plan, page, film] = [/plan/, /page/, /film/].map((hasText) => attached.filter({ hasText }))
  await expect(plan?.getByRole('alert') ?? attached).toHaveText(/^Not uploaded\. We could not reach the server\./)
  await expect(film?.getByRole('alert') ?? attached).toHaveText('Not uploaded. File size must be less than 20MB.')
  await expect(film?.getByRole('button', { name: /again/ }) ?? attached).toHaveCount(0)
  await expect(page?.getByRole('alert') ?? attached).toHaveText(/^Not uploaded\. We could not reach the server\./)
  await clientPage.unroute(path)
  await page?.getByRole('button', { name: 'Upload page.txt again' }).click()
  await expect(page?.getByRole('alert') ?? attached).toHaveText(/^Not uploaded\. You can send images/)
  await expect(page?.getByRole('button', { name: /again/ }) ?? attached).toHaveCount(0)
  await expectNoAxeViolations(clientPage)
  // Nothing is sent while a file has an error.
  await clientPage.getByRole('button', { name: 'Send', exact: true }).click({ force: true })
  await expect(clientPage.getByText('Remove the files that were not uploaded, or upload them again.')).toBeVisible()
  await clientPage.getByRole('button', { name: 'Remove page.txt' }).click()
  await clientPage.getByRole('button', { name: 'Remove film.txt' }).click()
  await clientPage.getByRole('button', { name: 'Upload plan.txt again' }).click()
  await expect(clientPage.getByRole('alert')).toHaveCount(0)
  await clientPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(clientPage.getByRole('log').getByRole('link', { name: 'plan.txt 1 kB' })).toHaveCount(1)
  const { items } = (await client.get(`/studios/${studio.id}/clients/${client.id}/messages`)).body
  expect(items[0].files).toHaveLength(1)
})

test('crew see the conversations of their projects, on a phone too', variant, async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const { body: project } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  const messages = `/studios/${studio.id}/clients/${client.id}/messages`
  await client.post(messages, { body: 'Only for the desk' })
  await client.post(messages, { body: 'Louder drums, please', project_id: project.id })
  const clientPage = await aBrowser(phone)
  await signInAt(clientPage, crew.email, '/auth/callback')
  const tab = clientPage.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: /Messages/ })
  await tab.click()
  await expect(clientPage.getByText('No messages yet')).toBeVisible()
  await expectNoAxeViolations(clientPage)
  // They work on the project as soon as they have a task of it.
  await admin.post('/tasks', { title: 'Mix', project_id: project.id, assigned_to: crew.id })
  await clientPage.reload()
  await expect(tab).toHaveText('1 unreadMessages')
  const list = clientPage.getByRole('list', { name: 'Conversations' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link', { name: /Night Drive/ }).click()
  await expect(clientPage.getByRole('log').getByText('Louder drums, please')).toBeVisible()
  await expect(tab).toHaveText('Messages')
  await clientPage.getByLabel('Message to Cleo Client').fill('Will do')
  await clientPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(clientPage.getByRole('log').getByText('Will do')).toBeVisible()
  await expectNoAxeViolations(clientPage)
  await clientPage.getByRole('link', { name: 'Open the project' }).click()
  await expect(clientPage).toHaveURL(new RegExp(`/staff/projects/${project.id}$`))
  await expect(clientPage.getByRole('region', { name: 'Messages with Cleo Client' }).getByText('Will do')).toBeVisible()
})

test(
  'a message can be written from a booking, in the conversation about its project',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudioByApi(server)
    const { admin, client, studio } = fixture
    const desk = await aDeskPerson(server, fixture)
    const { body: project } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
    await aBooking(client, studio.id, today, { project_id: project.id })
    const clientPage = await aBrowser(phone)
    await signInAt(clientPage, client.email, `/${studio.slug}/bookings`)
    await clientPage
      .getByRole('tabpanel')
      .getByRole('button', { name: /Recording Session/ })
      .click()
    await clientPage.getByRole('link', { name: `Send a message to ${studio.name}` }).click()
    await expect(clientPage.getByText('About', { exact: true })).toBeVisible()
    await expect(clientPage).toHaveURL(new RegExp(`project=${project.id}`))
    await clientPage.getByLabel(`Message to ${studio.name}`).fill('Can we start later?')
    await clientPage.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(clientPage.getByRole('log').getByText('Can we start later?')).toBeVisible()

    for (const person of [admin, desk]) {
      const page = await aBrowser()
      await signInAt(page, person.email, '/studio/bookings?tab=list')
      await page
        .getByRole('button', { name: /Recording Session/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Send a message' }).click()
      await expect(page).toHaveURL(new RegExp(`client=${client.id}&project=${project.id}`))
      await expect(page.getByRole('log').getByText('Can we start later?')).toBeVisible()
      await page.getByLabel('Message to Cleo Client').fill(`Yes, ${person.full_name}`)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(clientPage.getByRole('log').getByText(`Yes, ${person.full_name}`)).toBeVisible()
    }
  },
)

test(
  'a wide screen opens the newest conversation, a phone none; the field grows with the text',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client, other, studio } = await aStudio(server)
    const write = (person: typeof client, body: string) =>
      person.post(`/studios/${studio.id}/clients/${person.id}/messages`, { body })
    await write(client, 'The older message')
    await write(other, 'The newer message')
    const page = await aBrowser({ width: 1440, height: 900 })
    await signInAt(page, admin.email, '/studio/tasks')
    const inNav = page.getByRole('navigation').getByRole('link', { name: /^Messages/ })
    await inNav.click()
    await expect(page).toHaveURL(new RegExp(`client=${other.id}`))
    const log = page.getByRole('log')
    await expect(log.getByText('The newer message')).toBeVisible()
    await expect(log.getByText('Today', { exact: true })).toBeVisible()
    await expect(inNav).toHaveText('Messages1 unread')
    await expectNoAxeViolations(page)
    // It opens again when it is read, and "back" leaves the page.
    await inNav.click()
    await expect(page).toHaveURL(new RegExp(`client=${other.id}`))
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(/\/studio\/tasks$/)
    await inNav.click()
    // The list shows the time as the message does.
    const sentAt = await log.locator('time').textContent()
    await expect(page.getByRole('link', { name: /The newer message/ }).locator('time > [aria-hidden]')).toHaveText(
      sentAt ?? '',
    )

    // A new message begins with the choice of a client.
    await page.getByRole('button', { name: 'New message' }).click()
    const dialog = page.getByRole('dialog', { name: 'New message' })
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Write to a client').fill('Cleo')
    await dialog.getByRole('option', { name: 'Cleo Client' }).click()
    await expect(page).toHaveURL(new RegExp(`client=${client.id}`))
    await expect(log.getByText('The older message')).toBeVisible()
    await expect(inNav).toHaveText('Messages')

    const phonePage = await aBrowser(phone)
    await signInAt(phonePage, admin.email, '/studio/messages')
    const conversations = phonePage.getByRole('list', { name: 'Conversations' })
    await expect(conversations.getByRole('listitem')).toHaveCount(2)
    await expect(phonePage).toHaveURL(/\/studio\/messages$/)
    await conversations.getByRole('link', { name: /The older message/ }).click()
    const field = phonePage.getByLabel(/^Message to /)
    const heightOf = async () => (await field.boundingBox())?.height ?? 0
    const oneLine = await heightOf()
    expect(oneLine).toBeLessThan(48)
    await field.fill(['one', 'two', 'three'].join('\n'))
    expect(await heightOf()).toBeGreaterThan(oneLine + 40)
    await field.fill('line\n'.repeat(30))
    expect(await heightOf()).toBeLessThan(220)
    await phonePage.getByRole('link', { name: 'All conversations' }).click()
    await expect(conversations).toBeVisible()
  },
)

test(
  'Retry loads a list of conversations that failed, and an unknown client is not found',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client, studio } = await aStudioByApi(server)
    await client.post(`/studios/${studio.id}/clients/${client.id}/messages`, { body: 'Is the piano tuned?' })
    const page = await aBrowser(phone)
    const list = '**/api/v1/studios/*/conversations?**'
    const succeed = await failRequests(page, 'GET', list)
    await signInAt(page, admin.email, '/studio/messages')
    await expect(page.getByText('Failed to load the conversations')).toBeVisible()
    // The list also loads by itself, so no call ends before the click.
    const release = await delayRequests(page, 'GET', list)
    await page.getByRole('button', { name: 'Retry' }).click()
    await succeed()
    release()
    await expect(page.getByRole('link', { name: /Is the piano tuned/ })).toBeVisible()

    await page.goto('/studio/messages?client=00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Client not found')).toBeVisible()
    await page.getByRole('link', { name: 'All conversations' }).click()
    await expect(page.getByRole('link', { name: /Is the piano tuned/ })).toBeVisible()
  },
)
