import { plainFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { addMinutes, fetchPublic, findShownDay, form, getValueAtStart, setText, state } from './booking-state.ts'

export const formatClock = (time: string) => timeText(time, { ...plainFormats, hour12: state.times.hour12 })

type Choice = { day: string; time: string } | '' | undefined

/** Shows the chosen time with its price and its cancellation rule, and puts it into the links to the client's page. */
export function renderChoice() {
  const { times, start } = state
  const day = findShownDay()
  const isChosen = start && day
  const choice = isChosen && { day: day.date, time: start }
  setText(
    'choice',
    isChosen
      ? `${day.weekday}, ${day.name.split(', ')[1]}, ${formatClock(start)} – ${formatClock(addMinutes(start, times.minutes))}`
      : 'Choose a time to book',
  )
  setText('price', isChosen ? (getValueAtStart(day, day.prices) ?? '') : '')
  showRule(choice)
  for (const link of form.querySelectorAll<HTMLAnchorElement>('[data-continue]'))
    link.href = `/${form.dataset.booking}/book/${times.service}?${new URLSearchParams({ minutes: String(times.minutes), ...choice })}`
}

let newestChoice: Choice

/** Shows the cancellation rule: in hours before the start, or with dates once a start is chosen. */
async function showRule(choice: Choice) {
  newestChoice = choice
  const response = choice ? await fetchPublic('cancellation', choice) : null
  const rule = response?.ok ? (await response.json()).text : form.dataset.anyRule
  if (choice === newestChoice) setText('rule', rule)
}
