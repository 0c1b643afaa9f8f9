import { expect, type Locator, type Page } from '@playwright/test'
import { expectNothingFoundByAxe, expectNothingWiderThanTheScreen, narrow, wide } from './axe.ts'

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

/** The problems of a page for people with a screen reader: headings, landmarks, missing names. */
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

type Expected = { heading?: string | RegExp; says?: readonly string[] }

/**
 * Opens a screen and checks it on a desktop and, without loading it again, on a phone: for screen readers, with axe,
 * and that nothing is wider than the screen. On the desktop its text is read too. @returns its accessibility tree there
 */
export async function expectSoundScreen(page: Page, at: string, expected: Expected = {}): Promise<Line[]> {
  const { heading = /./, says = [] } = expected
  await page.setViewportSize(wide)
  await page.goto(at)
  const onDesk = await expectSound(page, heading, at)
  await expectToSay(page.locator('body'), says, at)
  await page.setViewportSize(narrow)
  await expectSound(page, heading, `${at} on a phone`)
  return onDesk
}

/** All of it is to be read there; between a counter and its number there is a space. */
export async function expectToSay(within: Locator, says: readonly string[], where: string) {
  const missing = async () => {
    const text = (await within.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ')
    return says.filter((words) => !text.includes(words))
  }
  await expect.poll(missing, { message: `${where} does not say` }).toEqual([])
}

async function expectSound(page: Page, heading: string | RegExp, where: string): Promise<Line[]> {
  await expect(page.getByRole('heading', { level: 1, name: heading }), where).toBeVisible()
  // Everything that is still loading says so.
  const waiting = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /\.\.\.$/ })
  await expect(waiting, where).toHaveCount(0)
  // An address that redirects.
  let tree: Line[] = []
  await expect
    .poll(
      async () => {
        tree = await treeOf(page)
        return faultsIn(tree)
      },
      { message: where },
    )
    .toEqual([])
  await expectNothingFoundByAxe(page, where)
  await expectNothingWiderThanTheScreen(page, where)
  return tree
}
