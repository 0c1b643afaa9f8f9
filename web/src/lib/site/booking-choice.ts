import { plainFormats, timeText } from '@studiohub/contract/shared/formats.ts'
import { addMinutes, fetchPublic, findShownDay, form, getValueAtStart, setText, state } from './booking-state.ts'

/** A time as the studio's country writes it. @param time as HH:MM */
export const formatClock = (time: string) => timeText(time, { ...plainFormats, hour12: state.times.hour12 })

type Choice = { day: string; time: string } | '' | undefined

/** Shows the chosen time with its price, its room and its cancellation rule, and puts it into the links to the client's page. */
export function renderChoice() {
  const { times, start } = state
  const day = findShownDay()
  const choice = start && day && { day: day.date, time: start }
  setText(
    'choice',
    choice
      ? `${day.weekday}, ${day.name.split(', ')[1]}, ${formatClock(start)} – ${formatClock(addMinutes(start, times.minutes))}`
      : 'Choose a time to book',
  )
  setText('price', choice && getValueAtStart(day, day.prices))
  setText('room', choice && getValueAtStart(day, day.rooms))
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
