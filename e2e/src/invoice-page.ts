import { expect, type Page } from '@playwright/test'

/** Runs an action from the menu of an open invoice, such as 'Refund'. */
export async function chooseForInvoice(page: Page, action: string) {
  await page.getByRole('button', { name: /^More actions for (Draft invoice|Invoice )/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Waits until the page of an invoice shows this state next to its title. */
export const expectInvoiceState = (page: Page, state: string) =>
  expect(page.getByRole('main').locator('h1 + [data-badge]')).toHaveText(state)
