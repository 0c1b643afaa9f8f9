import { expect, test } from 'vitest'
import { isRecentDay, listChanges, renderDayPage } from './day-page.ts'
import type { OfflineDay, WaitingChange } from './device-store.ts'

const change = {
  id: 'one',
  call: 'checkins.create',
  input: { studio_id: 's', client_id: 'c' },
  text: 'Check in Cleo "C" Client',
} as const
const day: OfflineDay = {
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
const waitingChange: WaitingChange = { ...change, key: 'k', user_id: 'me', at: '2026-11-24T10:01:00Z' }
const render = (waiting: readonly WaitingChange[] = [], storedDay: OfflineDay | null = day) =>
  renderDayPage({ day: storedDay, waiting, path: '/studio?tab="x"', nonce: 'n' })

test('the offline page shows the stored day and escapes its texts', () => {
  const html = render()
  for (const text of ['Tue, Nov 24, 12:00 – 14:00', 'Room A', 'Dock 1 &amp; 2', 'Tune the piano', 'You are offline.'])
    expect(html).toContain(text)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<Northern>')
  expect(html).toContain('href="/studio?tab=&quot;x&quot;"')
  expect(html).toContain('query=Dock%201%20%26%202')
  expect(html).toContain('<button>Check in Cleo &quot;C&quot; Client</button>')
})

test('the offline page offers no waiting change again, and shows no changes of other people', () => {
  expect(render([waitingChange])).not.toContain('<button>')
  expect(render([waitingChange])).toContain('Waiting to be sent')
  expect(render([{ ...waitingChange, user_id: 'other' }])).toContain('<button>')
  expect(render([{ ...waitingChange, user_id: 'other' }])).not.toContain('Waiting to be sent')
  expect(render([waitingChange], null)).not.toContain('Cleo')
  expect(render([waitingChange], null)).toContain('This page needs a connection.')
})

test('a waiting task does not hide another task with the same title', () => {
  const tasks = ['one', 'two'].map((id) => {
    const complete = { id, call: 'tasks.complete', input: { id }, text: 'Complete Tune the piano' } as const
    return { id, title: 'Tune the piano', due: null, change: complete }
  })
  const waiting = tasks.slice(0, 1).map(({ change }) => ({ ...waitingChange, ...change }))
  const html = render(waiting, { ...day, sessions: [], tasks })
  expect(html.match(/<button>Complete Tune the piano<\/button>/g)).toHaveLength(1)
  expect(html).toContain('name="change" value="two"')
})

test('a stored day is shown for two days, and its changes can be listed', () => {
  expect(isRecentDay(day, new Date('2026-11-26T09:59:00Z'))).toBe(true)
  expect(isRecentDay(day, new Date('2026-11-26T10:00:00Z'))).toBe(false)
  expect(listChanges(day)).toEqual([change])
})
