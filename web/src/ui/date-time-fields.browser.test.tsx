import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DateInput } from './date-time/date-input.tsx'
import { type DateTimeReader, DateTimeReaderContext } from './date-time/reader.ts'
import { DateField, TimeField } from './date-time-fields.tsx'
import { Dialog } from './dialog.tsx'

const formatInEnglish = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const american: DateTimeReader = {
  isMonthFirst: () => true,
  formatDay: formatInEnglish({ dateStyle: 'medium' }),
  formatLongDay: formatInEnglish({ dateStyle: 'full' }),
  formatMonth: formatInEnglish({ month: 'long', year: 'numeric' }),
  formatTime: (time) => `${Number(time.slice(0, 2)) % 12 || 12}${time.slice(2)} ${time < '12:00' ? 'AM' : 'PM'}`,
  weekStartsOn: 1,
  today: () => '2026-11-23',
}

type FieldsProps = { onSend?: (values: object) => void; min?: string; children?: ReactNode }

/** A form in a dialog, like most forms with dates. */
function FormInDialog({ onSend, min, children }: FieldsProps) {
  const [open, setOpen] = useState(true)
  const form = useForm({ defaultValues: { day: '2026-12-01', start: '14:00' } })
  return (
    <DateTimeReaderContext value={american}>
      <Dialog open={open} onOpenChange={setOpen} title="Booking">
        <form noValidate onSubmit={form.handleSubmit((values) => onSend?.(values))}>
          <DateField label="Day" hint="Of the session" {...form.register('day')} {...(min && { min })} />
          <TimeField label="Start" {...form.register('start')} />
          <button type="submit">Send</button>
          <button type="button" onClick={() => form.reset({ day: '2027-02-03', start: '08:15' })}>
            Reset
          </button>
        </form>
        {children}
      </Dialog>
    </DateTimeReaderContext>
  )
}

const day = () => page.getByRole('textbox', { name: 'Day' })
const start = () => page.getByRole('combobox', { name: 'Start' })
const calendar = () => page.getByRole('dialog', { name: 'Calendar' })
const focusedName = () => document.activeElement?.getAttribute('aria-label')

test("a typed day and time reach the form as ISO texts and are shown in the reader's format", async () => {
  const sent: object[] = []
  await render(<FormInDialog onSend={(values) => sent.push(values)} />)
  await expect.element(day()).toHaveValue('Dec 1, 2026')
  await expect.element(start()).toHaveValue('2:00 PM')
  await day().fill('12/5')
  await start().fill('930')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual([{ day: '2026-12-05', start: '09:30' }])
  await expect.element(day()).toHaveValue('Dec 5, 2026')
  await expect.element(start()).toHaveValue('9:30 AM')
  // ISO text, as programs type it.
  await day().fill('2027-01-02')
  await start().fill('23:45')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => sent[1]).toEqual({ day: '2027-01-02', start: '23:45' })
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.element(day()).toHaveValue('Feb 3, 2027')
  await expect.element(start()).toHaveValue('8:15 AM')
})

test('a form with an unreadable date is not sent, and the field says how to write one', async () => {
  const sent: object[] = []
  await render(<FormInDialog onSend={(values) => sent.push(values)} />)
  await day().fill('soon')
  await userEvent.keyboard('{Enter}')
  await expect.element(day()).toHaveAccessibleDescription('Of the session Enter a date, such as Nov 23, 2026')
  await expect.element(day()).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(day()).toHaveFocus()
  expect(sent).toEqual([])
  await day().fill('tomorrow')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => sent).toEqual([{ day: '2026-11-24', start: '14:00' }])
})

test('the calendar works with the keyboard, and its days have full names', async () => {
  await render(<FormInDialog min="2026-11-20" />)
  await day().click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focusedName).toBe('Tuesday, December 1, 2026, selected')
  for (const [key, name] of [
    ['ArrowRight', 'Wednesday, December 2, 2026'],
    ['ArrowDown', 'Wednesday, December 9, 2026'],
    ['Home', 'Monday, December 7, 2026'],
    ['End', 'Sunday, December 13, 2026'],
    ['PageDown', 'Wednesday, January 13, 2027'],
    ['PageUp', 'Sunday, December 13, 2026'],
    ['ArrowUp', 'Sunday, December 6, 2026'],
    ['ArrowLeft', 'Saturday, December 5, 2026'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.poll(focusedName, { message: key }).toBe(name)
  }
  await expect.element(page.getByRole('grid', { name: 'December 2026' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(day()).toHaveValue('Dec 5, 2026')
  await expect.element(day()).toHaveFocus()
  await expect.element(calendar()).not.toBeInTheDocument()
})

test('the calendar marks today, starts weeks on the given day and disables days before the first one', async () => {
  await render(<FormInDialog min="2026-11-20" />)
  await page.getByRole('button', { name: 'Open calendar' }).click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect.element(page.getByRole('button', { name: 'Today, Monday, November 23, 2026' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Thursday, November 19, 2026' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Friday, November 20, 2026' })).toBeEnabled()
  const [firstColumn] = calendar().element().querySelectorAll('th')
  expect(firstColumn?.getAttribute('aria-label')).toBe('Monday')
  await calendar().getByRole('button', { name: 'Today', exact: true }).click()
  await expect.element(day()).toHaveValue('Nov 23, 2026')
  await expect.element(page.getByRole('button', { name: 'Open calendar' })).toHaveFocus()
})

test('Esc closes the calendar or the list and leaves the dialog open', async () => {
  await render(<FormInDialog />)
  await page.getByRole('button', { name: 'Open calendar' }).click()
  await expect.poll(focusedName).toContain('December 1')
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar()).not.toBeInTheDocument()
  await start().click()
  await expect.element(page.getByRole('option', { name: '2:00 PM', exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(start()).toHaveValue('2:00 PM')
  await expect.element(page.getByRole('dialog', { name: 'Booking' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Booking' })).not.toBeInTheDocument()
})

test('arrow keys move through the times, and Enter or leaving the field selects one', async () => {
  const sent: object[] = []
  await render(<FormInDialog onSend={(values) => sent.push(values)} />)
  await start().click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('option', { name: '2:30 PM' })).toBeVisible()
  const option = page.getByRole('option', { name: '2:30 PM' }).element()
  expect(start().element().getAttribute('aria-activedescendant')).toBe(option.id)
  await userEvent.keyboard('{Enter}')
  await expect.element(start()).toHaveValue('2:30 PM')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await start().fill('14:37')
  await userEvent.keyboard('{Tab}')
  await expect.element(start()).toHaveValue('2:37 PM')
  await start().click()
  await userEvent.keyboard('{ArrowUp}{Tab}')
  await expect.element(start()).toHaveValue('2:15 PM')
})

test('the last day replaces an unreadable text in a control without an error message', async () => {
  const changes: string[] = []
  await render(
    <DateTimeReaderContext value={american}>
      <DateInput aria-label="From" required value="2026-12-01" onChange={({ target }) => changes.push(target.value)} />
    </DateTimeReaderContext>,
  )
  const from = page.getByLabelText('From')
  for (const text of ['soon', '']) {
    await from.fill(text)
    await userEvent.keyboard('{Tab}')
    await expect.element(from).toHaveValue('Dec 1, 2026')
  }
  expect(changes).toEqual([])
})
