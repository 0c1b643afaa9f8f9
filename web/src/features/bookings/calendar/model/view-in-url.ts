import type { BookingListFilter } from '#features/bookings/api.ts'
import { type Filters, filterNames, readFilters } from '#features/bookings/model/filters.ts'
import { getMonth } from './month-grid.ts'

export const views = ['calendar', 'list'] as const
export type View = (typeof views)[number]

export const scales = ['month', 'week', 'day'] as const
/** The scale of the calendar. */
export type Scale = (typeof scales)[number]

export const listFilters = ['all', 'upcoming', 'pending'] as const satisfies BookingListFilter[]

const FIRST_MONTH = '1970-02'
const LAST_MONTH = '2199-11'

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= FIRST_MONTH && text <= LAST_MONTH

// Dates near the limits are excluded, because their weeks would exceed the valid range.
function isDay(text: string) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && isMonth(getMonth(text))
}

/**
 * State of the bookings screen in the URL: `?tab=list&show=pending`, `?month=2026-11`,
 * `?view=week&date=2026-11-23&room=...`.
 */
export type UrlState = {
  view: View
  scale: Scale
  month: string
  date: string
  show: BookingListFilter
  filters: Filters
}

/** Reads the state from the URL; missing or invalid values default to the calendar of the month of `today`. */
export function readUrl(params: URLSearchParams, today: string): UrlState {
  const [month, date] = [params.get('month') ?? '', params.get('date') ?? '']
  return {
    view: views.find((view) => view === params.get('tab')) ?? 'calendar',
    scale: scales.find((scale) => scale === params.get('view')) ?? 'month',
    month: isMonth(month) ? month : getMonth(today),
    date: isDay(date) ? date : today,
    show: listFilters.find((show) => show === params.get('show')) ?? 'all',
    filters: readFilters(params),
  }
}

/** Writes the state to the URL without default values; other parameters stay. */
export function writeUrl(params: URLSearchParams, urlState: UrlState, today: string): URLSearchParams {
  const { view, scale, month, date, show, filters } = urlState
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, understood: string) =>
    value === understood ? next.delete(name) : next.set(name, value)
  put('tab', view, 'calendar')
  put('view', scale, 'month')
  put('month', month, getMonth(today))
  put('date', date, today)
  put('show', show, 'all')
  for (const name of filterNames) put(name, filters[name], '')
  return next
}

/** The same position in another view: the first date of the month, or the month of the date. */
export function changeScale(
  { scale, month, date }: UrlState,
  to: Scale,
  today: string,
): Pick<UrlState, 'scale' | 'month' | 'date'> {
  if (to === 'month') return { scale: to, month: scale === 'month' ? month : getMonth(date), date: today }
  if (scale !== 'month') return { scale: to, month: getMonth(today), date }
  const day = getMonth(date) === month ? date : `${month}-01`
  return { scale: to, month: getMonth(today), date: day }
}
