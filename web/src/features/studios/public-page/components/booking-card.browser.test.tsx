import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { formatPlaceholder } from '@studiohub/contract/shared/placeholders.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { client } from '#lib/server/api.ts'
import { storeSession } from '#lib/session/stored-session.ts'
import { setUpBookingForm } from '#lib/site/booking-form.ts'
import { BookingCard } from './booking-card.tsx'

const { studio_id, session } = inject('studio')
const { fetch } = window

let day = plusDays(todayIn('UTC', new Date()), 120)
let openedUrls: string[] = []

// The script opens a page, but the test stays where it is.
window.navigation.addEventListener('navigate', (event) => {
  openedUrls.push(event.destination.url)
  event.preventDefault()
})

beforeEach(async () => {
  await loadTemporal()
  storeSession(session)
  day = plusDays(day, 1)
  openedUrls = []
})

afterEach(() => {
  window.fetch = fetch
})

/** The form as the server fills it for a signed-in user, with its script. */
async function openForm() {
  const { slug } = await client.studios.get({ studio_id })
  const query = new URLSearchParams({ service: 'recording', date: day })
  const times = await (await fetch(`/api/v1/public/studios/${slug}/times?${query}`)).text()
  const { container } = await render(
    <>
      <BookingCard />
      <script type="application/json" id="page-times" />
    </>,
  )
  const form = container.querySelector('form')
  const service = container.querySelector('select')
  const data = container.querySelector('#page-times')
  const button = container.querySelector<HTMLButtonElement>('[data-book]')
  if (!form || !service || !data || !button) throw new Error('The form is not complete.')
  // React appends to the element itself, but a parsed page has the children in `content`.
  for (const template of container.querySelectorAll('template')) template.content.append(...template.childNodes)
  Object.assign(form.dataset, { booking: slug, studio: studio_id })
  service.replaceChildren(new Option('Recording', 'recording'))
  data.textContent = times
  form.querySelector('[name=discount_code]')?.setAttribute('value', '')
  button.hidden = false
  setUpBookingForm()
  return { form, book: () => button.click() }
}

const chooseTime = (time: string) => {
  const radio = document.querySelector<HTMLInputElement>(`[name=time][value="${time}"]`)
  if (!radio) throw new Error(`${time} is not offered.`)
  radio.click()
}

const listSessions = async () => (await client.bookings.list({ studio_id, from: day, to: day })).items

const isBooking = (request: Parameters<typeof fetch>) => request[1]?.method === 'POST'

test('the time zone stays beside the name of the shown day', async () => {
  const { form } = await openForm()
  form.querySelector<HTMLButtonElement>('[data-days] button:last-child')?.click()
  const dayName = form.querySelector('[data-day-name]')
  expect(dayName?.textContent).not.toBe(formatPlaceholder('page', 'day_name'))
  expect(dayName?.nextElementSibling?.textContent).toBe(formatPlaceholder('page', 'zone'))
})

test('a double click books once', async () => {
  const { book } = await openForm()
  const sent: string[] = []
  window.fetch = (...request) => {
    if (isBooking(request)) sent.push(String(request[0]))
    return fetch(...request)
  }
  chooseTime('10:00')
  book()
  book()
  await expect.poll(() => openedUrls).toEqual([expect.stringContaining('?booked=')])
  expect(sent).toHaveLength(1)
  expect(await listSessions()).toHaveLength(1)
})

test('a booking whose answer is lost is sent again, and books once', async () => {
  const { book } = await openForm()
  let lost = 0
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (!isBooking(request) || lost > 0) return response
    lost += 1
    throw new TypeError('the connection was lost')
  }
  chooseTime('10:00')
  book()
  await expect.poll(() => openedUrls).toHaveLength(1)
  const [session, ...others] = await listSessions()
  expect(others).toEqual([])
  expect(openedUrls[0]).toMatch(`?booked=${session?.id}`)
})

test('after both answers are lost, the form of the client opens with the same choice', async () => {
  const { book } = await openForm()
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    if (isBooking(request)) throw new TypeError('the connection was lost')
    return response
  }
  chooseTime('10:00')
  book()
  await expect.poll(() => openedUrls).toHaveLength(1)
  expect(openedUrls[0]).toMatch(`day=${day}&time=10%3A00&book=recording`)
  expect(await listSessions()).toHaveLength(1)
})

test('a page from the back/forward cache books again', async () => {
  const { form, book } = await openForm()
  chooseTime('10:00')
  book()
  await expect.poll(() => openedUrls).toHaveLength(1)
  expect(form.ariaBusy).toBe('true')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(form.ariaBusy).toBe('false')
  await expect.element(page.getByRole('radio').first()).toBeInTheDocument()
  chooseTime('14:00')
  book()
  await expect.poll(() => openedUrls).toHaveLength(2)
  expect(await listSessions()).toHaveLength(2)
})
