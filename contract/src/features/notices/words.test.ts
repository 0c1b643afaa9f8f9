import { expect, test } from 'vitest'
import { noticeTexts } from './words.ts'

const cancelled = {
  kind: 'booking_changed' as const,
  data: { change: 'cancelled' as const, service: 'Mixing', booking_date: '2026-11-29', start_time: '17:00' },
  actor_name: 'Ben Alvarez',
  studio_name: 'Northlight',
}

test('a notification tells the studio who changed a session, and the client which studio it is about', () => {
  const textsForStudio = noticeTexts({ ...cancelled, link: '/studio/bookings?booking=1' })
  expect(textsForStudio.detail).toMatch(/17:00\. By Ben Alvarez$/)
  expect(noticeTexts({ ...cancelled, link: '/northlight/bookings' }).detail).toMatch(/17:00\. Northlight$/)
})

test('the notification of an automatic change names the studio, because it has no author', () => {
  const detail = noticeTexts({ ...cancelled, actor_name: null, link: '/studio/bookings?booking=1' }).detail
  expect(detail).toMatch(/Northlight$/)
})
