import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService, PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { type Formats, timeText } from '@studiohub/contract/shared/formats.ts'

type Service = Omit<PublicService, 'pictures'>
type FormEntry = Record<string, string | null>

/** A visitor's input, and the errors in it. */
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

/** The texts of the visitor's new hold, for the page that the server sends after the form. */
export type HoldTexts = {
  email: string
  until: string
  session: string
  room: string
  price: string
  cancellation: string | null
}

export type Captcha = { provider: 'turnstile' | 'hcaptcha'; siteKey: string }

/** What the booking form needs in addition to the services and times. */
export type FormOptions = {
  /** From a link or the sent form: `service`, `minutes`, `day` and `time`. */
  query?: URLSearchParams
  /** Whether visitors can become clients: sign-up is on. */
  takes_visitors?: boolean
  captcha?: Captcha | null
  form?: FormState
  /** Set if the form has created a hold: the page then shows the hold instead of the form. */
  formatHold?: (formats: Formats) => HoldTexts
}

/** As many days as the form shows before "Show the whole month". */
export const DAYS_SHOWN = 14
// If there are more starts, only the first, full hours and the selected start are shown, as in the page's script.
const STARTS_SHOWN = 16

type FormContext = {
  slug: string
  services: readonly Service[]
  service: Service
  times: PublicTimes
  /** Whether visitors can book on this page. */
  visitors: boolean
  formats: Formats
  /** What it costs to cancel, as text for any session. */
  cancellationRule: string
  /** The same text with the dates that apply to one session. */
  cancellationRuleAt: (start: { day: string; time: string }) => string
}

/** Fills the booking form with values and lists as text, so that it works without the page's script. */
export function fillForm(context: FormContext, { query, form, formatHold, captcha }: FormOptions) {
  const { slug, services, service, times, visitors, formats, cancellationRule, cancellationRuleAt } = context
  const hold = formatHold?.(formats)
  const queryStart = { day: query?.get('day') ?? '', time: query?.get('time') ?? '' }
  const day =
    times.days.find(({ date }) => date === queryStart.day) ?? times.days.find(({ starts }) => starts.length > 0)
  const start = day?.starts.includes(queryStart.time) ? queryStart.time : ''
  const isShownFirst = (time: string, index: number) => index === 0 || time.endsWith(':00') || time === start
  const starts = day?.starts ?? []
  const shownStarts = starts.length <= STARTS_SHOWN ? starts : starts.filter(isShownFirst)
  const selection = { minutes: String(times.minutes), ...(start && day && { day: day.date, time: start }) }
  const shownDays = times.days.slice(0, DAYS_SHOWN)
  const [firstDay, lastDay] = [shownDays[0], shownDays.at(-1)]
  const values = {
    choice_day: day?.date ?? '',
    choice_text:
      day && start
        ? `${day.weekday}, ${dateTextOf(day)}, ${timeText(start, formats)} – ${timeText(endTimeOf(start, times.minutes), formats)}`
        : 'Choose a time to book',
    choice_price: day && start ? getValueAtStart(day, day.prices, start) : '',
    choice_room: day && start ? getValueAtStart(day, day.rooms, start) : '',
    choice_rule: day && start ? cancellationRuleAt({ day: day.date, time: start }) : cancellationRule,
    choice_url: `/${slug}/book/${service.key}?${new URLSearchParams(selection)}`,
    day_name: day ? describeDay(day) : 'No free time in these days',
    has_more_starts: shownStarts.length < starts.length,
    month: firstDay && lastDay ? `${dateTextOf(firstDay)} – ${dateTextOf(lastDay)}` : '',
    visitors,
    shows_form: !hold,
    held: hold !== undefined,
    held_email: hold?.email ?? '',
    held_until: hold?.until ?? '',
    // `?` alone is the address of this page without the visitor's input.
    again_url: '?',
    held_session: hold?.session ?? '',
    held_room: hold?.room || null,
    held_price: hold?.price || null,
    held_cancellation: hold?.cancellation ?? null,
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
    // Without a script, a browser selects the first entry of a list.
    option: putChosenFirst(services, ({ key }) => key === service.key).map(({ key, label }) => ({ key, label })),
    length: putChosenFirst(times.lengths, ({ minutes }) => minutes === times.minutes).map(({ minutes, text }) => ({
      minutes: String(minutes),
      text,
    })),
    day: shownDays.map((entry) => ({
      number: entry.day,
      weekday: entry.weekday,
      label: describeDay(entry),
      chosen: entry === day ? 'true' : null,
      url: `?${new URLSearchParams({ service: service.key, minutes: String(times.minutes), day: entry.date })}#book`,
    })),
    start: shownStarts.map((time) => ({ time, text: timeText(time, formats), chosen: time === start ? 'true' : null })),
  }
  return { values, lists }
}

function errorValues(form: FormState | undefined) {
  const { name, email, code, time } = form?.errors ?? {}
  return {
    name_error: name ?? null,
    email_error: email ?? null,
    code_error: code ?? null,
    time_error: time ?? null,
    name_invalid: name ? 'true' : 'false',
    email_invalid: email ? 'true' : 'false',
  }
}

// The page's script writes the same text.
const describeDay = ({ name, reason }: { name: string; reason: string | null }) =>
  reason ? `${name}: ${reason}` : name

/** The value of a start. A list has one value for each start, or one for all of them. */
export const getValueAtStart = ({ starts }: { starts: readonly string[] }, list: readonly string[], start: string) =>
  list[list.length > 1 ? starts.indexOf(start) : 0] ?? ''

/** The lists of a form without any service to book. */
export const emptyForm = { option: [], length: [], day: [], start: [] }

// Removes the weekday: 'Sunday, November 22' gives 'November 22'.
const dateTextOf = ({ name }: { name: string }) => name.split(', ')[1] ?? name
const endTimeOf = (start: string, minutes: number) => getTimesOfLength(start, minutes).end_time

const putChosenFirst = <Each>(list: readonly Each[], isChosen: (entry: Each) => boolean): Each[] => [
  ...list.filter(isChosen),
  ...list.filter((entry) => !isChosen(entry)),
]
