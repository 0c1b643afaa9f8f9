import { expect, test } from 'vitest'
import { isOpen, isOverdue, isStepAllowed } from './rules.ts'

test('a task is started, then completed; it can be cancelled until then (spec section 4)', () => {
  expect(isStepAllowed('start', 'pending')).toBe(true)
  expect(isStepAllowed('complete', 'in_progress')).toBe(true)
  expect(isStepAllowed('complete', 'pending')).toBe(false)
  expect(isStepAllowed('start', 'in_progress')).toBe(false)
  expect(isStepAllowed('cancel', 'in_progress')).toBe(true)
  for (const over of ['completed', 'cancelled'] as const) {
    for (const step of ['start', 'complete', 'cancel'] as const) expect(isStepAllowed(step, over)).toBe(false)
  }
})

test('an open task is overdue from the day after its due date', () => {
  const task = { status: 'pending', due_date: '2026-11-20' } as const
  expect(isOverdue(task, '2026-11-20')).toBe(false)
  expect(isOverdue(task, '2026-11-21')).toBe(true)
  expect(isOverdue({ ...task, status: 'completed' }, '2026-11-21')).toBe(false)
  expect(isOverdue({ ...task, due_date: null }, '2026-11-21')).toBe(false)
  expect(isOpen({ status: 'cancelled' })).toBe(false)
})
