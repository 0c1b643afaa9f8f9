import { aBooking } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aDeskPerson } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { expectNothingFoundByAxe } from './axe.ts'
import { aStudioByApi, enter, expect, test } from './fixtures.ts'

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
  await enter(page, desk.email, '/auth/callback')
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
  await expectNothingFoundByAxe(page)
  await page.keyboard.press('Escape')
  await page.goto('/studio')
  const inNav = page.getByRole('navigation').getByRole('link', { name: /^Messages/ })
  await expect(inNav).toHaveText('Messages')

  const own = await aBrowser(phone)
  await enter(own, client.email, `/${studio.slug}`)
  await own.getByRole('button', { name: 'Toggle sidebar' }).click()
  const ownNav = own.getByRole('dialog').getByRole('link', { name: /^Messages/ })
  await expect(ownNav).toHaveText('Messages1 unread')
  await ownNav.click()
  await expect(own.getByText('The piano is tuned.')).toBeVisible()
  await expectNothingFoundByAxe(own)

  // After a lost answer the message is shown as not sent. A retry stores it once.
  const path = `**/api/v1/studios/*/clients/*/messages`
  await own.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await own.getByLabel(`Message to ${studio.name}`).fill('Great, I am bringing a friend.')
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByRole('alert').filter({ hasText: 'Not sent.' })).toBeVisible()
  await own.unroute(path)
  await own.getByRole('button', { name: 'Send again' }).click()
  await expect(own.getByRole('button', { name: 'Send again' })).toBeHidden()
  await expect(own.getByRole('log').getByText('Great, I am bringing a friend.')).toHaveCount(1)

  // The badge changes without a reload; the list shows the unread conversation, and opening it marks it as read.
  await expect(inNav).toHaveText('Messages1 unread')
  await inNav.click()
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /Cleo Client/ })
    .click()
  await expect(page.getByRole('log').getByText('Great, I am bringing a friend.')).toBeVisible()
  await expect(inNav).toHaveText('Messages')
  await expectNothingFoundByAxe(page)
  await page.getByLabel('Message to Cleo Client').fill('Perfect.')
  await page.keyboard.press('Control+Enter')
  await expect(own.getByRole('log').getByText('Perfect.')).toBeVisible()
})

test('both sides send files: a preview for pictures, a name and a size for others', async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const page = await aBrowser()
  await enter(page, admin.email, `/studio/messages?client=${client.id}`)
  const photo = { name: 'room.png', mimeType: 'image/png', buffer: Buffer.from(await aPhoto({ format: 'png' })) }
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Take one') })
  await page.locator('input[type=file]').setInputFiles([photo, text('plan.txt')])
  const attached = page.getByRole('list', { name: 'Attached files' })
  await expect(attached.getByRole('listitem')).toHaveCount(2)
  await expect(attached.getByRole('progressbar')).toHaveCount(0)
  await expectNothingFoundByAxe(page)
  // Uploaded files survive a reload.
  await page.reload()
  await expect(attached.getByRole('listitem')).toHaveText([/room\.png/, /plan\.txt 1 kB/])
  await page.getByLabel('Message to Cleo Client').fill('The room and the plan')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(attached).toBeHidden()
  await expect(page.getByRole('log').getByRole('img', { name: 'room.png' })).toBeVisible()

  const own = await aBrowser(phone)
  await enter(own, client.email, `/${studio.slug}/messages`)
  const log = own.getByRole('log')
  await expect(log.getByText('The room and the plan')).toBeVisible()
  const picture = log.getByRole('img', { name: 'room.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const download = own.waitForEvent('download')
  await log.getByRole('link', { name: 'plan.txt 1 kB' }).click()
  expect((await download).suggestedFilename()).toBe('plan.txt')
  await expectNothingFoundByAxe(own)

  // A dropped file alone is a message, which the studio sees at once.
  const dropped = await own.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Take two'], 'answer.txt', { type: 'text/plain' }))
    return transfer
  })
  await own.getByLabel(`Message to ${studio.name}`).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(own.getByRole('button', { name: 'Remove answer.txt' })).toBeVisible()
  await own.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log').getByRole('link', { name: 'answer.txt 1 kB' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('1 file')
})

test('a failed upload says why, and a retry stores one file', async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { client, studio } = fixture
  const own = await aBrowser(phone)
  await enter(own, client.email, `/${studio.slug}/messages`)
  const path = '**/api/v1/studios/*/clients/*/message-files'
  // The server has stored the file, and its answer is lost.
  await own.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const file = (name: string, content: string | Buffer) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  })
  await own
    .locator('input[type=file]')
    .setInputFiles([
      file('plan.txt', 'Take one'),
      file('page.txt', '<html><script>'),
      file('film.txt', Buffer.alloc(20 * 1024 * 1024 + 1, ' ')),
    ])
  const attached = own.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const [plan, page, film] = [/plan/, /page/, /film/].map((hasText) => attached.filter({ hasText }))
  await expect(plan?.getByRole('alert') ?? attached).toHaveText(/^Not uploaded\. We could not reach the server\./)
  await expect(film?.getByRole('alert') ?? attached).toHaveText('Not uploaded. File size must be less than 20MB.')
  await expect(film?.getByRole('button', { name: /again/ }) ?? attached).toHaveCount(0)
  await expect(page?.getByRole('alert') ?? attached).toHaveText(/^Not uploaded\. We could not reach the server\./)
  await own.unroute(path)
  await page?.getByRole('button', { name: 'Upload page.txt again' }).click()
  await expect(page?.getByRole('alert') ?? attached).toHaveText(/^Not uploaded\. You can send pictures/)
  await expect(page?.getByRole('button', { name: /again/ }) ?? attached).toHaveCount(0)
  await expectNothingFoundByAxe(own)
  // Nothing is sent while a file has an error.
  await own.getByRole('button', { name: 'Send', exact: true }).click({ force: true })
  await expect(own.getByText('Remove the files that were not uploaded, or upload them again.')).toBeVisible()
  await own.getByRole('button', { name: 'Remove page.txt' }).click()
  await own.getByRole('button', { name: 'Remove film.txt' }).click()
  await own.getByRole('button', { name: 'Upload plan.txt again' }).click()
  await expect(own.getByRole('alert')).toHaveCount(0)
  await own.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(own.getByRole('log').getByRole('link', { name: 'plan.txt 1 kB' })).toHaveCount(1)
  const { items } = (await client.get(`/studios/${studio.id}/clients/${client.id}/messages`)).body
  expect(items[0].files).toHaveLength(1)
})

test('crew see the conversations of their projects, on a phone too', async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const crew = await aCrewMember(server, fixture)
  const { body: project } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  const messages = `/studios/${studio.id}/clients/${client.id}/messages`
  await client.post(messages, { body: 'Only for the desk' })
  await client.post(messages, { body: 'Louder drums, please', project_id: project.id })
  const own = await aBrowser(phone)
  await enter(own, crew.email, '/auth/callback')
  const tab = own.getByRole('navigation', { name: 'Main places' }).getByRole('link', { name: /Messages/ })
  await tab.click()
  await expect(own.getByText('No messages yet')).toBeVisible()
  await expectNothingFoundByAxe(own)
  // With the first task they work on the project.
  await admin.post('/tasks', { title: 'Mix', project_id: project.id, assigned_to: crew.id })
  await own.reload()
  await expect(tab).toHaveText('1 unreadMessages')
  const list = own.getByRole('list', { name: 'Conversations' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link', { name: /Night Drive/ }).click()
  await expect(own.getByRole('log').getByText('Louder drums, please')).toBeVisible()
  await expect(tab).toHaveText('Messages')
  await own.getByLabel('Message to Cleo Client').fill('Will do')
  await own.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(own.getByRole('log').getByText('Will do')).toBeVisible()
  await expectNothingFoundByAxe(own)
  await own.getByRole('link', { name: 'Open the project' }).click()
  await expect(own).toHaveURL(new RegExp(`/staff/projects/${project.id}$`))
  await expect(own.getByRole('region', { name: 'Messages with Cleo Client' }).getByText('Will do')).toBeVisible()
})

test('a message can be written from a booking, in the conversation about its project', async ({ aBrowser, server }) => {
  const fixture = await aStudioByApi(server)
  const { admin, client, studio } = fixture
  const desk = await aDeskPerson(server, fixture)
  const { body: project } = await client.post('/projects', { title: 'Night Drive', project_type: 'music' })
  await aBooking(client, studio.id, today, { project_id: project.id })
  const own = await aBrowser(phone)
  await enter(own, client.email, `/${studio.slug}/bookings`)
  await own
    .getByRole('tabpanel')
    .getByRole('button', { name: /Recording Session/ })
    .click()
  await own.getByRole('link', { name: `Send a message to ${studio.name}` }).click()
  await expect(own.getByLabel('About')).toHaveValue(project.id)
  await own.getByLabel(`Message to ${studio.name}`).fill('Can we start later?')
  await own.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(own.getByRole('log').getByText('Can we start later?')).toBeVisible()

  for (const person of [admin, desk]) {
    const page = await aBrowser()
    await enter(page, person.email, '/studio/bookings?tab=list')
    await page
      .getByRole('button', { name: /Recording Session/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Send a message' }).click()
    await expect(page).toHaveURL(new RegExp(`client=${client.id}&project=${project.id}`))
    await expect(page.getByRole('log').getByText('Can we start later?')).toBeVisible()
    await page.getByLabel('Message to Cleo Client').fill(`Yes, ${person.full_name}`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(own.getByRole('log').getByText(`Yes, ${person.full_name}`)).toBeVisible()
  }
})
