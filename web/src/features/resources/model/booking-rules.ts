import { lengthText } from './lengths.ts'

const countText = (count: number, singular: string) => `${count} ${singular}${count === 1 ? '' : 's'}`
/** A number of hours: '36 hours', or '2 days' if they are whole days. */
export const hoursText = (hours: number) =>
  hours >= 24 && hours % 24 === 0 ? countText(hours / 24, 'day') : countText(hours, 'hour')
const daysText = (days: number) => (days % 365 === 0 ? countText(days / 365, 'year') : countText(days, 'day'))
const noticeText = (minutes: number) => (minutes >= 60 ? hoursText(minutes / 60) : lengthText(minutes))

/** The booking rules for clients, with options and labels. */
export const bookingRuleFields = [
  {
    name: 'min_notice_minutes',
    label: 'Minimum notice',
    hint: 'How long before a session clients can still book it.',
    values: [0, 30, 60, 120, 240, 720, 1440, 2880, 10_080],
    text: (minutes: number) => (minutes === 0 ? 'No notice needed' : `${noticeText(minutes)} before`),
  },
  {
    name: 'booking_horizon_days',
    label: 'How far ahead',
    hint: 'How long in advance clients can book.',
    values: [14, 30, 60, 90, 180, 365, 730, 1095],
    text: daysText,
  },
  {
    name: 'cancellation_cutoff_hours',
    label: 'Clients cancel online until',
    hint: 'After this, clients have to contact you. You can cancel at any time.',
    values: [0, 1, 2, 4, 12, 24, 48, 72, 168],
    text: (hours: number) => (hours === 0 ? 'When the session starts' : `${hoursText(hours)} before`),
  },
  {
    name: 'open_requests_max',
    label: 'Open requests per client',
    hint: 'Requests waiting for your answer. A series counts as one.',
    values: [1, 2, 3, 5, 10, 20, 50, 100],
    text: (count: number) => countText(count, 'request'),
  },
  {
    name: 'hours_ahead_max',
    label: 'Hours ahead per client',
    hint: 'Upcoming hours that one client can book. Sessions you book for them do not count.',
    values: [4, 8, 16, 24, 40, 60, 80, 120, 200, 500, 1000],
    text: (hours: number) => countText(hours, 'hour'),
  },
  {
    name: 'series_sessions_max',
    label: 'Sessions per series',
    hint: 'How many sessions a client can book at once as a weekly series.',
    values: [1, 4, 8, 12, 26, 52, 104],
    text: (count: number) => countText(count, 'session'),
  },
  {
    name: 'request_expiry_hours',
    label: 'Requests expire after',
    hint: 'After this time, an unanswered request expires and its time is free again.',
    values: [1, 2, 4, 12, 24, 48, 72, 168],
    text: hoursText,
  },
] as const
