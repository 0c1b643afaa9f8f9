import type { BillableSession, InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { api, client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { NewInvoiceDialog } from './new-invoice-dialog.tsx'

const { studio_id, session } = inject('studio')
const { fetch } = window

beforeEach(() => {
  queryClient.clear()
  storeSession(session)
})

afterEach(() => {
  window.fetch = fetch
})

const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const clientField = page.getByRole('combobox', { name: 'Client' })

async function selectClient(name: string) {
  await clientField.click()
  await page.getByRole('option', { name }).click()
}

async function addLine(description: string, price: string) {
  await button('Add a line').click()
  await field('Line 1').fill(description)
  await field(/^Price of line 1/).fill(price)
}

/** Submits by keyboard: without the product's styles, the margin of an alert moves the button under the pointer. */
async function submit() {
  button('Create draft').element().focus()
  await userEvent.keyboard('{Enter}')
}

async function openDialog() {
  const onCreated = vi.fn<(invoice: InvoiceDetails) => void>()
  await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <NewInvoiceDialog studio={{ id: studio_id, currency: 'EUR' }} onClose={() => {}} onCreated={onCreated} />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await expect.element(clientField).toBeVisible()
  return onCreated
}

/** Lists these people as clients, so that the field offers them. */
function listClients(...clients: { id: string; full_name: string }[]) {
  queryClient.setQueryData([...api.roles.listClients.key(), 'whole', studio_id], clients)
}

/** Lets the sessions of clients fail. @returns a function that ends this */
function failSessions() {
  window.fetch = async (...request) => {
    const url = request[0] instanceof Request ? request[0].url : String(request[0])
    return url.includes('billable') ? Response.json({ message: 'Not now' }, { status: 500 }) : fetch(...request)
  }
  return () => {
    window.fetch = fetch
  }
}

test('a draft is created only after the sessions of its client are loaded', async () => {
  const { id } = await client.clients.create({ studio_id, name: 'Ben Buyer' })
  listClients({ id, full_name: 'Ben Buyer' })
  const onCreated = await openDialog()
  const stopFailing = failSessions()
  await selectClient('Ben Buyer')
  await expect.element(page.getByRole('heading', { name: 'Failed to load sessions' })).toBeVisible()
  await addLine('Tapes', '40')
  await submit()
  await expect.element(page.getByText("Please try again when the client's sessions are loaded")).toBeVisible()
  stopFailing()
  await button('Retry').click()
  await expect.element(page.getByText('This client has no session that can be invoiced.')).toBeVisible()
  expect(onCreated).not.toHaveBeenCalled()
  await submit()
  await expect.poll(() => onCreated.mock.calls.length).toBe(1)
})

function listSessions(client_id: string, ...sessions: BillableSession[]) {
  const key = api.invoices.listBillable.queryKey({ input: { studio_id, client_id } })
  queryClient.setQueryData(key, { items: sessions })
}

const aSession = (id: string, currency: string): BillableSession => ({
  id,
  booking_date: '2026-11-02',
  start_time: '10:00',
  service_type: 'recording',
  label: `Recording in ${currency}`,
  status: 'completed',
  price_minor: 20_000,
  hour_minor: 6_000,
  tax_rate_bp: 0,
  currency,
})

const [mara, iris] = [
  { id: '11111111-1111-4111-8111-111111111111', full_name: 'Mara Voss' },
  { id: '22222222-2222-4222-8222-222222222222', full_name: 'Iris Lund' },
]

test('another client gets no overtime of the former one, and no prices in the currency of the former one', async () => {
  listClients(mara, iris)
  listSessions(mara.id, aSession(mara.id, 'USD'))
  listSessions(iris.id, aSession(iris.id, 'EUR'))
  await openDialog()
  await selectClient('Mara Voss')
  await addLine('Tapes', '40')
  await button('Add overtime').click()
  await expect.element(field('Price of line 2 (USD)')).toHaveValue('60.00')
  await selectClient('Iris Lund')
  await expect.element(field('Price of line 1 (EUR)')).toHaveValue('')
  await expect.element(field('Line 1')).toHaveValue('Tapes')
  expect(field(/of line 2/).elements()).toEqual([])
})

test('a client in the same currency keeps the prices of other lines', async () => {
  listClients(mara, iris)
  listSessions(mara.id, aSession(mara.id, 'USD'))
  listSessions(iris.id, aSession(iris.id, 'USD'))
  await openDialog()
  await selectClient('Mara Voss')
  await addLine('Tapes', '40')
  await selectClient('Iris Lund')
  await expect.element(page.getByRole('checkbox', { name: /^Recording in USD/ })).toBeChecked()
  await expect.element(field('Price of line 1 (USD)')).toHaveValue('40')
})

test('only a missing client is an error of the field for the client', async () => {
  listClients(mara)
  listSessions(mara.id)
  await openDialog()
  await submit()
  await expect.element(clientField).toHaveAccessibleDescription('Please choose a client')
  await selectClient('Mara Voss')
  await addLine('Tapes', '')
  await submit()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a price for each line')
  await expect.element(clientField).toBeValid()
  await expect.element(clientField).not.toHaveAccessibleDescription()
})
