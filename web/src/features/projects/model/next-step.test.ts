import type { Card } from '@studiohub/contract/features/board/schema.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { expect, test } from 'vitest'
import { describeOutlook, findNextStep } from './next-step.ts'

const project: Project = {
  id: 'p',
  studio_id: 's',
  client_id: 'c',
  client_name: 'Ada',
  title: 'Album',
  description: '',
  project_type: 'music',
  status: 'active',
  phase: 'production',
  phase_history: [],
  is_sample: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
}

const session = {
  project_id: 'p',
  status: 'confirmed',
  booking_date: '2026-12-03',
  start_time: '10:00',
  service_type: 'recording',
} as const

const aTask = (due_date: string | null): Task => ({
  id: 't',
  studio_id: 's',
  project_id: 'p',
  title: 'Book players',
  description: null,
  priority: 'medium',
  status: 'pending',
  phase: null,
  due_date,
  assigned_to: null,
  assignee_name: null,
  created_by: null,
  created_by_ai: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  completed_at: null,
  version: 1,
})

const aCard = (phase: Card['phase'], status: Card['status']): Card => ({
  id: 'k',
  studio_id: 's',
  client_id: 'c',
  client_name: 'Ada',
  project_id: 'p',
  title: `${phase} ${status}`,
  description: '',
  priority: 'medium',
  phase,
  status,
  ai_assist: false,
  assigned_agent: null,
  position: 1,
  is_sample: false,
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 1,
  files: 0,
  comments: 0,
})

test('the earlier of the next session and the next due task comes next', () => {
  const work = { sessions: [session], cards: [] }
  expect(findNextStep(project, { ...work, tasks: [aTask('2026-12-05')] })).toEqual({ kind: 'session', session })
  expect(findNextStep(project, { ...work, tasks: [aTask('2026-12-05'), aTask('2026-12-01')] })).toMatchObject({
    kind: 'task',
    due_date: '2026-12-01',
  })
})

test('without a date, the first open card of the phase comes next', () => {
  const cards = [aCard('pre_production', 'active'), aCard('production', 'complete'), aCard('production', 'blocked')]
  expect(findNextStep(project, { sessions: [], tasks: [aTask(null)], cards })).toEqual({
    kind: 'card',
    title: 'production blocked',
  })
  expect(findNextStep(project, { sessions: [], tasks: [], cards: [] })).toBeNull()
})

test('nothing comes next in a project that is over, and cancelled sessions do not count', () => {
  const work = { tasks: [], cards: [] }
  expect(findNextStep({ ...project, status: 'completed' }, { ...work, sessions: [session] })).toBeNull()
  expect(findNextStep(project, { ...work, sessions: [{ ...session, status: 'cancelled' }] })).toBeNull()
})

test('the outlook counts the cards of the project that are complete, and has its next session beside an earlier task', () => {
  const cards = [
    aCard('pre_production', 'complete'),
    aCard('production', 'in_review'),
    { ...aCard('production', 'complete'), project_id: 'other' },
  ]
  const sessions = [{ ...session, status: 'cancelled' } as const, session]
  expect(describeOutlook(project, { sessions, tasks: [aTask('2026-12-01')], cards })).toMatchObject({
    nextStep: { kind: 'task' },
    session,
    done: 1,
    cards: 2,
  })
  expect(describeOutlook(project, { sessions: [], tasks: [], cards: [] })).toEqual({
    nextStep: null,
    session: null,
    done: 0,
    cards: 0,
  })
})
