import { expect, type Locator, type Page } from '@playwright/test'

const PRESSES_MAX = 200

/** Where an element is relative to the focus; `unseen` if it has the focus and does not show it. */
function placeOf(element: Element): 'ahead' | 'behind' | 'here' | 'unseen' {
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
  return isRinged ? 'here' : 'unseen'
}

/** Finding and pressing the controls of a page. */
function reaching(page: Page) {
  /** Moves with Tab, or back, until the control has the focus. */
  async function to(control: Locator) {
    await expect(control).toBeVisible()
    for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
      const place = await control.evaluate(placeOf)
      if (place === 'unseen') throw new Error(`Nobody sees that the focus is on ${control}`)
      if (place === 'here') return
      await page.keyboard.press(place === 'ahead' ? 'Tab' : 'Shift+Tab')
    }
    throw new Error(`Tab never came to ${control}`)
  }
  /** Goes to a control and presses it. */
  async function press(control: Locator, key = 'Enter') {
    await to(control)
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
  async function hand(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    const chooser = page.waitForEvent('filechooser')
    await press(button)
    await (await chooser).setFiles(file)
  }
  return { to, press, open, hand }
}

/** Filling in a form. */
function writing(page: Page, to: (control: Locator) => Promise<void>) {
  const two = (part: number) => String(part).padStart(2, '0')
  return {
    /** Types into a field and replaces its value; in a list of choices the first letters choose. */
    async type(field: Locator, text: string) {
      await to(field)
      if (await field.evaluate((element) => element.matches('input, textarea'))) await page.keyboard.press('Control+a')
      // Letters typed before the choices are there choose nothing.
      else await expect(field.locator('option', { hasText: text }).first()).toBeAttached()
      await page.keyboard.type(text)
    },
    /** Moves within a group of choices, from the one that Tab reaches. */
    async choose(choice: Locator, from: Locator = choice) {
      await to(from)
      for (let presses = 0; presses < 30 && !(await choice.isChecked()); presses += 1)
        await page.keyboard.press(presses === 0 ? 'Space' : 'ArrowRight')
      await expect(choice).toBeChecked()
    },
    /** Chooses one of many by typing. */
    async take(combobox: Locator, text: string) {
      await to(combobox)
      await page.keyboard.type(text)
      await expect(page.getByRole('option', { name: text })).toBeVisible()
      await page.keyboard.press('Enter')
    },
    /** `yyyy-MM-dd`, as an English date field is typed. */
    async date(field: Locator, day: string) {
      await to(field)
      await page.keyboard.type(day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2$3$1'))
      await expect(field).toHaveValue(day)
    },
    /** `HH:mm`, as an English time field is typed. */
    async time(field: Locator, time: string) {
      await to(field)
      const [hour = 0, minute = 0] = time.split(':').map(Number)
      await page.keyboard.type(two(hour % 12 || 12) + two(minute) + (hour < 12 ? 'AM' : 'PM'))
      await expect(field).toHaveValue(time)
    },
  }
}

/** The actions of a person without a pointer: keys only, and each control must visibly have the focus. */
export function keysOn(page: Page) {
  const reached = reaching(page)
  return { ...reached, ...writing(page, reached.to) }
}

/** Signs in with keys alone. */
export async function signInByKeys(page: Page, { email, password }: { email: string; password: string }) {
  const keys = keysOn(page)
  await page.goto('/auth/login')
  await keys.type(page.getByLabel('Email'), email)
  await keys.type(page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('/auth/'))
}
