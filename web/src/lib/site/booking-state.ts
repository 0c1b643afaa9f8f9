import type { PublicTimes } from '@studiohub/contract/features/availability/schema.ts'

const MINUTES_PER_DAY = 1440
// The stylesheet shows this many days before a click on "Show the whole month". The server sends a whole month.
export const DAYS_SHOWN = 14
const DAYS_SENT = 31

export type Day = PublicTimes['days'][number]

/** What the visitor has chosen in the form, and the times that it offers. */
export type FormState = {
  times: PublicTimes
  /** The chosen date; empty before the first choice. */
  day: string
  /** The chosen start; empty if none is chosen. */
  start: string
  /** Whether a booking is being sent. */
  isBooking: boolean
}

// A page has one form. These are set when the page loads, before any other function of the form runs.
export let form: HTMLFormElement
export let serviceField: HTMLSelectElement
export let lengthField: HTMLSelectElement
export let state: FormState

/** Sets the form and its state. Call it before anything else of this file. */
export function openForm(controls: [HTMLFormElement, HTMLSelectElement, HTMLSelectElement], opened: FormState) {
  ;[form, serviceField, lengthField] = controls
  state = opened
}

export const findInForm = <Control extends HTMLElement>(selector: string) => form.querySelector<Control>(selector)

/** Reads public data of the studio. @returns null if the server cannot be reached */
export const fetchPublic = (path: string, query: Record<string, string>) =>
  fetch(`/api/v1/public/studios/${form.dataset.booking}/${path}?${new URLSearchParams(query)}`).catch(() => null)

/** Writes a text into all elements with the attribute `data-{name}`. */
export function setText(name: string, value = '') {
  for (const element of form.querySelectorAll(`[data-${name}]`)) element.textContent = value
}

/** The chosen day, or the first day with a free time. */
export const findShownDay = () =>
  state.times.days.find(({ date }) => date === state.day) ?? state.times.days.find(({ starts }) => starts[0])

/** The value of the chosen start. A list has one value per start, or one value for all of them. */
export const getValueAtStart = <Value>({ starts }: Day, list: readonly Value[]) =>
  list[list.length > 1 ? starts.indexOf(state.start) : 0]

/** Two weeks, or all days that were sent once the visitor asked for more. */
export const countShownDays = () => (findInForm('[data-days]')?.hasAttribute('data-all') ? DAYS_SENT : DAYS_SHOWN)

export function setIsBooking(isBooking: boolean) {
  state.isBooking = isBooking
  form.ariaBusy = String(isBooking)
}

const sumMinutes = (start: string, minutes: number) => {
  const [hours = 0, rest = 0] = start.split(':').map(Number)
  return hours * 60 + rest + minutes
}

/** The end of a session as HH:MM, which may be on a later day. */
export const addMinutes = (start: string, minutes: number) =>
  new Date((sumMinutes(start, minutes) % MINUTES_PER_DAY) * 60_000).toISOString().slice(11, 16)

/** On how many days a session takes place. */
export const countDays = (start: string, minutes: number) =>
  Math.floor(sumMinutes(start, minutes) / MINUTES_PER_DAY) + 1
