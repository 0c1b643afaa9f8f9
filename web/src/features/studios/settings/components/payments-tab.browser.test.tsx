import type { StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { noTaxes } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, inject, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { deleteAllDrafts } from '#lib/forms/draft-storage.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { meQuery, refetchMe } from '#lib/session/me.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { CancellationCard } from './cancellation-card.tsx'
import { TaxCard } from './tax-card.tsx'

const { studio_id, session } = inject('studio')
const policy = { steps: [{ hours: 48, percent: 10 }], late_percent: 20, no_show_percent: 100 }
const vat = { key: 'vat', name: 'VAT', rate_bp: 1_900 }

const saveElsewhere = (changes: StudioChanges) => client.studios.update({ studio_id, ...changes })
const readStudio = () => client.studios.get({ studio_id })

beforeEach(async () => {
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  await saveElsewhere({ cancellation_policy: policy, taxes: { ...noTaxes, rates: [vat] } })
})

/** Both cards, without live changes: a test refetches when it wants to. */
function Payments() {
  const { data } = useQuery(meQuery())
  if (!data?.studio) return null
  return (
    <>
      <CancellationCard studio={data.studio} />
      <TaxCard studio={data.studio} />
    </>
  )
}

const renderPayments = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Payments />
      </QueryClientProvider>
    </MemoryRouter>,
  )

type Screen = Awaited<ReturnType<typeof renderPayments>>
const lateField = (screen: Screen) => screen.getByLabelText('After that, clients pay')
const noShowField = (screen: Screen) => screen.getByLabelText("Clients who don't come pay")
const savePolicy = (screen: Screen) => userEvent.click(screen.getByRole('button', { name: 'Save policy' }))
const readPolicy = async () => (await readStudio()).cancellation_policy

test('two admins who edit different parts of the policy lose nothing, if the form has refetched', async () => {
  const screen = await renderPayments()
  await noShowField(screen).fill('90')
  await saveElsewhere({ cancellation_policy: { ...policy, late_percent: 30 } })
  await refetchMe(queryClient)
  await expect.element(lateField(screen)).toHaveValue(30)
  await savePolicy(screen)
  await expect.poll(readPolicy).toEqual({ ...policy, late_percent: 30, no_show_percent: 90 })
})

test('a policy that is based on an old one is refused, loads the new one, and is saved when it is sent again', async () => {
  const screen = await renderPayments()
  await noShowField(screen).fill('90')
  await saveElsewhere({ cancellation_policy: { ...policy, late_percent: 30 } })
  await savePolicy(screen)
  await expect.element(lateField(screen)).toHaveValue(30)
  expect(await readPolicy()).toEqual({ ...policy, late_percent: 30 })
  await savePolicy(screen)
  await expect.poll(readPolicy).toEqual({ ...policy, late_percent: 30, no_show_percent: 90 })
})

test('the user decides about steps that both sides changed', async () => {
  const screen = await renderPayments()
  await screen.getByRole('group', { name: 'step 1' }).getByLabelText('Hours before').fill('24')
  await saveElsewhere({ cancellation_policy: { ...policy, steps: [] } })
  await refetchMe(queryClient)
  const conflicts = screen.getByRole('list', { name: 'Conflicting changes' })
  await expect.element(conflicts).toHaveTextContent('Steps: yours 10% until 24 hours before, saved none')
  await userEvent.click(screen.getByRole('button', { name: 'Use saved' }))
  await expect.element(screen.getByRole('group', { name: 'step 1' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Save policy' })).toBeDisabled()
})

test('a rate that another admin adds stays when the tax is switched here', async () => {
  const reduced = { key: 'reduced', name: 'Reduced', rate_bp: 700 }
  const screen = await renderPayments()
  await userEvent.click(screen.getByRole('switch', { name: 'Prices include tax' }))
  await saveElsewhere({ taxes: { ...noTaxes, rates: [vat, reduced] } })
  await refetchMe(queryClient)
  const second = screen.getByRole('group', { name: 'rate 2' })
  await expect.element(second.getByLabelText('Percent')).toHaveValue('7')
  await userEvent.click(screen.getByRole('button', { name: 'Save taxes' }))
  await expect
    .poll(async () => (await readStudio()).taxes)
    .toEqual({ prices_include_tax: false, rates: [vat, reduced] })
})

test('saving one card keeps unsaved input of the other, which can be saved afterwards', async () => {
  const screen = await renderPayments()
  await noShowField(screen).fill('')
  // The error moves the other card, so it must be there before the click.
  await userEvent.tab()
  await expect.element(screen.getByText('Please enter a percentage')).toBeVisible()
  await userEvent.click(screen.getByRole('switch', { name: 'Prices include tax' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save taxes' }))
  await expect.element(screen.getByRole('button', { name: 'Save taxes' })).toBeDisabled()
  await screen.unmount()
  const second = await renderPayments()
  await expect.element(noShowField(second)).toHaveValue(null)
  await noShowField(second).fill('80')
  await savePolicy(second)
  await expect.poll(readPolicy).toEqual({ ...policy, no_show_percent: 80 })
})
