import type { PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { plainFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { unexpiredSession } from '../session/stored-session.ts'

// The script of the booking form, which the server fills: at most 3 kB compressed, together with its page. All texts come
// from the server.

const TIMES_ELEMENT = 'page-times'
const MINUTES_A_DAY = 1440
// If there are more starts than this, only full hours are shown at first.
const TIMES_SHOWN = 16

type Day = PublicTimes['days'][number]

function clockAfter(start: string, minutes: number) {
  const [hours = 0, rest = 0] = start.split(':').map(Number)
  return new Date(((hours * 60 + rest + minutes) % MINUTES_A_DAY) * 60_000).toISOString().slice(11, 16)
}

type Controls = { service: HTMLSelectElement; length: HTMLSelectElement; dayField: HTMLInputElement }

function connectForm(form: HTMLFormElement, { service, length, dayField }: Controls, first: PublicTimes) {
  const find = <Found extends HTMLElement>(selector: string) => form.querySelector<Found>(selector)
  let times = first
  let day = dayField.value
  let start = find<HTMLInputElement>('[name=time]:checked')?.value ?? ''
  let requests = 0
  let rules = 0
  let showsAll = false
  const allTimes = find('[data-all-times]')
  const isMain = (time: string, index: number) => index === 0 || time.endsWith(':00') || time === start

  const text = (name: string, value: string) => {
    for (const element of form.querySelectorAll(`[data-${name}]`)) element.textContent = value
  }
  const copyOf = (look: string) =>
    document.importNode(find<HTMLTemplateElement>(`[data-${look}-look]`)?.content ?? new DocumentFragment(), true)
  const clock = (time: string) => timeText(time, { ...plainFormats, hour12: times.hour12 })
  const chosenDay = () => times.days.find(({ date }) => date === day) ?? times.days.find(({ starts }) => starts[0])
  const atStart = <Each>({ starts }: Day, list: readonly Each[]) => list[list.length > 1 ? starts.indexOf(start) : 0]
  const code = find<HTMLInputElement>('[name=discount_code]')
  const bookingPath = () => `/${form.dataset.booking}/bookings`

  function show() {
    const open = chosenDay()
    if (start && !open?.starts.includes(start)) start = ''
    dayField.value = open?.date ?? ''
    length.replaceChildren(
      ...times.lengths.map(({ minutes, text }) => new Option(text, String(minutes), false, minutes === times.minutes)),
    )
    text('month', `${times.days[0]?.name.split(', ')[1]} – ${times.days.at(-1)?.name.split(', ')[1]}`)
    find('[data-days]')?.replaceChildren(...times.days.map((one) => dayButton(one, one === open)))
    text('day-name', open ? `${open.name}${open.reason ? `: ${open.reason}` : ''}` : 'No free time in these days')
    const starts = open?.starts ?? []
    const shown = showsAll || starts.length <= TIMES_SHOWN ? starts : starts.filter(isMain)
    find('[data-times]')?.replaceChildren(...shown.map(timeChoice))
    if (allTimes) allTimes.hidden = shown.length === starts.length
    const earlier = find<HTMLButtonElement>('[data-step="-1"]')
    if (earlier) earlier.disabled = (times.days[0]?.date ?? '') <= times.today
    showChoice()
  }

  function showChoice() {
    const open = chosenDay()
    const isChosen = start && open
    text(
      'choice',
      isChosen
        ? `${open.weekday}, ${open.name.split(', ')[1]}, ${clock(start)} – ${clock(clockAfter(start, times.minutes))}`
        : 'Choose a time',
    )
    text('price', isChosen ? (atStart(open, open.prices) ?? '') : '')
    showRule(open)
    const query = new URLSearchParams({
      minutes: String(times.minutes),
      ...(isChosen && { day: open.date, time: start }),
    })
    for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-continue]'))
      link.href = `/${form.dataset.booking}/book/${times.service}?${query}`
  }

  /** What cancelling costs: in hours before the start, or with times after a start is chosen. */
  async function showRule(open: Day | undefined) {
    rules += 1
    const request = rules
    const query = start && open ? new URLSearchParams({ day: open.date, time: start }) : null
    const answer =
      query && (await fetch(`/api/v1/public/studios/${form.dataset.booking}/cancellation?${query}`).catch(() => null))
    const rule = answer?.ok ? (await answer.json()).text : form.dataset.anyRule
    if (request === rules) text('rule', rule)
  }

  function dayButton(one: Day, isChosen: boolean) {
    const button = copyOf('day').querySelector('button') ?? document.createElement('button')
    const [weekday, number] = button.children
    if (weekday) weekday.textContent = one.weekday
    if (number) number.textContent = one.day
    button.ariaPressed = String(isChosen)
    button.ariaLabel = `${one.name}${one.reason ? `, ${one.reason}` : ''}`
    button.toggleAttribute('data-full', one.starts.length === 0)
    button.onclick = () => {
      day = one.date
      start = ''
      show()
      // The buttons are created again with every change.
      find('[data-days] [aria-pressed="true"]')?.focus({ preventScroll: true })
    }
    return button
  }

  function timeChoice(time: string) {
    const copy = copyOf('time')
    const [radio, face] = copy.firstElementChild?.children ?? []
    if (face) face.textContent = clock(time)
    if (!(radio instanceof HTMLInputElement)) return copy
    radio.value = time
    radio.checked = time === start
    radio.onchange = () => {
      start = time
      showChoice()
    }
    return copy
  }

  /**
   * Books on this page. If more than one tap is needed, such as for a new price or a second factor, it continues on the
   * client's page.
   */
  async function book() {
    const open = chosenDay()
    if (!open || !start) return find('[name=time]')?.focus()
    const onward = `${bookingPath()}?${new URLSearchParams({ minutes: String(times.minutes), day: open.date, time: start, book: times.service })}`
    const token = unexpiredSession()?.access_token
    const end_time = clockAfter(start, times.minutes)
    const amount = atStart(open, open.amounts) ?? null
    form.ariaBusy = 'true'
    const answer =
      token === undefined
        ? null
        : await fetch(`/api/v1/studios/${form.dataset.studio}/bookings`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify({
              ...{ booking_date: open.date, start_time: start, end_time, service_type: times.service },
              ...{ booking_type: 'client_booking', days: daysTouched(start, times.minutes) },
              seen_price: { price_minor: amount, currency: amount === null ? null : times.currency },
            }),
          }).catch(() => null)
    location.href = answer?.ok ? `${bookingPath()}?booked=${(await answer.json()).id}` : onward
  }

  async function load(from: string | undefined, minutes: string | undefined) {
    requests += 1
    const request = requests
    form.ariaBusy = 'true'
    const query = {
      service: service.value,
      ...(from && { date: from }),
      ...(minutes && { minutes }),
      ...(code?.value && { discount_code: code.value }),
    }
    const answer = await fetch(
      `/api/v1/public/studios/${form.dataset.booking}/times?${new URLSearchParams(query)}`,
    ).catch(() => null)
    // Only the latest choice counts.
    if (request !== requests) return
    form.ariaBusy = 'false'
    if (!answer?.ok) return text('day-name', 'The times did not load. Choose the service again.')
    times = await answer.json()
    text('code', times.code?.text ?? '')
    if (code) code.ariaInvalid = String(times.code?.counts === false)
    show()
  }

  const shifted = (days: number) => {
    const from = new Date(`${times.days[0]?.date}T00:00:00Z`).getTime() + days * 31 * 86_400_000
    const date = new Date(from).toISOString().slice(0, 10)
    return date < times.today ? times.today : date
  }
  const reload = () => load(times.days[0]?.date, length.value)
  service.onchange = () => load(undefined, undefined)
  length.onchange = reload
  if (code) {
    code.onkeydown = (event) => {
      if (event.key !== 'Enter') return
      // Enter applies the code and does not send the form.
      event.preventDefault()
      reload()
    }
  }
  form.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { step, more, allTimes: all, book: books, use } = button?.dataset ?? {}
    if (books !== undefined) book()
    if (all !== undefined) {
      showsAll = true
      show()
    }
    if (use !== undefined) reload()
    if (step) load(shifted(Number(step)), length.value)
    if (more === undefined || !button) return
    find('[data-days]')?.toggleAttribute('data-all')
    button.remove()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a') : null
    const { day: linkDay, start: linkStart, service: key } = link?.dataset ?? {}
    if (!link || (!linkStart && !key) || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    form.scrollIntoView({ block: 'start' })
    const isOther = service.value !== (key ?? first.service)
    service.value = key ?? first.service
    day = linkDay ?? ''
    start = linkStart ?? ''
    if (isOther || times.days[0]?.date !== first.days[0]?.date) load(undefined, undefined)
    else show()
  })
  service.value = first.service
  show()
  // A form that returns with an error still has the code, but shows listed prices.
  if (code?.value) reload()
}

const daysTouched = (start: string, minutes: number) => {
  const [hours = 0, rest = 0] = start.split(':').map(Number)
  return Math.floor((hours * 60 + rest + minutes) / MINUTES_A_DAY) + 1
}

/** Connects the booking form of the page, if it has one. */
export function setUpBooking() {
  const form = document.querySelector<HTMLFormElement>('[data-booking]')
  const data = document.getElementById(TIMES_ELEMENT)?.textContent
  const [service, length] = form?.querySelectorAll('select') ?? []
  const dayField = form?.querySelector<HTMLInputElement>('[name=day]')
  if (form && service && length && dayField && data) connectForm(form, { service, length, dayField }, JSON.parse(data))
}
