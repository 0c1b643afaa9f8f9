import type { Page } from '@playwright/test'
import { aPerson } from '@studiohub/testing/people.ts'
import routes from '../../web/src/routes.ts'
import { expectAccessibleScreen } from './accessible-screen.ts'
import { expectNoAxeViolations, phoneSize } from './axe.ts'
import { isOfDemo, signInToDemo } from './demo.ts'
import { expect, signInAt, test } from './fixtures.ts'
import { homePaths, redirectPaths, type ScreenVisit, screens } from './screens-of-routes.ts'
import { textsOfScreen } from './words-of-screens.ts'

type Entry = (typeof routes)[number]

/** The patterns of all screens in the route table, which are the routes without child routes. */
const patternsOf = (entries: readonly Entry[], parentPattern = ''): string[] =>
  entries.flatMap((entry) => {
    const pattern = [parentPattern, entry.path].filter(Boolean).join('/')
    return entry.children ? patternsOf(entry.children, pattern) : [pattern]
  })

/** The address of a visit. A project's title in braces is replaced by its link in the list. */
async function addressOf(page: Page, at: string): Promise<string> {
  const [, list, title] = /^(.*)\/\{(.*)\}$/.exec(at) ?? []
  if (!list || !title) return at
  await page.goto(list)
  return (await page.getByRole('link', { name: title }).getAttribute('href')) ?? at
}

async function checkScreen(page: Page, { as, at, heading }: ScreenVisit) {
  const expectedTexts = textsOfScreen(as, at, 'full', 'northlight')
  const tree = await expectAccessibleScreen(page, await addressOf(page, at), { heading, says: expectedTexts })
  const roles = tree.map(({ role }) => role)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  // Pages for invitations, sign-in and onboarding belong to no area.
  const hasAreas = as !== 'visitor' && !/^\/(auth\/|invitations)/.test(at) && !/^(Access|Oops)/.test(title ?? '')
  if (hasAreas) expect(roles, at).toEqual(expect.arrayContaining(['banner', 'navigation', 'main']))
  // The live region for toasts and lost connections; it must exist before them.
  if (as !== 'visitor') expect(await page.getByRole('status').count(), `${at} has a live region`).toBeGreaterThan(0)
}

/** Checks the drawer that replaces the sidebar on a phone. */
async function checkDrawer(page: Page, home: string) {
  await page.setViewportSize(phoneSize)
  await page.goto(home)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible()
  await expectNoAxeViolations(page, `the drawer at ${home}`)
}

/** Checks the first project in the list. Its address is not known in advance, so it is not in the table. */
async function checkProject(page: Page) {
  await page.getByRole('dialog').getByRole('link', { name: 'Projects', exact: true }).click()
  const project = page.getByRole('article').getByRole('link').first()
  const title = (await project.textContent()) ?? ''
  await expectAccessibleScreen(page, (await project.getAttribute('href')) ?? '', { heading: title })
}

test('every screen of the route table is listed here, and no other', () => {
  const patterns = [...new Set(patternsOf(routes))].filter((pattern) => !redirectPaths.includes(pattern))
  expect(Object.keys(screens).toSorted()).toEqual(patterns.toSorted())
})

const visits = Object.values(screens).flat()
const roles = [...new Set(visits.map(({ as }) => as))]

for (const role of roles) {
  test(`headings, landmarks, names, live regions and texts are correct for: ${role}`, async ({ aBrowser, server }) => {
    test.slow()
    const page = await aBrowser()
    if (isOfDemo(role)) await signInToDemo(page, role)
    else if (role !== 'visitor') await signInAt(page, (await aPerson(server)).email, '/profile')
    for (const visit of visits.filter(({ as }) => as === role)) await checkScreen(page, visit)
    const home = homePaths[role]
    if (home) await checkDrawer(page, home)
    if (home && role !== 'super_admin' && role !== 'partner') await checkProject(page)
  })
}
