import { expect, test } from 'vitest'
import { isCurrent, listChanges, renderDayPage } from './day-page.ts'
import type { KeptDay, WaitingChange } from './kept.ts'

const change = {
  id: 'one',
  call: 'checkins.create',
  input: { studio_id: 's', client_id: 'c' },
  text: 'Check in Cleo "C" Client',
} as const
const day: KeptDay = {
  user_id: 'me',
  saved_at: '2026-11-24T10:00:00Z',
  saved_text: 'Tue, Nov 24, 10:00',
  title: 'Today at <Northern> Tape',
  token: 'secret',
  sessions: [
    {
      id: 's',
      day: 'Tue, Nov 24',
      time: '12:00 – 14:00',
      title: 'Recording',
      lines: ['Room A', '<script>alert(1)</script>'],
      address: 'Dock 1 & 2',
      change,
    },
  ],
  tasks: [{ id: 't', title: 'Tune the piano', due: null, change: null }],
}
const waits: WaitingChange = { ...change, key: 'k', user_id: 'me', at: '2026-11-24T10:01:00Z' }
const render = (waiting: readonly WaitingChange[] = [], given: KeptDay | null = day) =>
  renderDayPage({ day: given, waiting, path: '/studio?tab="x"', nonce: 'n' })

test('shows the day in words, with nothing of it as markup', () => {
  const html = render()
  for (const text of ['Tue, Nov 24, 12:00 – 14:00', 'Room A', 'Dock 1 &amp; 2', 'Tune the piano', 'You are offline.'])
    expect(html).toContain(text)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<Northern>')
  expect(html).toContain('href="/studio?tab=&quot;x&quot;"')
  expect(html).toContain('query=Dock%201%20%26%202')
  expect(html).toContain('<button>Check in Cleo &quot;C&quot; Client</button>')
})

test('a change that waits is not offered again, and nobody sees those of another person', () => {
  expect(render([waits])).not.toContain('<button>')
  expect(render([waits])).toContain('Waits to be sent')
  expect(render([{ ...waits, user_id: 'other' }])).toContain('<button>')
  expect(render([{ ...waits, user_id: 'other' }])).not.toContain('Waits to be sent')
  expect(render([waits], null)).not.toContain('Cleo')
  expect(render([waits], null)).toContain('This page needs a connection.')
})

test('a day is shown for two days, and offers its changes', () => {
  expect(isCurrent(day, new Date('2026-11-26T09:59:00Z'))).toBe(true)
  expect(isCurrent(day, new Date('2026-11-26T10:00:00Z'))).toBe(false)
  expect(listChanges(day)).toEqual([change])
})
