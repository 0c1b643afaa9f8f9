import { REMINDERS_MAX } from '@studiohub/contract/features/resources/schema.ts'
import { hoursText } from './booking-rules.ts'
import type { HoursFields } from './hours-form.ts'

const standardHours = [168, 72, 48, 24, 12, 3, 1]

/** The choices for reminders, earliest first. Includes selected values that are not standard. */
export const reminderChoices = (selectedHours: readonly number[]) =>
  [...new Set([...standardHours, ...selectedHours])]
    .toSorted((a, b) => b - a)
    .map((value) => ({ value, label: `${hoursText(value)} before` }))

/** The error of the selected reminders, if there are too many. */
export const reminderError = (selectedHours: readonly number[]) =>
  selectedHours.length > REMINDERS_MAX ? `Choose at most ${REMINDERS_MAX} reminders` : undefined

/** The choices for the email after a session; an empty value means never. */
export const followUpChoices = (selectedHours: number | null) => [
  { value: '', label: 'Never' },
  ...[...new Set([2, 24, 48, 168, ...(selectedHours === null ? [] : [selectedHours])])]
    .toSorted((a, b) => a - b)
    .map((hours) => ({ value: `${hours}`, label: `${hoursText(hours)} after the session` })),
]

const reminderText = (hours: readonly number[]) =>
  hours
    .toSorted((a, b) => b - a)
    .map((value) => `${hoursText(value)} before`)
    .join(', ') || 'None'

type MessageRules = Pick<HoursFields, 'reminder_hours' | 'text_hours' | 'follow_up_hours' | 'review_url'>

/** The messages before and after a session, as a conflict between two admins shows them. */
export const messageFields = [
  {
    name: 'reminder_hours',
    label: 'Remind clients',
    text: ({ reminder_hours }: MessageRules) => reminderText(reminder_hours),
  },
  {
    name: 'text_hours',
    label: 'Remind by text message',
    text: ({ text_hours }: MessageRules) => reminderText(text_hours),
  },
  {
    name: 'follow_up_hours',
    label: 'Thank clients',
    text: ({ follow_up_hours: hours }: MessageRules) =>
      hours === null ? 'Never' : `${hoursText(hours)} after the session`,
  },
  { name: 'review_url', label: 'Review page', text: ({ review_url }: MessageRules) => review_url ?? 'None' },
] as const
