import { expect, test } from 'vitest'
import { CalendarTimesQuery, NewAccountCalendars, NewConnectedCalendar } from './schema.ts'

const resource_id = '0f2e7a4e-57c6-4d1c-9d6c-0a1b2c3d4e5f'
const messagesOf = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  (error?.issues ?? []).map(({ message }) => message)

test.each([
  ['https://calendar.example/a.ics', 'https://calendar.example/a.ics'],
  ['http://calendar.example/a.ics', 'http://calendar.example/a.ics'],
  ['webcal://calendar.example/a.ics', 'https://calendar.example/a.ics'],
])('the URL of a calendar begins with https, http or webcal: %s', (url, saved) => {
  expect(NewConnectedCalendar.parse({ resource_id, label: 'Private', url }).url).toBe(saved)
})

test.each(['ftp://calendar.example/a.ics', 'calendar.example/a.ics', 'https://sam:secret@calendar.example/'])(
  'the error of another URL names all that it may begin with: %s',
  (url) => {
    expect(messagesOf(NewConnectedCalendar.safeParse({ resource_id, label: 'Private', url }))).toEqual([
      'Enter an address that begins with https:// or http:// and has no user name or password',
    ])
  },
)

test('an account with an https URL has no calendars with http', () => {
  const account = { resource_id, username: 'sam', password: 'secret' }
  const calendars = [{ url: 'http://calendar.example/sam/', label: 'Private' }]
  expect(messagesOf(NewAccountCalendars.safeParse({ ...account, url: 'calendar.example', calendars }))).toEqual([
    'The addresses of the calendars must begin with https://',
  ])
  expect(messagesOf(NewAccountCalendars.safeParse({ ...account, url: 'http://calendar.example', calendars }))).toEqual(
    [],
  )
})

test('an invalid date gets only its own error, not that of the range', () => {
  const messages = messagesOf(CalendarTimesQuery.safeParse({ studio_id: resource_id, from: 'x', to: '2027-01-01' }))
  expect(messages).toContain('Please select a date')
  expect(messages).not.toContain('Choose 1 to 42 days')
})
