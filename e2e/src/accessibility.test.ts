import type { Page } from '@playwright/test'
import { aPerson } from '@studiohub/testing/people.ts'
import routes from '../../web/src/routes.ts'
import { expectNothingFoundByAxe, narrow } from './axe.ts'
import { enterDemo, isOfDemo } from './demo.ts'
import { enter, expect, test } from './fixtures.ts'
import { homes, passages, screens, type Visit } from './screens-of-routes.ts'
import { expectSoundScreen } from './sound-screen.ts'
import { wordsAt } from './words-of-screens.ts'

type Entry = (typeof routes)[number]

/** The pattern of every screen of the route table: each route without child routes. */
const patternsOf = (entries: readonly Entry[], above = ''): string[] =>
  entries.flatMap((entry) => {
    const pattern = [above, entry.path].filter(Boolean).join('/')
    return entry.children ? patternsOf(entry.children, pattern) : [pattern]
  })

/** The address of a visit. A project's title in braces is replaced by its link in the list. */
async function addressOf(page: Page, at: string): Promise<string> {
  const [, list, title] = /^(.*)\/\{(.*)\}$/.exec(at) ?? []
  if (!list || !title) return at
  await page.goto(list)
  return (await page.getByRole('link', { name: title }).getAttribute('href')) ?? at
}

async function look(page: Page, { as, at, heading }: Visit) {
  const says = wordsAt(as, at, 'full', 'northlight')
  const tree = await expectSoundScreen(page, await addressOf(page, at), { heading, says })
  const roles = tree.map(({ role }) => role)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  // Invitations may be answered before there is any area, like sign-in and onboarding.
  const hasAreas = as !== 'visitor' && !/^\/(auth\/|invitations)/.test(at) && !/^(Access|Oops)/.test(title ?? '')
  if (hasAreas) expect(roles, at).toEqual(expect.arrayContaining(['banner', 'navigation', 'main']))
  // The live region for toasts and lost connections; it must exist before them.
  if (as !== 'visitor') expect(await page.getByRole('status').count(), `${at} has a live region`).toBeGreaterThan(0)
}

/** The drawer that the sidebar is on a phone. */
async function lookAtDrawer(page: Page, home: string) {
  await page.setViewportSize(narrow)
  await page.goto(home)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible()
  await expectNothingFoundByAxe(page, `the drawer at ${home}`)
}

/** The first project, whose address the table cannot name. */
async function lookAtProject(page: Page) {
  await page.getByRole('dialog').getByRole('link', { name: 'Projects', exact: true }).click()
  const project = page.getByRole('article').getByRole('link').first()
  const title = (await project.textContent()) ?? ''
  await expectSoundScreen(page, (await project.getAttribute('href')) ?? '', { heading: title })
}

test('every screen of the route table is listed here, and no other', () => {
  const patterns = [...new Set(patternsOf(routes))].filter((pattern) => !passages.includes(pattern))
  expect(Object.keys(screens).toSorted()).toEqual(patterns.toSorted())
})

const visits = Object.values(screens).flat()
const lookers = [...new Set(visits.map(({ as }) => as))]

for (const looker of lookers) {
  test(`headings, landmarks, names, live regions and texts are correct for: ${looker}`, async ({
    aBrowser,
    server,
  }) => {
    test.slow()
    const page = await aBrowser()
    if (isOfDemo(looker)) await enterDemo(page, looker)
    else if (looker !== 'visitor') await enter(page, (await aPerson(server)).email, '/profile')
    for (const visit of visits.filter(({ as }) => as === looker)) await look(page, visit)
    const home = homes[looker]
    if (home) await lookAtDrawer(page, home)
    if (home && looker !== 'super_admin' && looker !== 'partner') await lookAtProject(page)
  })
}
