import { randomKey } from '../server/random-key.ts'
import { readUnexpiredSession } from '../session/stored-session.ts'
import {
  addMinutes,
  countDays,
  findInForm,
  findShownDay,
  form,
  getValueAtStart,
  setIsBooking,
  state,
} from './booking-state.ts'

// One key for each request, so that a repeat after a lost answer creates no second booking.
const idempotencyKeys: Record<string, string> = {}

/**
 * Books on this page. If more than one tap is needed, such as for a new price or a second factor, it continues on the
 * client's page.
 */
export async function book() {
  const { times, start, isBooking } = state
  const shownDay = findShownDay()
  if (isBooking) return
  if (!shownDay || !start) return findInForm('[name=time]')?.focus()
  const bookingsPath = `/${form.dataset.booking}/bookings`
  const nextUrl = `${bookingsPath}?${new URLSearchParams({ minutes: String(times.minutes), day: shownDay.date, time: start, book: times.service })}`
  const token = readUnexpiredSession()?.access_token
  const amount = getValueAtStart(shownDay, shownDay.amounts) ?? null
  const body = JSON.stringify({
    booking_date: shownDay.date,
    start_time: start,
    end_time: addMinutes(start, times.minutes),
    service_type: times.service,
    booking_type: 'client_booking',
    days: countDays(start, times.minutes),
    seen_price: { price_minor: amount, currency: amount === null ? null : times.currency },
  })
  const key = idempotencyKeys[body] ?? randomKey()
  idempotencyKeys[body] = key
  const send = async () => {
    const response = await fetch(`/api/v1/studios/${form.dataset.studio}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body,
    })
    return response.ok && (await response.json()).id
  }
  setIsBooking(true)
  const id =
    token &&
    (await send()
      .catch(send)
      .catch(() => null))
  // After success, the same choice must create another booking.
  if (id) delete idempotencyKeys[body]
  location.href = id ? `${bookingsPath}?booked=${id}` : nextUrl
}
