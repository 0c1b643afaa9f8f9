import { expect, type Locator, type Page } from '@playwright/test'
import { desktopSize, expectNoAxeViolations, expectNoSidewaysScroll, phoneSize } from './axe.ts'

type Line = { role: string; name: string; level: number }

/** The accessibility tree of the page, one line per element, from Playwright's snapshot. */
async function readTree(page: Page): Promise<Line[]> {
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

/** Finds problems of a page for people with a screen reader: headings, landmarks and missing names. */
function findProblems(tree: readonly Line[]): string[] {
  const withRole = (role: string) => tree.filter((line) => line.role === role)
  const problems: string[] = []
  if (withRole('main').length !== 1) problems.push(`${withRole('main').length} main landmarks`)
  if (withRole('banner').length > 1) problems.push('more than one banner')
  const navigations = withRole('navigation').map(({ name }) => name)
  if (navigations.length > 1 && new Set(navigations).size < navigations.length)
    problems.push('navigations alike in name')
  const levels = withRole('heading').map(({ level }) => level)
  if (levels.filter((level) => level === 1).length !== 1) problems.push(`headings ${levels.join(' ')}: one of level 1`)
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1 && index > 0)
      problems.push(`headings ${levels.join(' ')}: a level is skipped`)
  })
  for (const { role, name } of tree)
    if (namedParts.includes(role) && name === '') problems.push(`a ${role} has no name`)
  return problems
}

type Expected = { heading?: string | RegExp; says?: readonly string[] }

/**
 * Opens a screen and checks it on a desktop and, without loading it again, on a phone: for screen readers, with axe,
 * and that nothing is wider than the screen. On the desktop it also expects these texts. @returns the accessibility tree on the desktop
 */
export async function expectAccessibleScreen(page: Page, at: string, expected: Expected = {}): Promise<Line[]> {
  const { heading = /./, says: expectedTexts = [] } = expected
  await page.setViewportSize(desktopSize)
  await page.goto(at)
  const desktopTree = await expectSound(page, heading, at)
  await expectTexts(page.locator('body'), expectedTexts, at)
  await page.setViewportSize(phoneSize)
  await expectSound(page, heading, `${at} on a phone`)
  return desktopTree
}

/** Expects that the element contains all texts. Between the name of a counter and its number there is a space. */
export async function expectTexts(element: Locator, expectedTexts: readonly string[], screenName: string) {
  const missing = async () => {
    const text = (await element.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ')
    return expectedTexts.filter((words) => !text.includes(words))
  }
  await expect.poll(missing, { message: `${screenName} does not say` }).toEqual([])
}

async function expectSound(page: Page, heading: string | RegExp, screenName: string): Promise<Line[]> {
  await expect(page.getByRole('heading', { level: 1, name: heading }), screenName).toBeVisible()
  // Everything that is still loading shows a text that ends with '...'.
  const loadingTexts = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /\.\.\.$/ })
  await expect(loadingTexts, screenName).toHaveCount(0)
  // The tree is read repeatedly, because the address may redirect.
  let tree: Line[] = []
  await expect
    .poll(
      async () => {
        tree = await readTree(page)
        return findProblems(tree)
      },
      { message: screenName },
    )
    .toEqual([])
  await expectNoAxeViolations(page, screenName)
  await expectNoSidewaysScroll(page, screenName)
  return tree
}
