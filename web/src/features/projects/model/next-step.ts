import type { Card } from '@studiohub/contract/features/board/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'

export type Session = Pick<Booking, 'project_id' | 'status' | 'booking_date' | 'start_time' | 'service_type'>

/** Future sessions by date and time, open tasks, and the cards in the order of the board. */
type Work = { sessions: readonly Session[]; tasks: readonly Task[]; cards: readonly Card[] }

export type NextStep =
  | { kind: 'session'; session: Session }
  | { kind: 'task'; title: string; due_date: string }
  | { kind: 'card'; title: string }

/** What a card of the list says about a project's work. */
export type Outlook = {
  /** Null if nothing is planned. */
  nextStep: NextStep | null
  /** The next session, if it is not cancelled; null without one. */
  session: Session | null
  /** How many of its cards are complete. */
  done: number
  cards: number
}

/** What comes next in a project, its next session, and how many of its cards are done. */
export function describeOutlook(project: Project, work: Work): Outlook {
  const cards = work.cards.filter(({ project_id }) => project_id === project.id)
  return {
    nextStep: findNextStep(project, work),
    session: findNextSession(project, work.sessions) ?? null,
    done: cards.filter(({ status }) => status === 'complete').length,
    cards: cards.length,
  }
}

const findNextSession = ({ id }: Project, sessions: readonly Session[]) =>
  sessions.find(({ project_id, status }) => project_id === id && status !== 'cancelled')

/**
 * What comes next in a project: its next session or due task, whichever is earlier. Without both, the first open card of its
 * phase. Null if nothing is planned, or if the project is over.
 */
export function findNextStep(project: Project, { sessions, tasks, cards }: Work): NextStep | null {
  const { id, phase, status } = project
  if (status === 'completed' || status === 'cancelled') return null
  const session = findNextSession(project, sessions)
  const task = tasks
    .flatMap(({ project_id, title, due_date }) => (project_id === id && due_date ? [{ title, due_date }] : []))
    .toSorted((a, b) => a.due_date.localeCompare(b.due_date))[0]
  if (session && (!task || session.booking_date <= task.due_date)) return { kind: 'session', session }
  if (task) return { kind: 'task', ...task }
  const card = cards.find((each) => each.project_id === id && each.phase === phase && each.status !== 'complete')
  return card ? { kind: 'card', title: card.title } : null
}
