import type { PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { book } from './booking-request.ts'
import {
  countShownDays,
  findInForm,
  form,
  lengthField,
  openForm,
  serviceField,
  setIsBooking,
  state,
} from './booking-state.ts'
import { loadTimes, renderTimes, showAllTimes, showMonth } from './booking-times.ts'

// The script of the booking form. Together with the rest of the page's script it has at most 3 kB compressed. The server
// writes the form and all its texts.

function getShiftedDate(steps: number) {
  const { days, today } = state.times
  // A date without a time of day is midnight in UTC.
  const from = Date.parse(days[0]?.date ?? today) + steps * countShownDays() * 86_400_000
  const date = new Date(from).toISOString().slice(0, 10)
  return date < today ? today : date
}

const reloadTimes = () => loadTimes(state.times.days[0]?.date, lengthField.value)

/** Connects the fields and buttons of the form, and the links of the page that choose a service or a time in it. */
function connectForm(firstTimes: PublicTimes) {
  const code = findInForm<HTMLInputElement>('[name=discount_code]')
  serviceField.onchange = () => loadTimes()
  lengthField.onchange = reloadTimes
  if (code) {
    code.onkeydown = (event) => {
      if (event.key !== 'Enter') return
      // Enter applies the code and does not send the form.
      event.preventDefault()
      reloadTimes()
    }
  }
  form.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const { step, more, allTimes, book: books, use } = button?.dataset ?? {}
    if (books !== undefined) book()
    if (allTimes !== undefined) showAllTimes()
    if (use !== undefined) reloadTimes()
    if (step) loadTimes(getShiftedDate(Number(step)), lengthField.value)
    if (more === undefined) return
    showMonth()
    renderTimes()
  })
  // A page from the back/forward cache may still be busy.
  window.addEventListener('pageshow', () => setIsBooking(false))
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const { day, start, service: key } = link?.dataset ?? {}
    if (!link || (!start && !key) || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    form.scrollIntoView({ block: 'start' })
    const isOtherService = serviceField.value !== (key ?? firstTimes.service)
    serviceField.value = key ?? firstTimes.service
    state.day = day ?? ''
    state.start = start ?? ''
    if (isOtherService || state.times.days[0]?.date !== firstTimes.days[0]?.date) loadTimes()
    else renderTimes()
  })
  serviceField.value = firstTimes.service
  renderTimes()
  // A form that returns with an error still has the code, but shows listed prices.
  if (code?.value) reloadTimes()
}

/** Connects the booking form of the page, if it has one. */
export function setUpBookingForm() {
  const pageForm = document.querySelector<HTMLFormElement>('[data-booking]')
  const data = document.getElementById('page-times')?.textContent
  const [service, length] = pageForm?.querySelectorAll('select') ?? []
  if (!pageForm || !service || !length || !data) return
  const times: PublicTimes = JSON.parse(data)
  openForm([pageForm, service, length], {
    times,
    day: pageForm.querySelector<HTMLInputElement>('[name=day]')?.value ?? '',
    start: pageForm.querySelector<HTMLInputElement>('[name=time]:checked')?.value ?? '',
    isBooking: false,
  })
  connectForm(times)
}
