import type { BookingListView } from '#features/bookings/lists-api.ts'
import { type Filters, filterNames, readFilters } from '#features/bookings/model/filters.ts'
import { getMonth } from './month-grid.ts'

export const bookingTabs = ['calendar', 'list'] as const
export type BookingTab = (typeof bookingTabs)[number]

export const calendarViews = ['month', 'week', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

export const listViews = ['all', 'upcoming', 'pending'] as const satisfies BookingListView[]

const FIRST_MONTH = '1970-02'
const LAST_MONTH = '2199-11'

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= FIRST_MONTH && text <= LAST_MONTH

// Dates near the limits are excluded, because their weeks would exceed the valid range.
function isDate(text: string) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && isMonth(getMonth(text))
}

/**
 * State of the bookings screen in the URL: `?tab=list&show=pending`, `?month=2026-11`,
 * `?view=week&date=2026-11-23&room=...`.
 */
export type UrlState = {
  tab: BookingTab
  view: CalendarView
  month: string
  date: string
  show: BookingListView
  filters: Filters
}

/**
 * The view of a URL without one: the month. On phones the week, where sessions are near the top, unless the URL has a
 * month.
 */
const getDefaultView = (params: URLSearchParams, isPhone: boolean): CalendarView =>
  isPhone && !isMonth(params.get('month') ?? '') ? 'week' : 'month'

/** Reads the state from the URL; missing or invalid values default to the calendar around `today`. */
export function readUrlState(params: URLSearchParams, today: string, isPhone: boolean): UrlState {
  const [month, date] = [params.get('month') ?? '', params.get('date') ?? '']
  return {
    tab: bookingTabs.find((tab) => tab === params.get('tab')) ?? 'calendar',
    view: calendarViews.find((view) => view === params.get('view')) ?? getDefaultView(params, isPhone),
    month: isMonth(month) ? month : getMonth(today),
    date: isDate(date) ? date : today,
    show: listViews.find((show) => show === params.get('show')) ?? 'all',
    filters: readFilters(params),
  }
}

/** Writes the state to the URL without default values; other parameters stay. */
export function writeUrlState(
  params: URLSearchParams,
  urlState: UrlState,
  today: string,
  isPhone: boolean,
): URLSearchParams {
  const { tab, view, month, date, show, filters } = urlState
  const next = new URLSearchParams(params)
  const setOrDelete = (name: string, value: string, defaultValue: string) =>
    value === defaultValue ? next.delete(name) : next.set(name, value)
  setOrDelete('tab', tab, 'calendar')
  setOrDelete('month', month, getMonth(today))
  setOrDelete('view', view, getDefaultView(next, isPhone))
  setOrDelete('date', date, today)
  setOrDelete('show', show, 'all')
  for (const name of filterNames) setOrDelete(name, filters[name], '')
  return next
}

/** The same position in another view: the chosen day, or the month of the date. */
export function changeView(
  position: UrlState,
  to: CalendarView,
  today: string,
): Pick<UrlState, 'view' | 'month' | 'date'> {
  const { view, month, date } = position
  if (to === 'month') return { view: to, month: view === 'month' ? month : getMonth(date), date }
  return { view: to, month: getMonth(today), date: getChosenDay(position, today) }
}

/** The chosen day: `date`. If the shown month does not contain it, today or the first day of the month. */
export function getChosenDay({ view, month, date }: Pick<UrlState, 'view' | 'month' | 'date'>, today: string): string {
  if (view !== 'month' || getMonth(date) === month) return date
  return getMonth(today) === month ? today : `${month}-01`
}

/** The one day that the screen shows, also next to a month or week on phones; otherwise an empty text. */
export const getShownDay = (urlState: UrlState, today: string, isPhone: boolean): string =>
  urlState.tab === 'calendar' && (isPhone || urlState.view === 'day') ? getChosenDay(urlState, today) : ''

/** The month that the screen is about: of the calendar's period, for the list the current one. */
export function getShownMonth({ tab, view, month, date }: UrlState, today: string): string {
  if (tab === 'list') return getMonth(today)
  return view === 'month' ? month : getMonth(date)
}
