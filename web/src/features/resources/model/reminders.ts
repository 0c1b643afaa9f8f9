import { REMINDERS_MAX } from '@studiohub/contract/features/resources/schema.ts'

const standard = [168, 72, 48, 24, 12, 3, 1]

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
const duration = (hours: number) =>
  hours >= 24 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')

/** When a client can be reminded, the earliest first, with values that are not standard options. */
export const reminderChoices = (chosen: readonly number[]) =>
  [...new Set([...standard, ...chosen])]
    .toSorted((a, b) => b - a)
    .map((value) => ({ value, label: `${duration(value)} before` }))

/** The error of a choice of reminders. */
export const reminderError = (chosen: readonly number[]) =>
  chosen.length > REMINDERS_MAX ? `Choose at most ${REMINDERS_MAX} reminders` : undefined

/** The choices for the email after a session; an empty value means never. */
export const followUpChoices = (chosen: number | null) => [
  { value: '', label: 'Never' },
  ...[...new Set([2, 24, 48, 168, ...(chosen === null ? [] : [chosen])])]
    .toSorted((a, b) => a - b)
    .map((hours) => ({ value: `${hours}`, label: `${duration(hours)} after the session` })),
]
