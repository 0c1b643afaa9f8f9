import { expect, test } from 'vitest'
import { isOpen, isOverdue, isPossible } from './rules.ts'

test('a task is started, then completed, and can be given up before (spec section 4)', () => {
  expect(isPossible('start', 'pending')).toBe(true)
  expect(isPossible('complete', 'in_progress')).toBe(true)
  expect(isPossible('complete', 'pending')).toBe(false)
  expect(isPossible('start', 'in_progress')).toBe(false)
  expect(isPossible('cancel', 'in_progress')).toBe(true)
  for (const over of ['completed', 'cancelled'] as const) {
    for (const step of ['start', 'complete', 'cancel'] as const) expect(isPossible(step, over)).toBe(false)
  }
})

test('a task is overdue from the day after its own, and never once it is done', () => {
  const task = { status: 'pending', due_date: '2026-11-20' } as const
  expect(isOverdue(task, '2026-11-20')).toBe(false)
  expect(isOverdue(task, '2026-11-21')).toBe(true)
  expect(isOverdue({ ...task, status: 'completed' }, '2026-11-21')).toBe(false)
  expect(isOverdue({ ...task, due_date: null }, '2026-11-21')).toBe(false)
  expect(isOpen({ status: 'cancelled' })).toBe(false)
})
