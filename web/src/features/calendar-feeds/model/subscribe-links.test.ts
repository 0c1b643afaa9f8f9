import { expect, test } from 'vitest'
import { listSubscribeLinks } from './subscribe-links.ts'

test('Google and Apple get the address as webcal, Outlook gets it with a name', () => {
  const links = listSubscribeLinks('https://studio.example/calendars/abc.ics', 'Sound & Light')
  expect(links.map(({ href }) => href)).toEqual([
    'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fstudio.example%2Fcalendars%2Fabc.ics',
    'webcal://studio.example/calendars/abc.ics',
    'https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Fstudio.example%2Fcalendars%2Fabc.ics&name=Sound%20%26%20Light',
  ])
})
