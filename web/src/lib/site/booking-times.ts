import { formatClock, renderChoice } from './booking-choice.ts'
import {
  countShownDays,
  DAYS_SHOWN,
  type Day,
  fetchPublic,
  findInForm,
  findShownDay,
  form,
  lengthField,
  serviceField,
  setIsBooking,
  setText,
  state,
} from './booking-state.ts'

// If there are more starts than this, only full hours are shown at first.
const TIMES_SHOWN = 16

let showsAll = false

/** Shows the times that were folded. */
export function showAllTimes() {
  showsAll = true
  renderTimes()
}

/** Shows all days that the server sent. */
export function showMonth() {
  findInForm('[data-days]')?.toggleAttribute('data-all', true)
  findInForm('[data-more]')?.remove()
}

/** Shows the lengths, days and times that the visitor can choose, and the current choice. */
export function renderTimes() {
  const { times } = state
  const dayField = findInForm<HTMLInputElement>('[name=day]')
  const shownDay = findShownDay()
  if (state.start && !shownDay?.starts.includes(state.start)) state.start = ''
  if (dayField) dayField.value = shownDay?.date ?? ''
  if (shownDay && times.days.indexOf(shownDay) >= DAYS_SHOWN) showMonth()
  lengthField.replaceChildren(
    ...times.lengths.map(({ minutes, text }) => new Option(text, String(minutes), false, minutes === times.minutes)),
  )
  const days = times.days.slice(0, countShownDays())
  setText('month', `${days[0]?.name.split(', ')[1]} – ${days.at(-1)?.name.split(', ')[1]}`)
  findInForm('[data-days]')?.replaceChildren(
    ...times.days.map((listedDay) => createDayButton(listedDay, listedDay === shownDay)),
  )
  setText('day-name', shownDay ? describeDay(shownDay) : 'No free time in these days')
  renderStarts(shownDay?.starts ?? [])
  const earlier = findInForm<HTMLButtonElement>('[data-step="-1"]')
  if (earlier) earlier.disabled = (times.days[0]?.date ?? '') <= times.today
  renderChoice()
}

const describeDay = ({ name, reason }: Day) => (reason ? `${name}: ${reason}` : name)

function renderStarts(starts: readonly string[]) {
  const isShownFirst = (time: string, index: number) => index === 0 || time.endsWith(':00') || time === state.start
  const shown = showsAll || starts.length <= TIMES_SHOWN ? starts : starts.filter(isShownFirst)
  findInForm('[data-times]')?.replaceChildren(...shown.map(createTimeChoice))
  const allTimes = findInForm('[data-all-times]')
  if (allTimes) allTimes.hidden = shown.length === starts.length
}

const cloneTemplate = (name: string) =>
  document.importNode(findInForm<HTMLTemplateElement>(`[data-${name}-look]`)?.content ?? new DocumentFragment(), true)

function createDayButton(listedDay: Day, isChosen: boolean) {
  const button = cloneTemplate('day').querySelector('button') ?? document.createElement('button')
  const [weekday, number] = button.children
  if (weekday) weekday.textContent = listedDay.weekday
  if (number) number.textContent = listedDay.day
  button.ariaPressed = String(isChosen)
  button.ariaLabel = describeDay(listedDay)
  button.toggleAttribute('data-full', listedDay.starts.length === 0)
  button.onclick = () => {
    state.day = listedDay.date
    state.start = ''
    renderTimes()
    // `renderTimes` replaced the clicked button, so its successor gets the focus.
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
  radio.checked = time === state.start
  radio.onchange = () => {
    state.start = time
    renderChoice()
  }
  return copy
}

let newestQuery: Record<string, string>

/** Loads the times of the selected service. Without a date it starts at the first day that the server chooses. */
export async function loadTimes(from?: string, minutes?: string) {
  const code = findInForm<HTMLInputElement>('[name=discount_code]')
  form.ariaBusy = 'true'
  const query = {
    service: serviceField.value,
    ...(from && { date: from }),
    ...(minutes && { minutes }),
    ...(code?.value && { discount_code: code.value }),
  }
  newestQuery = query
  const response = await fetchPublic('times', query)
  // A newer request has started; ignore this response.
  if (query !== newestQuery) return
  setIsBooking(state.isBooking)
  if (!response?.ok) return setText('day-name', 'The times did not load. Choose the service again.')
  state.times = await response.json()
  setText('code', state.times.code?.text)
  if (code) code.ariaInvalid = String(state.times.code?.counts === false)
  renderTimes()
}
