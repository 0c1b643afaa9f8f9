import type { Card } from '@studiohub/contract/features/board/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'

type Session = Pick<Booking, 'project_id' | 'status' | 'booking_date' | 'start_time' | 'service_type'>

/** Future sessions by date and time, open tasks, and the cards in the order of the board. */
type Work = { sessions: readonly Session[]; tasks: readonly Task[]; cards: readonly Card[] }

export type NextStep =
  | { kind: 'session'; session: Session }
  | { kind: 'task'; title: string; due_date: string }
  | { kind: 'card'; title: string }

/**
 * What comes next in a project: its next session or due task, whichever is earlier. Without both, the first open card of its
 * phase. Null if nothing is planned, or if the project is over.
 */
export function findNextStep({ id, phase, status }: Project, { sessions, tasks, cards }: Work): NextStep | null {
  if (status === 'completed' || status === 'cancelled') return null
  const session = sessions.find((each) => each.project_id === id && each.status !== 'cancelled')
  const task = tasks
    .flatMap(({ project_id, title, due_date }) => (project_id === id && due_date ? [{ title, due_date }] : []))
    .toSorted((a, b) => a.due_date.localeCompare(b.due_date))[0]
  if (session && (!task || session.booking_date <= task.due_date)) return { kind: 'session', session }
  if (task) return { kind: 'task', ...task }
  const card = cards.find((each) => each.project_id === id && each.phase === phase && each.status !== 'complete')
  return card ? { kind: 'card', title: card.title } : null
}
