import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { aPerson, type Person } from '@studiohub/testing/people.ts'
import routes from '../../web/src/routes.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type Looker, passages, screens, type Visit } from './screens-of-routes.ts'

type Entry = (typeof routes)[number]

/** The pattern of every screen of the route table: each route that has no routes below it. */
const patternsOf = (entries: readonly Entry[], above = ''): string[] =>
  entries.flatMap((entry) => {
    const pattern = [above, entry.path].filter(Boolean).join('/')
    return entry.children ? patternsOf(entry.children, pattern) : [pattern]
  })

const DEMO_PASSWORD = 'studiohub'
const demoPeople: Partial<Record<Looker, string>> = {
  super_admin: 'admin@studiohub.example',
  studio_admin: 'nora@northlight.example',
  staff: 'sam@northlight.example',
  client: 'cleo@example.com',
  client_of_light: 'mina@example.com',
  partner: 'theo@tapeworks.example',
  waiting: 'pia@example.com',
}

type Line = { role: string; name: string; level: number }

/** The accessibility tree of the page, a line an element, from the snapshot that Playwright writes of it. */
async function treeOf(page: Page): Promise<Line[]> {
  const snapshot = await page.locator('body').ariaSnapshot()
  return snapshot.split('\n').flatMap((line) => {
    const found = /^\s*- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)"| \/(.*?)\/)?(.*)$/.exec(line)
    if (!found?.[1] || found[1] === 'text') return []
    return [{ role: found[1], name: found[2] ?? found[3] ?? '', level: Number(/level=(\d)/.exec(found[4] ?? '')?.[1]) }]
  })
}

const namedRoles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'switch',
  'radio',
  'tab',
  'tablist',
]
const namedParts = [...namedRoles, 'dialog', 'img', 'grid', 'table', 'region', 'radiogroup', 'progressbar', 'meter']

/** What is wrong with a page for those who hear it: its headings, its landmarks, names that are missing. */
function faultsIn(tree: readonly Line[]): string[] {
  const of = (role: string) => tree.filter((line) => line.role === role)
  const faults: string[] = []
  if (of('main').length !== 1) faults.push(`${of('main').length} main landmarks`)
  if (of('banner').length > 1) faults.push('more than one banner')
  const navigations = of('navigation').map(({ name }) => name)
  if (navigations.length > 1 && new Set(navigations).size < navigations.length) faults.push('navigations alike in name')
  const levels = of('heading').map(({ level }) => level)
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings ${levels.join(' ')}: one of level 1`)
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1 && index > 0)
      faults.push(`headings ${levels.join(' ')}: a level is skipped`)
  })
  for (const { role, name } of tree) if (namedParts.includes(role) && name === '') faults.push(`a ${role} has no name`)
  return faults
}

async function look(page: Page, { as, at, heading }: Visit) {
  await page.goto(at)
  const title = page.getByRole('heading', { level: 1, name: heading })
  await expect(title, at).toBeVisible()
  // Whatever still loads says so in a sentence of its own.
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /\.\.\.$/ }),
    at,
  ).toHaveCount(0)
  const tree = await treeOf(page)
  expect(faultsIn(tree), at).toEqual([])
  const roles = tree.map(({ role }) => role)
  const isApp =
    as !== 'visitor' && !at.startsWith('/auth/') && !/^(Access|Oops)/.test((await title.textContent()) ?? '')
  if (isApp) expect(roles, at).toEqual(expect.arrayContaining(['banner', 'navigation', 'main']))
  // Where toasts and the notice of a lost connection are read out; it must be there before they are.
  if (as !== 'visitor') expect(await page.getByRole('status').count(), `${at} has a live region`).toBeGreaterThan(0)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    at,
  ).toEqual([])
}

test('every screen of the route table is listed here, and nothing else', () => {
  const patterns = [...new Set(patternsOf(routes))].filter((pattern) => !passages.includes(pattern))
  expect(Object.keys(screens).toSorted()).toEqual(patterns.toSorted())
})

const visits = Object.values(screens).flat()
const lookers = [...new Set(visits.map(({ as }) => as))]

for (const looker of lookers) {
  test(`headings, landmarks, names and live regions are right for: ${looker}`, async ({ aBrowser, server }) => {
    test.slow()
    const page = await aBrowser()
    if (looker !== 'visitor') await enter(page, looker, await aPerson(server))
    for (const visit of visits.filter(({ as }) => as === looker)) await look(page, visit)
  })
}

async function enter(page: Page, looker: Looker, withoutRole: Person) {
  await page.goto('/auth/login')
  const email = demoPeople[looker]
  await (email ? signIn(page, email, DEMO_PASSWORD) : signIn(page, withoutRole.email))
  await page.waitForURL((url) => !/\/auth\/(login|callback)/.test(url.pathname))
}
