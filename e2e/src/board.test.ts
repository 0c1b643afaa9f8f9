import type { Locator, Page } from '@playwright/test'
import { aCrewMember, type TestUser } from '@studiohub/testing/people.ts'
import { expectNoAxeViolations } from './axe.ts'
import { aStudioByApi, delayRequests, expect, failRequests, signInAt, test, toast, variant } from './fixtures.ts'
import { measureLayoutShift } from './shift.ts'

const column = (page: Page, name: string) => page.getByRole('list', { name: `Cards in ${name}` })
const card = (within: Page | Locator, title: string) => within.getByRole('button', { name: title, exact: true })

async function aProject(person: TestUser, title: string, cards: readonly string[]) {
  const project = (await person.post('/projects', { title, project_type: 'music' })).body
  for (const card of cards) await person.post('/cards', { project_id: project.id, title: card })
  return project
}

test('a project is started, moved through its phases and found; an unknown one shows Not Found', async ({
  aBrowser,
  server,
}) => {
  const { client, studio } = await aStudioByApi(server)
  const page = await aBrowser()
  await signInAt(page, client.email, `/${studio.slug}/projects`)
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('button', { name: 'New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Project' })
  // The error that appears when the field loses the focus must not move the button away from the pointer.
  await dialog.getByLabel('Title').fill('  ')
  await dialog.getByRole('button', { name: 'Create Project' }).hover()
  await page.mouse.down()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await page.mouse.up()
  await expect(dialog.getByText('Project type is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('Night Drive')
  await dialog.getByLabel('Project type').selectOption('music')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(toast(page, 'Project created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Night Drive', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Previous Phase' }).click()
  await expect(toast(page, 'Project is already in the first phase')).toBeVisible()
  await page.getByRole('button', { name: 'Next Phase' }).click()
  await expect(toast(page, 'Moved to Production')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upcoming Sessions' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Activity' }).getByText('Moved to Production')).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('active')
  await page.getByRole('button', { name: 'Previous Phase' }).click()
  await expect(toast(page, 'Moved back to Pre-Production')).toBeVisible()
  const [project] = (await client.get('/projects')).body.items
  for (const _ of [1, 2, 3, 4]) await client.post(`/projects/${project.id}/phase`, { direction: 'next' })
  const currentPhase = page.getByRole('list', { name: 'Phases of the project' }).locator('[aria-current=step]')
  await expect(currentPhase).toHaveText('Analytics')
  await page.getByRole('button', { name: 'Next Phase' }).click()
  await expect(toast(page, 'Project is already in the final phase')).toBeVisible()
  await page.getByRole('link', { name: 'All projects' }).click()
  // The filter by status is in the address.
  const status = page.getByRole('group', { name: 'Status' })
  await status.getByRole('button', { name: 'Completed' }).click()
  await expect(page).toHaveURL(/status=completed$/)
  await expect(page.getByText('There is no project with the status Completed.')).toBeVisible()
  await status.getByRole('button', { name: 'Active' }).click()
  await expect(page.getByRole('link', { name: 'Night Drive' })).toBeVisible()
  await page.getByLabel('Search projects').fill('nothing like this')
  await expect(page.getByText('No project found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all projects' }).click()
  await expect(page.getByRole('link', { name: 'Night Drive' })).toBeVisible()

  await page.goto(`/${studio.slug}/projects/${studio.id}`)
  await expect(page.getByText('Project not found')).toBeVisible()
  // The previous result is shown until the next one is loaded.
  const release = await delayRequests(page, 'GET', /\/api\/v1\/projects\/[^/]+$/)
  const request = page.waitForRequest(/\/api\/v1\/projects\/[^/]+$/)
  await client.post(`/projects/${project.id}/phase`, { direction: 'previous' })
  await request
  await expect(page.getByText('Project not found')).toBeVisible()
  release()
  await page.getByRole('link', { name: 'Back to projects' }).click()
  await expect(page).toHaveURL(new RegExp(`/${studio.slug}/projects$`))
})

test(
  'a list loads more; if others change it at the same time, both results are shown',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    const project = await aProject(client, 'Night Drive', [])
    const go = (direction: 'next' | 'previous') => client.post(`/projects/${project.id}/phase`, { direction })
    for (let step = 0; step < 11; step += 1) for (const direction of ['next', 'previous'] as const) await go(direction)
    const page = await aBrowser()
    await signInAt(page, client.email, `/${studio.slug}/projects/${project.id}`)
    const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
    const more = page.getByRole('button', { name: 'Show more' })
    const showAll = page.getByRole('button', { name: 'Show all' })
    await expect(activity).toHaveCount(5)
    await showAll.click()
    await expect(activity).toHaveCount(20)

    const stopFailing = await failRequests(page, 'GET', /\/activity\?.*cursor/)
    await more.click()
    await expect(toast(page, 'Failed to load more')).toContainText('Something went wrong on our side.')
    await stopFailing()

    // Reading the list again does not cancel a page that is loading.
    const releasePage = await delayRequests(page, 'GET', /\/activity\?.*cursor/)
    await more.click()
    await go('next')
    await expect(page.getByRole('list', { name: 'Phases of the project' }).locator('[aria-current=step]')).toHaveText(
      'Production',
    )
    releasePage()
    await expect(activity).toHaveCount(24)
    await expect(activity.last()).toContainText('Project started')
    await expect(more).toBeHidden()

    // The person's own changes do not cancel it either.
    await page.reload()
    await showAll.click()
    await expect(activity).toHaveCount(20)
    const releasePageAgain = await delayRequests(page, 'GET', /\/activity\?.*cursor/)
    await more.click()
    await page.getByRole('button', { name: 'Next Phase' }).click()
    await expect(toast(page, 'Moved to Post-Production')).toBeVisible()
    releasePageAgain()
    await expect(activity).toHaveCount(25)

    // Loading the next page cancels a running read of the list, which is repeated afterwards.
    await page.reload()
    await showAll.click()
    await expect(activity).toHaveCount(20)
    const releaseList = await delayRequests(page, 'GET', /\/activity\?(?!.*cursor)/)
    const isReadAgain = page.waitForRequest(/\/activity\?(?!.*cursor)/)
    await go('next')
    await isReadAgain
    await more.click()
    await expect(activity).toHaveCount(25)
    releaseList()
    await expect(activity).toHaveCount(26)
    await expect(activity.first()).toContainText('Moved to Distribution')
  },
)

test(
  'an empty board shows its example once, even in two tabs, and never again after it was cleared',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, client.email, '/robots.txt')
    const tabs = [page, await page.context().newPage()]
    await Promise.all(tabs.map((tab) => tab.goto(`/${studio.slug}/board`)))
    for (const tab of tabs) await expect(card(tab, 'Record the interview')).toHaveCount(1)
    expect((await client.get('/cards')).body.items).toHaveLength(5)
    await page.getByRole('button', { name: 'Remove the example' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the example' })
    await expect(question).toContainText('"Record the interview"')
    await question.getByRole('button', { name: 'Delete example cards' }).click()
    // An open dialog hides the board from `getByRole`, and a reload would abort the call.
    await expect(question).toBeHidden()
    await expect(card(page, 'Record the interview')).toBeHidden()
    await page.reload()
    await expect(column(page, 'Production').getByText('No cards')).toBeVisible()
    expect((await client.get('/cards')).body.items).toEqual([])
  },
)

test('cards move by keyboard, by menu and by touch, and the studio sees it at once', async ({
  aBrowser,
  server,
  browser,
}) => {
  const { client, admin, studio } = await aStudioByApi(server)
  await aProject(client, 'Night Drive', ['Write verse', 'Record vocals'])
  const [page, desk] = [await aBrowser(), await aBrowser()]
  await signInAt(page, client.email, `/${studio.slug}/board`)
  await signInAt(desk, admin.email, '/studio/board')
  await expect(card(column(desk, 'Pre-Production'), 'Record vocals')).toBeVisible()
  await expectNoAxeViolations(page)

  const handle = page.getByRole('button', { name: 'Move Record vocals', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  const speech = page.getByText(/^(Picked up|Over|Not over|Dropped)/)
  await expect(speech).toContainText('Picked up Record vocals')
  for (let step = 0; step < 40 && !(await speech.textContent())?.includes('Over Production'); step += 1)
    await page.keyboard.press('ArrowRight')
  await expect(speech).toContainText('Over Production')
  await page.keyboard.press('Space')
  await expect(toast(page, 'Card moved')).toContainText('Moved to Production')
  await expect(card(column(page, 'Production'), 'Record vocals')).toBeVisible()
  await expect(handle).toBeFocused()
  await expect(card(column(desk, 'Production'), 'Record vocals')).toBeVisible()

  await desk.getByLabel('Move Record vocals to...').selectOption('distribution')
  await expect(card(column(page, 'Distribution'), 'Record vocals')).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const touch = await phone.newPage()
  await signInAt(touch, client.email, `/${studio.slug}/board`)
  await expect(card(touch, 'Write verse')).toBeVisible()
  // A long press without a drag opens the menu.
  await pressByFinger(touch, 'Write verse')
  const menu = touch.getByLabel('Move Write verse to...')
  await expect(menu).toBeFocused()
  expect(await menu.evaluate((select) => select.matches(':open'))).toBe(true)
  await expect(touch.locator('[data-held]')).toHaveCount(0)
  await menu.selectOption('analytics')
  await expect(card(column(page, 'Analytics'), 'Write verse')).toBeVisible()
  await menu.selectOption('pre_production')
  await expect(card(column(page, 'Pre-Production'), 'Write verse')).toBeVisible()
  await dragByFinger(touch, 'Write verse')
  await expect(card(column(touch, 'Production'), 'Write verse')).toBeAttached()
  await expect(card(column(page, 'Production'), 'Write verse')).toBeVisible()

  // A swipe that begins on a card scrolls and opens nothing. It comes last, because the board goes on scrolling after it.
  await desk.getByLabel('Move Write verse to...').selectOption('pre_production')
  await touch.reload()
  await expect(card(column(touch, 'Pre-Production'), 'Write verse')).toBeVisible()
  await swipe(touch, 'Write verse')
  await expect.poll(() => touch.getByLabel('Phases').evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  await expect(touch.getByRole('dialog')).toHaveCount(0)
  await phone.close()
})

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd'

/** Where a card is, and a function that sends real touch events. */
async function touchCard(page: Page, title: string) {
  const box = await page.locator(`[data-title="${title}"]`).boundingBox()
  if (!box) throw new Error('the card is not there')
  const devtools = await page.context().newCDPSession(page)
  const send = (type: TouchType, touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return { at: { x: box.x + box.width / 2, y: box.y + box.height - 12 }, send }
}

/** Presses a card until it is picked up, and lets it go in the same place. */
async function pressByFinger(page: Page, title: string) {
  const { at, send } = await touchCard(page, title)
  await send('touchStart', [at])
  await expect(page.locator('[data-held]')).toHaveCount(1)
  await send('touchMove', [{ x: at.x + 3, y: at.y + 2 }])
  await send('touchEnd', [])
}

async function swipe(page: Page, title: string) {
  const { at, send } = await touchCard(page, title)
  const moveBy = (way: number) => send('touchMove', [{ x: at.x - way, y: at.y }])
  // Together, because on a busy machine the answer of the first may take longer than a long press.
  await Promise.all([send('touchStart', [at]), moveBy(20)])
  for (const way of [60, 100, 140, 180]) await moveBy(way)
  await send('touchEnd', [])
}

/**
 * Holds a card until it is picked up, drags it to the edge, where the board scrolls, and drops it in Production in the middle of
 * the screen. A busy machine may scroll too far before the finger leaves the edge; then the finger goes to the other edge.
 */
async function dragByFinger(page: Page, title: string) {
  const { at, send } = await touchCard(page, title)
  await send('touchStart', [at])
  await expect(page.locator('[data-held]')).toHaveCount(1)
  const next = page.locator('[data-column="production"]')
  const moveTo = (x: number) => send('touchMove', [{ x, y: at.y }])
  await expect(async () => {
    const { x } = (await next.boundingBox()) ?? { x: 0 }
    await moveTo(x > 0 ? 384 : 6)
    const isInMiddle = () => {
      const left = document.querySelector('[data-column="production"]')?.getBoundingClientRect().left ?? 390
      return left > -60 && left < 140
    }
    await page.waitForFunction(isInMiddle, undefined, { polling: 'raf', timeout: 5_000 })
    await moveTo(195)
    await expect(next).toHaveAttribute('data-drop', '', { timeout: 1_000 })
  }).toPass()
  await send('touchEnd', [])
}

test('a dragged card stays under the pointer, the columns keep their width, and a gap shows where it will go', async ({
  aBrowser,
  server,
}) => {
  const { client, studio } = await aStudioByApi(server)
  await aProject(client, 'Night Drive', ['Write verse', 'Find a drummer'])
  const page = await aBrowser({ width: 1440, height: 900 })
  await signInAt(page, client.email, `/${studio.slug}/board`)
  await expect(card(page, 'Write verse')).toBeVisible()
  const columns = page.locator('[data-column]')
  const widths = async () =>
    Promise.all((await columns.all()).map(async (element) => (await element.boundingBox())?.width))
  const before = await widths()
  const tile = (title: string) => page.locator(`[data-column] [data-title="${title}"]`)
  const [draggedBox, targetBox] = [await tile('Find a drummer').boundingBox(), await tile('Write verse').boundingBox()]
  if (!draggedBox || !targetBox) throw new Error('no cards')
  await page.mouse.move(draggedBox.x + 40, draggedBox.y + 8)
  await page.mouse.down()
  await page.mouse.move(targetBox.x + 60, targetBox.y + 4, { steps: 6 })
  const ghost = await page.locator('.board-ghost').boundingBox()
  expect(Math.abs((ghost?.x ?? 0) - (targetBox.x + 20))).toBeLessThan(12)
  expect(Math.abs((ghost?.y ?? 0) - (targetBox.y - 4))).toBeLessThan(12)
  expect(await widths()).toEqual(before)
  const pushedBox = await tile('Write verse').boundingBox()
  expect((pushedBox?.y ?? 0) - targetBox.y).toBeGreaterThanOrEqual(draggedBox.height)
  const moveResponse = page.waitForResponse((response) => response.url().includes('/move'))
  await page.mouse.up()
  expect((await moveResponse).status()).toBe(200)
  await expect(column(page, 'Pre-Production').locator('[data-open]')).toHaveText(['Find a drummer', 'Write verse'])

  // Arrow keys move the focus between cards, and M opens the menu of the focused card.
  await card(page, 'Find a drummer').focus()
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Write verse')).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.getByLabel('Move Write verse to...')).toBeFocused()
})

test(
  'on a phone nothing moves under the thumb when a card opens, even if the response is slow',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    await aProject(client, 'Night Drive', ['Write verse'])
    const page = await aBrowser({ width: 390, height: 844 })
    const shiftSum = await measureLayoutShift(page)
    await signInAt(page, client.email, `/${studio.slug}/board`)
    await expect(card(page, 'Write verse')).toBeVisible()
    const release = await delayRequests(page, 'GET', /\/cards\/[^/]+$/)
    await card(page, 'Write verse').click()
    const sheet = page.getByRole('dialog', { name: 'Write verse' })
    await expect(sheet.getByText('Night Drive')).toBeVisible()
    const before = await shiftSum()
    release()
    await expect(sheet.getByLabel('Title')).toHaveValue('Write verse')
    expect((await shiftSum()) - before).toBeLessThan(0.02)
  },
)

test(
  'on a phone a strip of counts opens each column, and the only floating button covers no card',
  variant,
  async ({ aBrowser, server }) => {
    const { admin, client } = await aStudioByApi(server)
    const titles = Array.from({ length: 12 }, (_, index) => `Card ${index + 1}`)
    await aProject(client, 'Night Drive', titles)
    const page = await aBrowser({ width: 390, height: 844 })
    await signInAt(page, admin.email, '/studio/board')
    const strip = page.getByRole('navigation', { name: 'Columns' })
    const first = strip.getByRole('button', { name: 'Pre-Production, 12 cards' })
    await expect(first).toHaveAttribute('aria-current', 'true')
    const fixedNames = await page.locator('main button:visible').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        for (let element: Element | null = button; element; element = element.parentElement)
          if (getComputedStyle(element).position === 'fixed') return [button.textContent]
        return []
      }),
    )
    expect(fixedNames).toEqual(['Chat with Stu'])

    // The last card can be scrolled above the floating button.
    await column(page, 'Pre-Production').evaluate((list) => (list.scrollTop = list.scrollHeight))
    const last = await page.locator('[data-title="Card 12"]').boundingBox()
    const chat = await page.getByRole('button', { name: 'Chat with Stu' }).boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(chat?.y ?? 0)

    await strip.getByRole('button', { name: 'Distribution, 0 cards' }).click()
    await expect(page.getByRole('list', { name: 'Cards in Distribution' })).toBeInViewport()
    await expect(strip.getByRole('button', { name: 'Distribution, 0 cards' })).toHaveAttribute('aria-current', 'true')
    await expect(first).not.toHaveAttribute('aria-current')
    await expectNoAxeViolations(page)
  },
)

test('a card is created, discussed, given a file and deleted', async ({ aBrowser, server }) => {
  const { client, admin, studio } = await aStudioByApi(server)
  await aProject(client, 'Night Drive', ['Write verse'])
  const page = await aBrowser()
  await signInAt(page, client.email, `/${studio.slug}/board`)
  await page.getByRole('button', { name: 'Create Card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Card' })
  await dialog.getByRole('button', { name: 'Create Card' }).click()
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible()
  await dialog.getByLabel('Title').fill('Mix it')
  await dialog.getByRole('button', { name: 'Create Card' }).click()
  await expect(toast(page, 'Card created')).toBeVisible()
  await card(page, 'Mix it').click()
  const sheet = page.getByRole('dialog', { name: 'Mix it' })
  await sheet.getByLabel('Status').selectOption('in_review')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Card updated')).toBeVisible()
  await sheet.getByLabel('File', { exact: true }).setInputFiles({
    name: 'take.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Take two was better.'),
  })
  await expect(sheet.getByRole('link', { name: 'take.txt' })).toBeVisible()
  await sheet.getByLabel('Mention a person').selectOption({ label: 'Ada Owner' })
  await sheet.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(sheet.getByRole('list', { name: 'Comments' }).getByText('@Ada Owner')).toBeVisible()
  expect((await admin.get('/notices')).body.items[0]).toMatchObject({ kind: 'mention' })
  await expect(sheet.getByRole('list', { name: 'History' }).getByText('Pre-Production')).toBeVisible()
  await sheet.getByRole('button', { name: 'More actions for Mix it' }).click()
  await page.getByRole('menuitem', { name: 'Delete Card' }).click()
  await page.getByRole('dialog', { name: 'Delete Card' }).getByRole('button', { name: 'Delete Card' }).click()
  await expect(toast(page, 'Card deleted')).toBeVisible()
  await expect(card(page, 'Mix it')).toBeHidden()
  await expect(card(page, 'Write verse')).toBeVisible()
})

test(
  'any of more than a hundred projects is found by its title, in the filter and in the form',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    await aProject(client, 'First of all', ['The oldest card'])
    for (let at = 0; at < 101; at += 1)
      await client.post('/projects', { title: `Episode ${at}`, project_type: 'podcast' })
    const page = await aBrowser()
    await signInAt(page, client.email, `/${studio.slug}/board`)
    await expect(card(page, 'The oldest card')).toBeVisible()
    const filter = page.getByRole('combobox', { name: 'Project' })
    await expect(filter).toHaveValue('All Projects')
    await filter.fill('episode 7')
    await page.getByRole('option', { name: 'Episode 77' }).click()
    await expect(card(page, 'The oldest card')).toBeHidden()
    await filter.fill('first of')
    await page.getByRole('option', { name: 'First of all' }).click()
    await expect(card(page, 'The oldest card')).toBeVisible()
    await page.reload()
    await expect(filter).toHaveValue('First of all')
    await page.getByRole('button', { name: 'Create Card' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Card' })
    await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveValue('First of all')
    await dialog.getByLabel('Title').fill('The newest card')
    await dialog.getByRole('button', { name: 'Create Card' }).click()
    await expect(card(page, 'The newest card')).toBeVisible()
  },
)

test(
  'every failed load or save shows its own message, and the board returns to the stored state',
  variant,
  async ({ aBrowser, server }) => {
    const { client, studio } = await aStudioByApi(server)
    const page = await aBrowser()
    // The list is read again when the stream opens, so do not click elements that can disappear then.
    const boardIsBack = await failRequests(page, 'GET', /\/api\/v1\/cards$/)
    await signInAt(page, client.email, `/${studio.slug}/board`)
    await expect(page.getByRole('alert').filter({ hasText: 'Error loading board' })).toBeVisible()
    await expect(toast(page, 'Failed to load board data')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    const sampleIsBack = await failRequests(page, 'POST', /\/board\/sample$/)
    await boardIsBack()
    await page.reload()
    await expect(toast(page, 'Failed to create sample data')).toBeVisible()
    await sampleIsBack()
    const project = await aProject(client, 'Night Drive', ['Write verse'])
    await expect(card(column(page, 'Pre-Production'), 'Write verse')).toBeVisible()

    await failRequests(page, 'POST', /\/cards\/[^/]+\/move$/)
    await page.getByLabel('Move Write verse to...').selectOption('analytics')
    await expect(toast(page, 'Failed to move card')).toBeVisible()
    await expect(card(column(page, 'Pre-Production'), 'Write verse')).toBeVisible()

    await failRequests(page, 'PATCH', /\/cards\/[^/]+$/)
    await failRequests(page, 'DELETE', /\/cards\/[^/]+$/)
    await card(page, 'Write verse').click()
    const sheet = page.getByRole('dialog', { name: 'Write verse' })
    await sheet.getByLabel('Description').fill('Four lines')
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Failed to update card')).toBeVisible()
    await expect(sheet.getByLabel('Description')).toHaveValue('Four lines')
    await sheet.getByRole('button', { name: 'More actions for Write verse' }).click()
    await page.getByRole('menuitem', { name: 'Delete Card' }).click()
    await page.getByRole('dialog', { name: 'Delete Card' }).getByRole('button', { name: 'Delete Card' }).click()
    await expect(toast(page, 'Failed to delete card')).toBeVisible()
    await sheet.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(card(page, 'Write verse')).toBeVisible()

    await failRequests(page, 'POST', /\/api\/v1\/(cards|projects)$/)
    await page.getByRole('button', { name: 'Create Card' }).click()
    const create = page.getByRole('dialog', { name: 'Create Card' })
    await create.getByLabel('Title').fill('Mix it')
    await create.getByRole('button', { name: 'Create Card' }).click()
    await expect(toast(page, 'Failed to create card')).toBeVisible()
    await expect(create.getByLabel('Title')).toHaveValue('Mix it')
    await create.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'New Project' }).click()
    const start = page.getByRole('dialog', { name: 'New Project' })
    await start.getByLabel('Title').fill('Second single')
    await start.getByLabel('Project type').selectOption('music')
    await start.getByRole('button', { name: 'Create Project' }).click()
    await expect(toast(page, 'Failed to create project')).toBeVisible()

    await failRequests(page, 'POST', /\/projects\/[^/]+\/phase$/)
    await page.goto(`/${studio.slug}/projects/${project.id}`)
    await page.getByRole('button', { name: 'Next Phase' }).click()
    await expect(toast(page, 'Failed to update phase')).toBeVisible()
    await failRequests(page, 'GET', /\/api\/v1\/projects\/[^/]+$/)
    await page.reload()
    await expect(toast(page, 'Failed to load project')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${studio.slug}/projects$`))
    await failRequests(page, 'GET', /\/api\/v1\/projects\?/)
    await page.reload()
    await expect(toast(page, 'Failed to load projects')).toBeVisible()
  },
)

/** Loses the response to the first POST. */
async function loseFirstResponse(page: Page, path: RegExp) {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
}

test(
  'a retry after a lost response creates one project, one card and one check-in',
  variant,
  async ({ aBrowser, server }) => {
    const { client, admin, studio } = await aStudioByApi(server)
    const page = await aBrowser()
    // Pages over plain HTTP have no randomUUID.
    await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
    await signInAt(page, client.email, `/${studio.slug}/projects`)
    await loseFirstResponse(page, /\/api\/v1\/projects$/)
    await page.getByRole('button', { name: 'New Project' }).click()
    const start = page.getByRole('dialog', { name: 'New Project' })
    await start.getByLabel('Title').fill('Night Drive')
    await start.getByLabel('Project type').selectOption('music')
    await start.getByRole('button', { name: 'Create Project' }).click()
    await expect(toast(page, 'Failed to create project')).toBeVisible()
    await start.getByRole('button', { name: 'Create Project' }).click()
    await expect(start).toBeHidden()
    expect((await client.get('/projects')).body.items).toHaveLength(1)

    await loseFirstResponse(page, /\/api\/v1\/cards$/)
    await page.goto(`/${studio.slug}/board`)
    await page.getByRole('button', { name: 'Create Card' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Card' })
    await dialog.getByLabel('Title').fill('Mix it')
    await dialog.getByRole('button', { name: 'Create Card' }).click()
    await expect(toast(page, 'Failed to create card')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Card' }).click()
    await expect(dialog).toBeHidden()
    const titles = (await client.get('/cards')).body.items.map(({ title }: { title: string }) => title)
    expect(titles.filter((title: string) => title === 'Mix it')).toHaveLength(1)

    const crew = await aCrewMember(server, { admin, studio })
    const desk = await aBrowser()
    await signInAt(desk, crew.email, '/staff/checkins')
    await loseFirstResponse(desk, /\/checkins$/)
    await desk.getByRole('button', { name: 'Check In Client' }).click()
    const checkinDialog = desk.getByRole('dialog', { name: 'Check In Client' })
    await checkinDialog.getByRole('combobox', { name: 'Client' }).fill('Cleo')
    await checkinDialog.getByRole('option', { name: 'Cleo Client' }).click()
    await checkinDialog.getByRole('button', { name: 'Check In' }).click()
    await expect(desk.locator('[data-sonner-toast][data-type=error]').first()).toBeVisible()
    await checkinDialog.getByRole('button', { name: 'Check In' }).click()
    await expect(checkinDialog).toBeHidden()
    await expect(desk.getByRole('button', { name: 'Check out Cleo Client' })).toHaveCount(1)
  },
)
