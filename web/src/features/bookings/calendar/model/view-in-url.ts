import type { Show } from '#features/bookings/api.ts'
import { type Filters, filterNames, filtersIn } from '#features/bookings/model/filters.ts'
import { monthOfDay } from './month-grid.ts'

export const views = ['calendar', 'list'] as const
export type View = (typeof views)[number]

export const scales = ['month', 'week', 'day'] as const
/** How much of the calendar is seen at once. */
export type Scale = (typeof scales)[number]

export const shows = ['all', 'upcoming', 'pending'] as const satisfies Show[]

const FIRST_MONTH = '1970-02'
const LAST_MONTH = '2199-11'

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= FIRST_MONTH && text <= LAST_MONTH

// The weeks of the months before and after would reach over the edge of the calendar.
function isDay(text: string) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && isMonth(monthOfDay(text))
}

/** What of the bookings screen a reload keeps: `?tab=list&show=pending`, `?month=2026-11`, `?view=week&date=2026-11-23&room=...`. */
export type InUrl = { view: View; scale: Scale; month: string; date: string; show: Show; filters: Filters }

/** Reads the address; whatever is missing or makes no sense there is the calendar, the month of `today`, today. */
export function readUrl(params: URLSearchParams, today: string): InUrl {
  const [month, date] = [params.get('month') ?? '', params.get('date') ?? '']
  return {
    view: views.find((view) => view === params.get('tab')) ?? 'calendar',
    scale: scales.find((scale) => scale === params.get('view')) ?? 'month',
    month: isMonth(month) ? month : monthOfDay(today),
    date: isDay(date) ? date : today,
    show: shows.find((show) => show === params.get('show')) ?? 'all',
    filters: filtersIn(params),
  }
}

/** Writes the address, shortest where it says what is understood anyway; other parameters stay. */
export function writeUrl(params: URLSearchParams, inUrl: InUrl, today: string): URLSearchParams {
  const { view, scale, month, date, show, filters } = inUrl
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, understood: string) =>
    value === understood ? next.delete(name) : next.set(name, value)
  put('tab', view, 'calendar')
  put('view', scale, 'month')
  put('month', month, monthOfDay(today))
  put('date', date, today)
  put('show', show, 'all')
  for (const name of filterNames) put(name, filters[name], '')
  return next
}

/** The same place on another scale: the day that the month shows first, or the month that the day lies in. */
export function rescaled(
  { scale, month, date }: InUrl,
  to: Scale,
  today: string,
): Pick<InUrl, 'scale' | 'month' | 'date'> {
  if (to === 'month') return { scale: to, month: scale === 'month' ? month : monthOfDay(date), date: today }
  if (scale !== 'month') return { scale: to, month: monthOfDay(today), date }
  const day = monthOfDay(date) === month ? date : `${month}-01`
  return { scale: to, month: monthOfDay(today), date: day }
}
