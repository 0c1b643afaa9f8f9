import type { Activity, AuditSubject } from '@studiohub/contract/features/admin/schema.ts'
import { expect, test } from 'vitest'
import { canShareSentence, describeActivity, sentenceText, uniqueObjects } from './activity-sentence.ts'

const bare = { id: 'cleo', email: null, booking_date: null, start_time: null }
const session: AuditSubject = {
  ...bare,
  kind: 'booking',
  name: 'Cleo Marsh',
  booking_date: '2026-12-01',
  start_time: '14:00',
}
const client: AuditSubject = { ...bare, kind: 'client', name: 'Cleo Marsh' }
const card: AuditSubject = { ...bare, kind: 'card', name: 'Mix side A' }
const anEntry = (entry: Partial<Activity>): Activity => ({
  id: '1',
  at: '2026-11-30T10:00:00.000Z',
  actor_id: 'nora',
  actor_name: 'Nora Lind',
  action: 'bookings.confirm',
  object_type: 'booking',
  object_id: null,
  before: null,
  after: null,
  names: {},
  subject: session,
  ...entry,
})
const describe = (entry: Partial<Activity>) => sentenceText(describeActivity(anEntry(entry), 'Europe/Amsterdam'))

const times = (booking_date: string, start_time: string, end_time: string) => ({ booking_date, start_time, end_time })

test('a session that moved has its old and its new time', () => {
  const before = times('2026-11-30', '10:00', '12:00')
  const move = (after: object, action = 'bookings.update') => describe({ action, before, after })
  expect(move(times('2026-12-01', '14:00', '16:00'))).toBe(
    "Nora Lind moved Cleo Marsh's session from Mon, Nov 30, 10:00 to Tue, Dec 1, 14:00",
  )
  expect(move(times('2026-11-30', '14:00', '16:00'), 'bookings.requestChange')).toBe(
    "Nora Lind asked to move Cleo Marsh's session from Mon, Nov 30, 10:00 to 14:00",
  )
  expect(move(times('2026-11-30', '10:00', '13:00'))).toBe(
    "Nora Lind changed Cleo Marsh's session on Mon, Nov 30 from 10:00 – 12:00 to 10:00 – 13:00",
  )
  const people = { before: { ...before, people: 2 }, after: { ...before, people: 4 } }
  expect(describe({ action: 'bookings.update', ...people })).toBe(
    "Nora Lind changed Cleo Marsh's session on Mon, Nov 30, 10:00: people 2 → 4",
  )
})

test('a session says whose it is', () => {
  expect(describe({})).toBe("Nora Lind confirmed Cleo Marsh's session on Tue, Dec 1, 14:00")
  const own = { actor_id: 'cleo', actor_name: 'Cleo Marsh', before: { fee: null } }
  const fee = { amount_minor: 2500, waived_at: null }
  expect(describe({ ...own, action: 'bookings.cancel', after: { client_id: 'cleo', currency: 'EUR', fee } })).toBe(
    'Cleo Marsh cancelled their session on Tue, Dec 1, 14:00, with a fee of €25',
  )
  expect(describe({ ...own, action: 'bookings.create', after: { client_id: 'cleo', status: 'pending' } })).toBe(
    'Cleo Marsh requested a session on Tue, Dec 1, 14:00',
  )
  expect(describe({ action: 'bookings.create', after: { status: 'confirmed' } })).toBe(
    'Nora Lind booked a session for Cleo Marsh on Tue, Dec 1, 14:00',
  )
  const noShow = (no_show_at: string | null) => describe({ action: 'bookings.noShow', after: { no_show_at } })
  expect([noShow('2026-12-01T16:00:00Z'), noShow(null)]).toEqual([
    "Nora Lind marked Cleo Marsh's session on Tue, Dec 1, 14:00 as a no-show",
    "Nora Lind unmarked Cleo Marsh's session on Tue, Dec 1, 14:00 as a no-show",
  ])
  expect(describe({ subject: { ...session, name: null } })).toBe(
    'Nora Lind confirmed an internal session on Tue, Dec 1, 14:00',
  )
  expect(describe({ action: 'bookings.createBlock', subject: { ...session, kind: 'block', name: null } })).toBe(
    'Nora Lind blocked time on Tue, Dec 1, 14:00',
  )
})

test('other entries are sentences with their object and their changes', () => {
  expect(describe({ action: 'checkins.create', subject: client })).toBe('Nora Lind checked in Cleo Marsh')
  expect(describe({ action: 'checkins.create', subject: session })).toBe('Nora Lind checked in Cleo Marsh')
  expect(describe({ action: 'board.create_comment', subject: card })).toBe('Nora Lind commented on the card Mix side A')
  expect(describe({ action: 'board.delete', subject: null })).toBe('Nora Lind deleted a card')
  const phases = { before: { phase: 'production' }, after: { phase: 'post_production' } }
  expect(describe({ action: 'board.move', subject: card, ...phases })).toBe(
    'Nora Lind moved the card Mix side A from Production to Post-Production',
  )
  const changed = { changed: ['updated_at', 'phone', 'tags', 'notes'] }
  expect(describe({ action: 'clients.update', subject: client, before: {}, after: changed })).toBe(
    'Nora Lind changed the record of Cleo Marsh: phone and 2 more',
  )
  const role = { subject: { ...client, kind: 'person' as const }, after: { role: 'staff' } }
  expect(describe({ action: 'roles.assign', ...role })).toBe('Nora Lind assigned the role Crew Member to Cleo Marsh')
  expect(describe({ action: 'crew.updateAgent', subject: null, after: { key: 'stu', is_active: false } })).toBe(
    'Nora Lind switched off the assistant Stu',
  )
  expect(describe({ action: 'bookings.complete', actor_id: null, actor_name: null })).toBe(
    "StudioHub completed Cleo Marsh's session on Tue, Dec 1, 14:00",
  )
})

test('one sentence names several objects of the same action', () => {
  const invite = (name: string, action = 'invitations.create') => {
    const entry = anEntry({ action, subject: { ...bare, kind: 'invitation', name } })
    return { ...entry, sentence: describeActivity(entry, 'UTC') }
  }
  expect(canShareSentence(invite('Mina'), invite('Kai'))).toBe(true)
  expect(canShareSentence(invite('Mina'), invite('Mina', 'invitations.resend'))).toBe(false)
  expect(uniqueObjects([invite('Mina'), invite('Kai'), invite('Mina')])).toHaveLength(2)
})
