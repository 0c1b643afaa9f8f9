import type { PublicService, PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { createSession } from '@studiohub/contract/features/availability/starts/rules.ts'
import { type Formats, timeText } from '@studiohub/contract/shared/formats.ts'

type Service = Omit<PublicService, 'pictures'>
type Entry = Record<string, string | null>

/** A visitor's input, with its errors. */
export type FormState = {
  name: string
  email: string
  errors: { name?: string | undefined; email?: string | undefined; time?: string | undefined }
  /** What went wrong with the whole form. */
  message: string | null
  /** The page asks to sign in. */
  needs_sign_in: boolean
}

/** What a visitor holds now, for the page that answers the form. */
export type HeldState = { email: string; until: string; session: string; price: string; cancellation: string | null }

export type Captcha = { provider: 'turnstile' | 'hcaptcha'; siteKey: string }

/** What the booking form shows besides services and times. */
export type FormOptions = {
  /** The service, length, day and time that a link or the sent form names. */
  query?: URLSearchParams
  /** Whether visitors can become clients: sign-up is on. */
  takes_visitors?: boolean
  captcha?: Captcha | null
  form?: FormState
  held?: (formats: Formats) => HeldState
}

const DAYS_SHOWN = 14
// Of more starts than these the full hours are shown, as by the page's script.
const STARTS_SHOWN = 16

type FormContext = {
  slug: string
  services: readonly Service[]
  service: Service
  times: PublicTimes
  visitors: boolean
  formats: Formats
}

/** The values and lists of the booking form as text, so that it works before and without the page's script. */
export function fillForm(context: FormContext, { query, form, held: heldOf, captcha }: FormOptions) {
  const { slug, services, service, times, visitors, formats } = context
  const held = heldOf?.(formats)
  const chosen = { day: query?.get('day') ?? '', time: query?.get('time') ?? '' }
  const day = times.days.find(({ date }) => date === chosen.day) ?? times.days.find(({ starts }) => starts.length > 0)
  const start = day?.starts.includes(chosen.time) ? chosen.time : ''
  const isMain = (time: string, index: number) => index === 0 || time.endsWith(':00') || time === start
  const starts = day?.starts ?? []
  const shown = starts.length <= STARTS_SHOWN ? starts : starts.filter(isMain)
  const choice = { minutes: String(times.minutes), ...(start && day && { day: day.date, time: start }) }
  const [first, last] = [times.days[0], times.days.at(-1)]
  const values = {
    choice_day: day?.date ?? '',
    choice_text:
      day && start
        ? `${day.weekday}, ${dayOf(day)}, ${timeText(start, formats)} – ${timeText(endOf(start, times.minutes), formats)}`
        : 'Choose a time',
    choice_price: day && start ? (day.prices[day.prices.length > 1 ? day.starts.indexOf(start) : 0] ?? '') : '',
    choice_url: `/${slug}/book/${service.key}?${new URLSearchParams(choice)}`,
    day_name: day ? [day.name, day.reason].filter(Boolean).join(': ') : 'No free time in these days',
    has_more_starts: shown.length < starts.length,
    month: first && last ? `${dayOf(first)} – ${dayOf(last)}` : '',
    visitors,
    shows_form: !held,
    held: held !== undefined,
    held_email: held?.email ?? '',
    held_until: held?.until ?? '',
    // The same page, without the input.
    again_url: '?',
    held_session: held?.session ?? '',
    held_price: held?.price || null,
    held_cancellation: held?.cancellation ?? null,
    form_name: form?.name ?? '',
    form_email: form?.email ?? '',
    form_message: form?.message ?? null,
    needs_sign_in: form?.needs_sign_in ?? false,
    ...errorValues(form),
    turnstile: visitors && captcha?.provider === 'turnstile' ? captcha.siteKey : null,
    hcaptcha: visitors && captcha?.provider === 'hcaptcha' ? captcha.siteKey : null,
  }
  const lists: Record<string, Entry[]> = {
    // Without a script a list begins with the chosen entry.
    option: chosenFirst(services, ({ key }) => key === service.key).map(({ key, label }) => ({ key, label })),
    length: chosenFirst(times.lengths, ({ minutes }) => minutes === times.minutes).map(({ minutes, text }) => ({
      minutes: String(minutes),
      text,
    })),
    day: times.days.slice(0, DAYS_SHOWN).map((one) => ({
      ...{ number: one.day, weekday: one.weekday, label: [one.name, one.reason].filter(Boolean).join(', ') },
      chosen: one === day ? 'true' : null,
      url: `?${new URLSearchParams({ service: service.key, minutes: String(times.minutes), day: one.date })}#book`,
    })),
    start: shown.map((time) => ({ time, text: timeText(time, formats), chosen: time === start ? 'true' : null })),
  }
  return { values, lists }
}

function errorValues(form: FormState | undefined) {
  const { name, email, time } = form?.errors ?? {}
  return {
    ...{ name_error: name ?? null, email_error: email ?? null, time_error: time ?? null },
    ...{ name_invalid: name ? 'true' : 'false', email_invalid: email ? 'true' : 'false' },
  }
}

/** A form without anything to book. */
export const emptyForm = { option: [], length: [], day: [], start: [] }

const dayOf = ({ name }: { name: string }) => name.split(', ')[1] ?? name
const endOf = (start: string, minutes: number) => createSession(start, minutes).end_time

const chosenFirst = <Each>(list: readonly Each[], isChosen: (one: Each) => boolean): Each[] => [
  ...list.filter(isChosen),
  ...list.filter((one) => !isChosen(one)),
]
