import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { deleteAllDrafts } from '#lib/forms/draft-storage.ts'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { queryClient } from '#lib/server/query-client.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { BookingDialog } from './booking-dialog.tsx'

// A new studio has one room, which is open from 08:00 on every day.
const { studio_id, session } = inject('studio')
const { fetch } = window

let day = plusDays(todayIn('UTC', new Date()), 60)

beforeEach(async () => {
  await loadTemporal()
  storeSession(session)
  deleteAllDrafts()
  queryClient.clear()
  day = plusDays(day, 1)
})

afterEach(() => {
  window.fetch = fetch
})

/** The form as the bookings screen opens it, with a button that opens it again. */
function BookingDesk({ studio }: { studio: Studio }) {
  const { context, isLoading } = useBookingContext(studio)
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New Booking
      </button>
      {isOpen && (
        <BookingDialog
          context={context}
          isLoading={isLoading}
          start={{}}
          day=""
          isInFrame={false}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const field = {
  client: page.getByRole('combobox', { name: 'Client' }),
  service: page.getByRole('combobox', { name: 'Service type' }),
  date: page.getByRole('textbox', { name: 'Booking date' }),
  start: page.getByRole('combobox', { name: 'Start time' }),
  end: page.getByRole('combobox', { name: 'End time' }),
  repeat: page.getByRole('combobox', { name: 'Repeat' }),
  sessions: page.getByRole('spinbutton', { name: 'Sessions' }),
  notes: page.getByRole('textbox', { name: 'Notes' }),
}
const form = page.getByRole('dialog', { name: 'Create New Booking' })
const freeTimes = page.getByRole('region', { name: 'Free times' })

// By key, because these tests have no styles, and without them the footer moves while a pointer is down.
async function press(name: string) {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeInTheDocument()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

async function openForm() {
  const studio = await client.studios.get({ studio_id })
  await render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <BookingDesk studio={studio} />
        </Suspense>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await expect.element(page.getByRole('option', { name: 'Recording Session' })).toBeInTheDocument()
}

async function fillSession({ start, end }: { start: string; end: string }) {
  await field.service.selectOptions('Recording Session')
  await field.date.fill(day)
  await field.start.fill(start)
  await field.end.fill(end)
}

async function listSessions() {
  const { items } = await client.bookings.list({ studio_id, from: day, to: day })
  return items
}

const bookRoom = (start_time: string, end_time: string) =>
  client.bookings.create({
    studio_id,
    booking_date: day,
    start_time,
    end_time,
    service_type: 'recording',
    booking_type: 'client_booking',
  })

test('the free times of a service appear, and one of them fills in the session of a client', async () => {
  await bookRoom('10:00', '12:00')
  await openForm()
  await field.client.fill('cleo')
  await userEvent.keyboard('{Enter}')
  await expect.element(field.client).toHaveValue('Cleo Client')
  await field.service.selectOptions('Recording Session')
  await field.date.fill(day)
  // A recording session takes two hours by default.
  await expect.element(freeTimes.getByRole('radio', { name: '08:00' })).toBeInTheDocument()
  expect(freeTimes.getByRole('radio', { name: '09:00' }).elements()).toEqual([])
  await freeTimes.getByRole('radio', { name: '12:00' }).click()
  await expect.element(field.start).toHaveValue('12:00')
  await expect.element(field.end).toHaveValue('14:00')
  await press('Create Booking')
  await expect.element(form).not.toBeInTheDocument()
  expect(await listSessions()).toMatchObject([
    { start_time: '10:00' },
    { start_time: '12:00', end_time: '14:00', client_name: 'Cleo Client' },
  ])
})

test('a time that is not offered can be typed, and is booked after a warning', async () => {
  await openForm()
  await fillSession({ start: '06:15', end: '07:45' })
  await expect.element(freeTimes.getByRole('radio', { name: '08:00' })).toBeInTheDocument()
  expect(freeTimes.getByRole('radio', { name: '06:15' }).elements()).toEqual([])
  await expect.element(page.getByRole('status')).toMatchTextContent(/^Outside opening hours/)
  await press('Create Booking')
  await expect.element(form).not.toBeInTheDocument()
  expect(await listSessions()).toMatchObject([{ start_time: '06:15', end_time: '07:45', service_type: 'recording' }])
})

test('a second press after a lost response creates no second booking', async () => {
  await openForm()
  await fillSession({ start: '10:00', end: '12:00' })
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (response.status === 201) throw new TypeError('the connection was lost')
    return response
  }
  await press('Create Booking')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/could not reach the server/)
  expect(await listSessions()).toHaveLength(1)
  window.fetch = fetch
  await press('Create Booking')
  await expect.element(form).not.toBeInTheDocument()
  expect(await listSessions()).toHaveLength(1)
})

test('a closed form opens with everything that was typed, until it is discarded', async () => {
  await openForm()
  await fillSession({ start: '10:00', end: '12:00' })
  await field.repeat.selectOptions('Every 2 weeks')
  await field.sessions.fill('6')
  await field.notes.fill('Bring the drums')
  await press('Close')
  await expect.element(form).not.toBeInTheDocument()
  await press('New Booking')
  await expect.element(field.service).toHaveDisplayValue('Recording Session')
  await expect.element(field.date).toHaveValue(day)
  await expect.element(field.start).toHaveValue('10:00')
  await expect.element(field.end).toHaveValue('12:00')
  await expect.element(field.repeat).toHaveDisplayValue('Every 2 weeks')
  await expect.element(field.sessions).toHaveValue(6)
  await expect.element(field.notes).toHaveValue('Bring the drums')
  await press('Discard')
  await press('New Booking')
  await expect.element(field.notes).toHaveValue('')
  await expect.element(field.start).toHaveValue('')
  await expect.element(field.repeat).toHaveDisplayValue('Does not repeat')
})

test('a closed form opens with a client alone, and with a price that was set by hand', async () => {
  await openForm()
  await field.client.fill('cleo')
  await userEvent.keyboard('{Enter}')
  await expect.element(field.client).toHaveValue('Cleo Client')
  await press('Close')
  await press('New Booking')
  await expect.element(field.client).toHaveValue('Cleo Client')
  await fillSession({ start: '10:00', end: '12:00' })
  const price = page.getByRole('textbox', { name: /^Price/ })
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await page.getByRole('switch', { name: 'Set another price' }).click()
  await price.fill('35')
  await reason.fill('A friend of the studio')
  await press('Close')
  await press('New Booking')
  await expect.element(price).toHaveValue('35.00')
  await expect.element(reason).toHaveValue('A friend of the studio')
  await press('Discard')
})

test('a taken time offers the nearest free times, and everything that was typed stays', async () => {
  await bookRoom('10:00', '12:00')
  await openForm()
  await fillSession({ start: '11:00', end: '13:00' })
  await field.notes.fill('Bring the drums')
  await press('Create Booking')
  const taken = page.getByRole('alert')
  await expect.element(taken.getByRole('button', { name: '12:00' })).toBeInTheDocument()
  await expect.element(field.service).toHaveDisplayValue('Recording Session')
  await expect.element(field.date).toHaveValue(day)
  await expect.element(field.start).toHaveValue('11:00')
  await expect.element(field.notes).toHaveValue('Bring the drums')
  await taken.getByRole('button', { name: '12:00' }).click()
  await expect.element(taken).not.toBeInTheDocument()
  await expect.element(field.start).toHaveFocus()
  await expect.element(field.end).toHaveValue('14:00')
  await press('Create Booking')
  await expect.element(form).not.toBeInTheDocument()
  expect(await listSessions()).toMatchObject([
    { start_time: '10:00', end_time: '12:00' },
    { start_time: '12:00', end_time: '14:00', notes: 'Bring the drums' },
  ])
})

test('each missing value shows its error at its field, and nothing is sent', async () => {
  await openForm()
  await field.start.fill('10:00')
  await press('Create Booking')
  await expect.element(field.service).toHaveAccessibleDescription('Service type is required')
  await expect.element(field.date).toHaveAccessibleDescription('Please select a date')
  await expect.element(field.end).toHaveAccessibleDescription('End time is required')
  await expect.element(field.start).toBeValid()
  await expect.element(field.service).toHaveFocus()
  expect(await listSessions()).toEqual([])
})

test('an error of the server shows at its field, and a corrected value is sent', async () => {
  await openForm()
  await fillSession({ start: '10:00', end: '12:00' })
  await field.repeat.selectOptions('Every week')
  await field.sessions.fill('105')
  await press('Create Booking')
  await expect.element(field.sessions).toHaveAccessibleDescription('A series has at most 104 sessions')
  expect(page.getByRole('alert').elements()).toEqual([])
  await field.sessions.fill('2')
  await press('Create Booking')
  await expect.element(form).not.toBeInTheDocument()
  expect(await listSessions()).toMatchObject([{ start_time: '10:00' }])
})
