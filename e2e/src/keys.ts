import { expect, type Locator, type Page } from '@playwright/test'
import { dateFieldText } from './daytime.ts'

const PRESSES_MAX = 200

/** The position of an element relative to the focus; `no-ring` if the element has the focus but does not show it. */
function findPosition(element: Element): 'ahead' | 'behind' | 'here' | 'no-ring' {
  const { activeElement } = document
  if (element !== activeElement) {
    const isBehind = activeElement && activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
    return isBehind ? 'behind' : 'ahead'
  }
  // A choice may be drawn by its surrounding element.
  const drawn = [element, element.parentElement, element.closest('label')]
  const isRinged = drawn.some((part) => {
    if (!part) return false
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(part)
    return outlineStyle !== 'none' && outlineWidth !== '0px' && opacity !== '0'
  })
  return isRinged ? 'here' : 'no-ring'
}

/** Actions that move to the controls of a page and press them. */
function createControlActions(page: Page) {
  /** Presses Tab or Shift+Tab until the control has the focus. */
  async function focus(control: Locator) {
    await expect(control).toBeVisible()
    for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
      const position = await control.evaluate(findPosition)
      if (position === 'no-ring') throw new Error(`${control} has the focus, but no visible focus ring`)
      if (position === 'here') return
      await page.keyboard.press(position === 'ahead' ? 'Tab' : 'Shift+Tab')
    }
    throw new Error(`Tab does not reach ${control}`)
  }
  /** Goes to a control and presses it. */
  async function press(control: Locator, key = 'Enter') {
    await focus(control)
    await expect(control).toBeEnabled()
    await page.keyboard.press(key)
  }
  /** Opens the overlay of a control, closes it with Escape, checks that the focus returns, and opens it again. */
  async function open(opener: Locator, opened: Locator) {
    await press(opener)
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(opened).toBeVisible()
  }
  /** Presses a button that opens the system's file dialog, and chooses a file. */
  async function uploadFile(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    const chooser = page.waitForEvent('filechooser')
    await press(button)
    await (await chooser).setFiles(file)
  }
  return { focus, press, open, uploadFile }
}

/** Actions that fill in a form. */
function createFormActions(page: Page, focus: (control: Locator) => Promise<void>) {
  return {
    /** Types into a field and replaces its value. In a select, the typed letters choose an option. */
    async type(field: Locator, text: string) {
      await focus(field)
      if (await field.evaluate((element) => element.matches('input, textarea'))) await page.keyboard.press('Control+a')
      // Letters that are typed before the options are loaded choose nothing.
      else await expect(field.locator('option', { hasText: text }).first()).toBeAttached()
      await page.keyboard.type(text)
    },
    /** Chooses an option of a radio group with the arrow keys. @param from the option that Tab reaches */
    async choose(choice: Locator, from: Locator = choice) {
      await focus(from)
      for (let presses = 0; presses < 30 && !(await choice.isChecked()); presses += 1)
        await page.keyboard.press(presses === 0 ? 'Space' : 'ArrowRight')
      await expect(choice).toBeChecked()
    },
    /** Chooses an option of a combobox by typing. */
    async chooseOption(combobox: Locator, text: string) {
      await focus(combobox)
      await page.keyboard.type(text)
      await expect(page.getByRole('option', { name: text })).toBeVisible()
      await page.keyboard.press('Enter')
    },
    /** `yyyy-MM-dd`, typed as digits. */
    async date(field: Locator, day: string) {
      await focus(field)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2$3$1'))
      await page.keyboard.press('Tab')
      await expect(field).toHaveValue(dateFieldText(day))
    },
    /** `HH:mm`, typed as digits. */
    async time(field: Locator, time: string) {
      await focus(field)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(time.replace(':', ''))
      await page.keyboard.press('Tab')
      await expect(field).toHaveValue(time)
    },
  }
}

/** The actions of a person who uses only the keyboard. Each control must show that it has the focus. */
export function createKeyboard(page: Page) {
  const controls = createControlActions(page)
  return { ...controls, ...createFormActions(page, controls.focus) }
}

/** Signs in with the keyboard alone. */
export async function signInByKeys(page: Page, { email, password }: { email: string; password: string }) {
  const keys = createKeyboard(page)
  await page.goto('/auth/login')
  await keys.type(page.getByLabel('Email'), email)
  await keys.type(page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('/auth/'))
}
