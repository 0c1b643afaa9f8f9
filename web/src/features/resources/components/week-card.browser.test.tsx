import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type HoursFields, weekdays } from '../model/hours-form.ts'
import { WeekCard } from './week-card.tsx'

const span = { opens: '08:00', closes: '23:00' }
const days = weekdays.map(() => ({ spans: [span] }))

function Form() {
  const form = useForm<HoursFields, unknown, HoursFields>({ defaultValues: { weeks: [{ resource_id: '', days }] } })
  return <WeekCard form={form} resources={[]} resourceId="" onSelect={() => undefined} timezone="UTC" />
}

test('a switch closes a day and opens it again with its hours, and only one of several can be removed', async () => {
  await page.viewport(1440, 900)
  await render(<Form />)
  const isOpen = page.getByRole('switch', { name: 'Open on Monday' })
  const remove = (number: number) => page.getByRole('button', { name: `Remove hours ${number} of Monday` })
  await expect.element(isOpen).toBeChecked()
  expect(remove(1).query()).toBeNull()

  await page.getByLabelText('Monday opens, 1').fill('10:00')
  await isOpen.click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(page.getByLabelText('Monday opens, 1').query()).toBeNull()
  await isOpen.click()
  await expect.element(page.getByLabelText('Monday opens, 1')).toHaveValue('10:00')

  await page.getByRole('button', { name: 'Add hours to Monday' }).click()
  await expect.element(remove(1)).toBeVisible()
  await remove(2).click()
  expect(remove(1).query()).toBeNull()
  await expect.element(isOpen).toBeChecked()
})
