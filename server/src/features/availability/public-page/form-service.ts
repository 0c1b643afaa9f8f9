import type { PublicService, PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { createSession } from '@studiohub/contract/features/availability/starts/rules.ts'
import { type Formats, timeText } from '@studiohub/contract/shared/formats.ts'

type Service = Omit<PublicService, 'pictures'>
type FormEntry = Record<string, string | null>

/** A visitor's input and its errors. */
export type FormState = {
  name: string
  email: string
  /** The discount code. */
  code: string
  errors: { [field in 'name' | 'email' | 'code' | 'time']?: string | undefined }
  /** The error of the form as a whole. */
  message: string | null
  /** Whether the page asks the visitor to sign in. */
  needs_sign_in: boolean
}

/** The visitor's current hold, for the page that answers the form. */
export type ShownHoldState = {
  email: string
  until: string
  session: string
  price: string
  cancellation: string | null
}

export type Captcha = { provider: 'turnstile' | 'hcaptcha'; siteKey: string }

/** The data of the booking form besides services and times. */
export type FormOptions = {
  /** The service, length, day and time that a link or the sent form names. */
  query?: URLSearchParams
  /** Whether visitors can become clients: sign-up is on. */
  takes_visitors?: boolean
  captcha?: Captcha | null
  form?: FormState
  held?: (formats: Formats) => ShownHoldState
}

const DAYS_SHOWN = 14
// Above this number of starts only full hours are shown, as in the page's script.
const STARTS_SHOWN = 16

type FormContext = {
  slug: string
  services: readonly Service[]
  service: Service
  times: PublicTimes
  visitors: boolean
  formats: Formats
  /** What cancelling costs: for any session, and with the times of one. */
  rule: string
  ruleAt: (start: { day: string; time: string }) => string
}

/** The values and lists of the booking form as text, so that it works before the page's script runs, and without it. */
export function fillForm(context: FormContext, { query, form, held: heldOf, captcha }: FormOptions) {
  const { slug, services, service, times, visitors, formats, rule, ruleAt } = context
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
    choice_rule: day && start ? ruleAt({ day: day.date, time: start }) : rule,
    choice_url: `/${slug}/book/${service.key}?${new URLSearchParams(choice)}`,
    day_name: day ? [day.name, day.reason].filter(Boolean).join(': ') : 'No free time in these days',
    has_more_starts: shown.length < starts.length,
    month: first && last ? `${dayOf(first)} – ${dayOf(last)}` : '',
    visitors,
    shows_form: !held,
    held: held !== undefined,
    held_email: held?.email ?? '',
    held_until: held?.until ?? '',
    // The address of the same page without the input.
    again_url: '?',
    held_session: held?.session ?? '',
    held_price: held?.price || null,
    held_cancellation: held?.cancellation ?? null,
    form_name: form?.name ?? '',
    form_email: form?.email ?? '',
    form_code: form?.code ?? '',
    has_code: Boolean(form?.code),
    form_message: form?.message ?? null,
    needs_sign_in: form?.needs_sign_in ?? false,
    ...errorValues(form),
    turnstile: visitors && captcha?.provider === 'turnstile' ? captcha.siteKey : null,
    hcaptcha: visitors && captcha?.provider === 'hcaptcha' ? captcha.siteKey : null,
  }
  const lists: Record<string, FormEntry[]> = {
    // Without a script the chosen entry must come first in a list.
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
  const { name, email, code, time } = form?.errors ?? {}
  return {
    ...{ name_error: name ?? null, email_error: email ?? null, code_error: code ?? null, time_error: time ?? null },
    ...{ name_invalid: name ? 'true' : 'false', email_invalid: email ? 'true' : 'false' },
  }
}

/** A form in which nothing can be booked. */
export const emptyForm = { option: [], length: [], day: [], start: [] }

const dayOf = ({ name }: { name: string }) => name.split(', ')[1] ?? name
const endOf = (start: string, minutes: number) => createSession(start, minutes).end_time

const chosenFirst = <Each>(list: readonly Each[], isChosen: (one: Each) => boolean): Each[] => [
  ...list.filter(isChosen),
  ...list.filter((one) => !isChosen(one)),
]
