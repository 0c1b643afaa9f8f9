import { z } from 'zod'
import type { Show } from '../api.ts'
import { monthOfDay } from './month-grid.ts'

export const views = ['calendar', 'list'] as const
export type View = (typeof views)[number]

export const shows = ['all', 'upcoming', 'pending'] as const satisfies Show[]

const FIRST_MONTH = '1970-02'
const LAST_MONTH = '2199-11'

const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .refine((month) => month >= FIRST_MONTH && month <= LAST_MONTH)

/** What of the bookings screen a reload keeps: `?tab=list&month=2026-11&show=pending`. */
export type InUrl = { view: View; month: string; show: Show }

/** Reads the address; whatever is missing or makes no sense there is the calendar, the month of `today`. */
export function readUrl(params: URLSearchParams, today: string): InUrl {
  return {
    view: z.enum(views).catch('calendar').parse(params.get('tab')),
    month: Month.catch(monthOfDay(today)).parse(params.get('month')),
    show: z.enum(shows).catch('all').parse(params.get('show')),
  }
}

/** Writes the address, shortest where it says what is understood anyway; other parameters stay. */
export function writeUrl(params: URLSearchParams, { view, month, show }: InUrl, today: string): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string, understood: string) =>
    value === understood ? next.delete(name) : next.set(name, value)
  put('tab', view, 'calendar')
  put('month', month, monthOfDay(today))
  put('show', show, 'all')
  return next
}
