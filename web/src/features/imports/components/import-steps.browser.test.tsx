import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { ImportSteps } from './import-steps.tsx'

const { studio_id, session } = inject('studio')

const { open } = XMLHttpRequest.prototype

beforeEach(() => {
  storeSession(session)
  queryClient.clear()
})

afterEach(() => {
  XMLHttpRequest.prototype.open = open
})

const column = (name: string) => page.getByRole('combobox', { name: `Column ${name}` })

async function openFile(lines: readonly string[]) {
  await render(
    <QueryClientProvider client={queryClient}>
      <ImportSteps studio_id={studio_id} kind="clients" />
    </QueryClientProvider>,
  )
  const file = new File([lines.join('\n')], 'clients.csv', { type: 'text/csv' })
  await page.getByLabelText('CSV file').upload(file)
  await expect.element(page.getByRole('button', { name: 'Import 1 client' })).toBeEnabled()
}

test('the columns stay while a choice is read, and two quick choices both count', async () => {
  await openFile(['Name,Letters,More', 'Ottilie Import,ottilie@example.com,Likes tea'])
  const heading = page.getByRole('heading', { name: 'Columns' }).element()
  await column('Letters').selectOptions('Email')
  await column('More').selectOptions('Notes')
  await expect.element(column('Letters')).toHaveDisplayValue('Email')
  await expect.element(column('More')).toHaveDisplayValue('Notes')
  await expect.element(page.getByRole('button', { name: 'Import 1 client' })).toBeEnabled()
  await expect.element(column('Letters')).toHaveDisplayValue('Email')
  await expect.element(column('More')).toHaveDisplayValue('Notes')
  // The same element: it was there all the time.
  expect(page.getByRole('heading', { name: 'Columns' }).element()).toBe(heading)
})

test('the steps are one line, and each is named once more, by its card', async () => {
  await openFile(['Name,Letters', 'Ottilie Import,ottilie@example.com'])
  const steps = page.getByRole('list', { name: 'Steps of the import' })
  await expect.element(steps.getByRole('listitem').last()).toHaveAttribute('aria-current', 'step')
  expect(
    steps
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['File', 'Columns', '3Preview'])
  for (const name of ['File', 'Columns', 'Preview'])
    await expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test('a choice that fails leaves the last preview, which can be imported', async () => {
  await openFile(['Name,Letters', 'Ottilie Import,ottilie@example.com'])
  await column('Letters').selectOptions('Email')
  await expect.element(page.getByRole('button', { name: 'Import 1 client' })).toBeEnabled()
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest) {
    Reflect.apply(open, this, ['POST', 'http://127.0.0.1:1/'])
  }
  await column('Letters').selectOptions('Phone')
  await expect.element(page.getByRole('button', { name: 'Import 1 client' })).toBeEnabled()
  await expect.element(column('Letters')).toHaveDisplayValue('Email')
})
