import type { PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { plainFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { randomKey } from '../server/random-key.ts'
import { readUnexpiredSession } from '../session/stored-session.ts'

// The script of the booking form. Together with the rest of the page's script it has at most 3 kB compressed. The server
// writes the form and all its texts.

const TIMES_ELEMENT = 'page-times'
const MINUTES_PER_DAY = 1440
// If there are more starts than this, only full hours are shown at first.
const TIMES_SHOWN = 16
// The stylesheet shows this many days before a click on "Show the whole month". The server sends a whole month.
const DAYS_SHOWN = 14
const DAYS_SENT = 31

type Day = PublicTimes['days'][number]

function addMinutes(start: string, minutes: number) {
  const [hours = 0, rest = 0] = start.split(':').map(Number)
  return new Date(((hours * 60 + rest + minutes) % MINUTES_PER_DAY) * 60_000).toISOString().slice(11, 16)
}

type Controls = { service: HTMLSelectElement; length: HTMLSelectElement; dayField: HTMLInputElement }

function connectForm(form: HTMLFormElement, { service, length, dayField }: Controls, firstTimes: PublicTimes) {
  const findInForm = <Control extends HTMLElement>(selector: string) => form.querySelector<Control>(selector)
  let times = firstTimes
  let day = dayField.value
  let start = findInForm<HTMLInputElement>('[name=time]:checked')?.value ?? ''
  let timesRequests = 0
  let ruleRequests = 0
  let showsAll = false
  let isBooking = false
  // One key for each request, so that a repeat after a lost answer creates no second booking.
  const keys: Record<string, string> = {}
  const allTimes = findInForm('[data-all-times]')
  const isShownFirst = (time: string, index: number) => index === 0 || time.endsWith(':00') || time === start

  const setText = (name: string, value: string) => {
    for (const element of form.querySelectorAll(`[data-${name}]`)) element.textContent = value
  }
  const cloneTemplate = (name: string) =>
    document.importNode(findInForm<HTMLTemplateElement>(`[data-${name}-look]`)?.content ?? new DocumentFragment(), true)
  const formatClock = (time: string) => timeText(time, { ...plainFormats, hour12: times.hour12 })
  // The chosen day, or the first day with a free time.
  const findShownDay = () => times.days.find(({ date }) => date === day) ?? times.days.find(({ starts }) => starts[0])
  // A list has one value per start, or one value for all of them.
  const getValueAtStart = <Value>({ starts }: Day, list: readonly Value[]) =>
    list[list.length > 1 ? starts.indexOf(start) : 0]
  const code = findInForm<HTMLInputElement>('[name=discount_code]')
  const countShownDays = () => (findInForm('[data-days]')?.hasAttribute('data-all') ? DAYS_SENT : DAYS_SHOWN)
  const getBookingPath = () => `/${form.dataset.booking}/bookings`

  function showMonth() {
    findInForm('[data-days]')?.toggleAttribute('data-all', true)
    findInForm('[data-more]')?.remove()
  }

  function render() {
    const shownDay = findShownDay()
    if (start && !shownDay?.starts.includes(start)) start = ''
    dayField.value = shownDay?.date ?? ''
    if (shownDay && times.days.indexOf(shownDay) >= DAYS_SHOWN) showMonth()
    length.replaceChildren(
      ...times.lengths.map(({ minutes, text }) => new Option(text, String(minutes), false, minutes === times.minutes)),
    )
    const days = times.days.slice(0, countShownDays())
    setText('month', `${days[0]?.name.split(', ')[1]} – ${days.at(-1)?.name.split(', ')[1]}`)
    findInForm('[data-days]')?.replaceChildren(
      ...times.days.map((listedDay) => createDayButton(listedDay, listedDay === shownDay)),
    )
    setText(
      'day-name',
      shownDay ? `${shownDay.name}${shownDay.reason ? `: ${shownDay.reason}` : ''}` : 'No free time in these days',
    )
    const starts = shownDay?.starts ?? []
    const shown = showsAll || starts.length <= TIMES_SHOWN ? starts : starts.filter(isShownFirst)
    findInForm('[data-times]')?.replaceChildren(...shown.map(createTimeChoice))
    if (allTimes) allTimes.hidden = shown.length === starts.length
    const earlier = findInForm<HTMLButtonElement>('[data-step="-1"]')
    if (earlier) earlier.disabled = (times.days[0]?.date ?? '') <= times.today
    renderChoice()
  }

  function renderChoice() {
    const shownDay = findShownDay()
    const isChosen = start && shownDay
    setText(
      'choice',
      isChosen
        ? `${shownDay.weekday}, ${shownDay.name.split(', ')[1]}, ${formatClock(start)} – ${formatClock(addMinutes(start, times.minutes))}`
        : 'Choose a time to book',
    )
    setText('price', isChosen ? (getValueAtStart(shownDay, shownDay.prices) ?? '') : '')
    showRule(shownDay)
    const query = new URLSearchParams({
      minutes: String(times.minutes),
      ...(isChosen && { day: shownDay.date, time: start }),
    })
    for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-continue]'))
      link.href = `/${form.dataset.booking}/book/${times.service}?${query}`
  }

  /** Shows the cancellation rule: in hours before the start, or with dates once a start is chosen. */
  async function showRule(shownDay: Day | undefined) {
    ruleRequests += 1
    const request = ruleRequests
    const query = start && shownDay ? new URLSearchParams({ day: shownDay.date, time: start }) : null
    const response =
      query && (await fetch(`/api/v1/public/studios/${form.dataset.booking}/cancellation?${query}`).catch(() => null))
    const rule = response?.ok ? (await response.json()).text : form.dataset.anyRule
    if (request === ruleRequests) setText('rule', rule)
  }

  function createDayButton(listedDay: Day, isChosen: boolean) {
    const button = cloneTemplate('day').querySelector('button') ?? document.createElement('button')
    const [weekday, number] = button.children
    if (weekday) weekday.textContent = listedDay.weekday
    if (number) number.textContent = listedDay.day
    button.ariaPressed = String(isChosen)
    button.ariaLabel = `${listedDay.name}${listedDay.reason ? `, ${listedDay.reason}` : ''}`
    button.toggleAttribute('data-full', listedDay.starts.length === 0)
    button.onclick = () => {
      day = listedDay.date
      start = ''
      render()
      // The buttons are created again with every change.
      findInForm('[data-days] [aria-pressed="true"]')?.focus({ preventScroll: true })
    }
    return button
  }

  function createTimeChoice(time: string) {
    const copy = cloneTemplate('time')
    const [radio, face] = copy.firstElementChild?.children ?? []
    if (face) face.textContent = formatClock(time)
    if (!(radio instanceof HTMLInputElement)) return copy
    radio.value = time
    radio.checked = time === start
    radio.onchange = () => {
      start = time
      renderChoice()
    }
    return copy
  }

  /**
   * Books on this page. If more than one tap is needed, such as for a new price or a second factor, it continues on the
   * client's page.
   */
  async function book() {
    const shownDay = findShownDay()
    if (isBooking) return
    if (!shownDay || !start) return findInForm('[name=time]')?.focus()
    const nextUrl = `${getBookingPath()}?${new URLSearchParams({ minutes: String(times.minutes), day: shownDay.date, time: start, book: times.service })}`
    const token = readUnexpiredSession()?.access_token
    const end_time = addMinutes(start, times.minutes)
    const amount = getValueAtStart(shownDay, shownDay.amounts) ?? null
    const body = JSON.stringify({
      booking_date: shownDay.date,
      start_time: start,
      end_time,
      service_type: times.service,
      booking_type: 'client_booking',
      days: countDays(start, times.minutes),
      seen_price: { price_minor: amount, currency: amount === null ? null : times.currency },
    })
    const key = keys[body] ?? randomKey()
    keys[body] = key
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
    // The same choice again is then another booking.
    if (id) delete keys[body]
    location.href = id ? `${getBookingPath()}?booked=${id}` : nextUrl
  }

  function setIsBooking(isNowBooking: boolean) {
    isBooking = isNowBooking
    form.ariaBusy = String(isNowBooking)
  }

  async function loadTimes(from: string | undefined, minutes: string | undefined) {
    timesRequests += 1
    const request = timesRequests
    form.ariaBusy = 'true'
    const query = {
      service: service.value,
      ...(from && { date: from }),
      ...(minutes && { minutes }),
      ...(code?.value && { discount_code: code.value }),
    }
    const response = await fetch(
      `/api/v1/public/studios/${form.dataset.booking}/times?${new URLSearchParams(query)}`,
    ).catch(() => null)
    // Only the latest choice counts.
    if (request !== timesRequests) return
    form.ariaBusy = String(isBooking)
    if (!response?.ok) return setText('day-name', 'The times did not load. Choose the service again.')
    times = await response.json()
    setText('code', times.code?.text ?? '')
    if (code) code.ariaInvalid = String(times.code?.counts === false)
    render()
  }

  const getShiftedDate = (steps: number) => {
    const from = new Date(`${times.days[0]?.date}T00:00:00Z`).getTime() + steps * countShownDays() * 86_400_000
    const date = new Date(from).toISOString().slice(0, 10)
    return date < times.today ? times.today : date
  }
  const reloadTimes = () => loadTimes(times.days[0]?.date, length.value)
  service.onchange = () => loadTimes(undefined, undefined)
  length.onchange = reloadTimes
  if (code) {
    code.onkeydown = (event) => {
      if (event.key !== 'Enter') return
      // Enter applies the code and does not send the form.
      event.preventDefault()
      reloadTimes()
    }
  }
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { step, more, allTimes: all, book: books, use } = button?.dataset ?? {}
    if (books !== undefined) book()
    if (all !== undefined) {
      showsAll = true
      render()
    }
    if (use !== undefined) reloadTimes()
    if (step) loadTimes(getShiftedDate(Number(step)), length.value)
    if (more === undefined) return
    showMonth()
    render()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a') : null
    const { day: linkDay, start: linkStart, service: key } = link?.dataset ?? {}
    if (!link || (!linkStart && !key) || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    form.scrollIntoView({ block: 'start' })
    const isOtherService = service.value !== (key ?? firstTimes.service)
    service.value = key ?? firstTimes.service
    day = linkDay ?? ''
    start = linkStart ?? ''
    if (isOtherService || times.days[0]?.date !== firstTimes.days[0]?.date) loadTimes(undefined, undefined)
    else render()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setIsBooking(false)
  })
  service.value = firstTimes.service
  render()
  // A form that returns with an error still has the code, but shows listed prices.
  if (code?.value) reloadTimes()
}

const countDays = (start: string, minutes: number) => {
  const [hours = 0, rest = 0] = start.split(':').map(Number)
  return Math.floor((hours * 60 + rest + minutes) / MINUTES_PER_DAY) + 1
}

/** Connects the booking form of the page, if it has one. */
export function setUpBookingForm() {
  const form = document.querySelector<HTMLFormElement>('[data-booking]')
  const data = document.getElementById(TIMES_ELEMENT)?.textContent
  const [service, length] = form?.querySelectorAll('select') ?? []
  const dayField = form?.querySelector<HTMLInputElement>('[name=day]')
  if (form && service && length && dayField && data) connectForm(form, { service, length, dayField }, JSON.parse(data))
}
