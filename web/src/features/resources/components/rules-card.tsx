import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { type Choice, Select } from '../../../ui/select.tsx'
import { lengthText } from '../parts/lengths.ts'
import type { HoursFormOf } from './spans-editor.tsx'

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
const hoursText = (hours: number) =>
  hours >= 24 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')
const daysText = (days: number) => (days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day'))
const noticeText = (minutes: number) => (minutes >= 60 ? hoursText(minutes / 60) : lengthText(minutes))

const rules = [
  {
    name: 'min_notice_minutes',
    label: 'Clients book at least',
    hint: 'How long before a session clients can still book it.',
    values: [0, 30, 60, 120, 240, 720, 1440, 2880, 10_080],
    text: (minutes: number) => (minutes === 0 ? 'No notice needed' : `${noticeText(minutes)} ahead`),
  },
  {
    name: 'booking_horizon_days',
    label: 'Clients book at most',
    hint: 'How far ahead your calendar is open for them.',
    values: [14, 30, 60, 90, 180, 365, 730, 1095],
    text: (days: number) => `${daysText(days)} ahead`,
  },
  {
    name: 'cancellation_cutoff_hours',
    label: 'Clients cancel online until',
    hint: 'After that they call you. You can cancel at any time.',
    values: [0, 1, 2, 4, 12, 24, 48, 72, 168],
    text: (hours: number) => (hours === 0 ? 'The session begins' : `${hoursText(hours)} before`),
  },
  {
    name: 'open_requests_max',
    label: 'Open requests per client',
    hint: 'Requests that wait for your answer. A series counts as one.',
    values: [1, 2, 3, 5, 10, 20, 50, 100],
    text: (count: number) => plural(count, 'request'),
  },
  {
    name: 'hours_ahead_max',
    label: 'Hours ahead per client',
    hint: 'Time that one client may hold. What you book for them does not count.',
    values: [4, 8, 16, 24, 40, 60, 80, 120, 200, 500, 1000],
    text: (hours: number) => plural(hours, 'hour'),
  },
  {
    name: 'request_expiry_hours',
    label: 'Requests expire after',
    hint: 'A request that you do not answer frees its time again.',
    values: [1, 2, 4, 12, 24, 48, 72, 168],
    text: hoursText,
  },
] as const

/** What may be chosen, with what is set now where that is none of it. */
const choicesOf = ({ values, text }: (typeof rules)[number], now: number): Choice[] =>
  [...new Set<number>([...values, now])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: `${value}`, label: text(value) }))

/** How clients book: how soon, how far ahead, cancelled until when, and how much. */
export function RulesCard({ form }: { form: HoursFormOf }) {
  return (
    <Card title="Booking rules" description="They bind clients. You book and cancel whenever you like.">
      <div className="grid items-start gap-4 md:grid-cols-2">
        {rules.map((rule) => (
          <Field key={rule.name} label={rule.label} hint={rule.hint}>
            {(control) => (
              <Select
                {...control}
                choices={choicesOf(rule, form.watch(rule.name))}
                value={form.watch(rule.name)}
                onChange={(event) => form.setValue(rule.name, Number(event.target.value), { shouldDirty: true })}
              />
            )}
          </Field>
        ))}
      </div>
    </Card>
  )
}
