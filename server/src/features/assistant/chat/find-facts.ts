import type { Actor } from '@studiohub/contract/actor.ts'
import type { Intent, Known } from '@studiohub/contract/features/assistant/chat/rules.ts'
import { stretches } from '@studiohub/contract/features/assistant/chat/rules.ts'
import { askedRooms, availability, startTerms } from '@studiohub/contract/features/availability/rules.ts'
import { START_STEP_MINUTES } from '@studiohub/contract/features/availability/schema.ts'
import { CARDS_MAX } from '@studiohub/contract/features/board/words.ts'
import { monthOf } from '@studiohub/contract/features/bookings/rules.ts'
import { priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import { clientOfList } from '@studiohub/contract/features/projects/policy.ts'
import { type Phase, phaseLabels, phases, projectStatusLabels } from '@studiohub/contract/features/projects/words.ts'
import { isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import { dayStart, plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { listCards } from '#features/board/queries.ts'
import { listHeld } from '#features/bookings/queries.ts'
import { getTerms } from '#features/bookings/terms/queries.ts'
import { getProject, listProjects } from '#features/projects/queries.ts'
import { getListTerms, listServices } from '#features/resources/services/queries.ts'
import { getPlanMonths } from '#features/subscriptions/queries.ts'
import { listTasks } from '#features/tasks/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getNextSession } from './queries.ts'

/** Who asks, and of which conversation; every read below is in their own rights. */
export type Asker = {
  actor: Actor
  user_id: string
  studio_id: string
  project_id: string | null
  now: Date
}

type Question = Asker & { timezone: string }

const days = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
const dayInWords = (date: string) => days.format(new Date(`${date}T00:00:00Z`))

const nothing = (sentence: string): Known => ({ sentences: [sentence], isEmpty: true })
const found = (...sentences: string[]): Known => ({ sentences, isEmpty: false })

/** What the product knows of what was asked, as sentences. */
export async function findOut(tx: Tx, intent: Intent, asked: Question): Promise<Known> {
  if (intent === 'next_session') return nextSession(tx, asked)
  if (intent === 'free_times') return freeTimes(tx, asked)
  if (intent === 'my_projects') return ownProjects(tx, asked)
  if (intent === 'blocked') return blockedCards(tx, asked)
  if (intent === 'my_tasks') return openTasks(tx, asked)
  if (intent === 'my_cards') return cardsByPhase(tx, asked)
  if (intent === 'prices') return prices(tx, asked)
  if (intent === 'booking') {
    const own = 'Bookings shows your sessions: there you can ask for a time, move one or cancel it.'
    return found(asked.actor.role === 'client' ? own : "Bookings and My Schedule show your studio's sessions.")
  }
  return nothing('I know nothing of that yet.')
}

async function nextSession(tx: Tx, { actor, user_id, studio_id, now }: Question): Promise<Known> {
  const ofClient = actor.role === 'client'
  const wanted = { studio_id, client_id: ofClient ? actor.client_id : null, now }
  const own = await getNextSession(tx, { ...wanted, crew_id: ofClient ? null : user_id })
  const next = own ?? (ofClient ? undefined : await getNextSession(tx, { ...wanted, crew_id: null }))
  if (!next) return nothing(ofClient ? 'You have no session coming up.' : 'The studio has no session coming up.')
  const { service, booking_date, start_time, end_time, places, status, client_name } = next
  const whose = own ? 'Your next session' : "The studio's next session"
  const client = !ofClient && client_name ? ` with ${client_name}` : ''
  const where = places ? ` in ${places}` : ''
  const waits = status === 'pending' ? ['It is not confirmed yet.'] : []
  return found(
    `${whose} is ${service}${client} on ${dayInWords(booking_date)}, ${start_time} to ${end_time}${where}.`,
    ...waits,
  )
}

const WEEK_DAYS = 7
const DAYS_TOLD = 4
const USUAL_MINUTES = 60

async function freeTimes(tx: Tx, { studio_id, now }: Question): Promise<Known> {
  const terms = await getTerms(tx, { studio_id })
  const rooms = terms?.resources.filter(({ kind }) => kind === 'room') ?? []
  if (!terms?.is_active || rooms.length === 0) return nothing('The studio takes no bookings at the moment.')
  const { timezone: zone, hours } = terms
  const date = todayIn(zone, now)
  const holds = await listHeld(tx, {
    resource_ids: rooms.map(({ id }) => id),
    from: dayStart(plusDays(date, -1), zone),
    to: dayStart(plusDays(date, WEEK_DAYS + 2), zone),
  })
  const { takes, full } = await getPlanMonths(tx, { studio_id, from: date, to: plusDays(date, WEEK_DAYS - 1), now })
  if (!takes) return nothing('The studio takes no new bookings at the moment.')
  const week = availability({
    zone,
    date,
    days: WEEK_DAYS,
    minutes: USUAL_MINUTES,
    also: [],
    terms: startTerms({
      zone,
      now,
      runs_studio: false,
      notice_minutes: terms.min_notice_minutes,
      horizon_days: terms.booking_horizon_days,
    }),
    rooms: askedRooms(rooms, holds, hours),
    isFull: (day) => full.has(monthOf(day).from),
  })
  const free = week.filter((day) => day.free.length > 0)
  if (free.length === 0) return nothing('Nothing is free in the next seven days.')
  const told = free
    .slice(0, DAYS_TOLD)
    .map((day) => `${dayInWords(day.date)}, ${stretches(day.free, START_STEP_MINUTES)}`)
  const more = free.length > DAYS_TOLD ? ['Bookings has the rest of the week.'] : []
  return found(`A session of an hour can begin on ${told.join('; on ')}.`, ...more)
}

const TASKS_READ = 100
const TASKS_TOLD = 3

async function openTasks(tx: Tx, { actor, user_id, studio_id, timezone, now }: Question): Promise<Known> {
  if (actor.role === 'client') return nothing('Tasks are kept by the studio. Ask me about your projects instead.')
  const own = { studio_id, assigned_to: user_id, state: 'open' as const, after: null, limit: TASKS_READ }
  const tasks = await listTasks(tx, own)
  if (tasks.length === 0) return nothing('You have no open tasks.')
  const today = todayIn(timezone, now)
  const late = tasks.filter((task) => isOverdue(task, today)).length
  const inOrder = [...tasks].sort((a, b) => (a.due_date ?? '9999').localeCompare(b.due_date ?? '9999'))
  const told = inOrder
    .slice(0, TASKS_TOLD)
    .map(({ title, due_date }) => `"${title}"${due_date ? `, due ${dayInWords(due_date)}` : ''}`)
  const count = tasks.length === 1 ? 'one open task' : `${tasks.length} open tasks`
  return found(`You have ${count}${late > 0 ? `, ${late} of them overdue` : ''}. Next: ${told.join('; ')}.`)
}

const PROJECTS_READ = 100
const PROJECTS_TOLD = 4

/** Whose things the asker speaks of: a client of their own, people who work there of the studio's. */
const ownerOf = ({ actor }: Question) => clientOfList(actor)

type ProjectFact = { title: string; phase: Phase; status: keyof typeof projectStatusLabels }
const inWords = ({ title, phase, status }: ProjectFact) =>
  `"${title}" (${phaseLabels[phase]}, ${projectStatusLabels[status].toLowerCase()})`

async function ownProjects(tx: Tx, asked: Question): Promise<Known> {
  const { studio_id, project_id } = asked
  const about = project_id === null ? undefined : await getProject(tx, project_id)
  if (about)
    return found(
      `This project is in ${phaseLabels[about.phase]} and ${projectStatusLabels[about.status].toLowerCase()}.`,
    )
  const wanted = { studio_id, client_id: ownerOf(asked) }
  const all = await listProjects(tx, wanted, { after: null, limit: PROJECTS_READ })
  const projects = all.filter(({ is_sample }) => !is_sample)
  const whose = asked.actor.role === 'client' ? 'You have' : 'The studio has'
  if (projects.length === 0) return nothing(`${whose} no projects yet.`)
  const open = projects.filter(({ status }) => status !== 'completed' && status !== 'cancelled')
  const count = projects.length === 1 ? 'one project' : `${projects.length} projects`
  const told = open.slice(0, PROJECTS_TOLD).map(inWords)
  return found(
    `${whose} ${count}, ${open.length} of them open.`,
    ...(told.length > 0 ? [`Last changed: ${told.join('; ')}.`] : []),
  )
}

const CARDS_TOLD = 5

async function blockedCards(tx: Tx, asked: Question): Promise<Known> {
  const { studio_id, project_id } = asked
  const about = { studio_id, client_id: ownerOf(asked), limit: CARDS_MAX, ...(project_id !== null && { project_id }) }
  const blocked = (await listCards(tx, about)).filter(({ status, is_sample }) => status === 'blocked' && !is_sample)
  if (blocked.length === 0) return nothing('Nothing is blocked.')
  const told = blocked.slice(0, CARDS_TOLD).map(({ title, phase }) => `"${title}" in ${phaseLabels[phase]}`)
  const count = blocked.length === 1 ? 'One card is blocked' : `${blocked.length} cards are blocked`
  return found(`${count}: ${told.join('; ')}.`)
}

async function cardsByPhase(tx: Tx, asked: Question): Promise<Known> {
  const { studio_id, project_id } = asked
  const about = { studio_id, client_id: ownerOf(asked), limit: CARDS_MAX, ...(project_id !== null && { project_id }) }
  const cards = (await listCards(tx, about)).filter(({ is_sample }) => !is_sample)
  const whose = asked.actor.role === 'client' ? 'Your board' : "The studio's board"
  if (cards.length === 0) return nothing(`${whose} has no cards yet.`)
  const counts = phases
    .map((phase) => ({ phase, count: cards.filter((card) => card.phase === phase).length }))
    .filter(({ count }) => count > 0)
  const told = counts.map(({ phase, count }) => `${count} in ${phaseLabels[phase]}`).join(', ')
  return found(`${whose} has ${cards.length === 1 ? 'one card' : `${cards.length} cards`}: ${told}.`)
}

const SERVICES_READ = 100

async function prices(tx: Tx, { studio_id, actor }: Question): Promise<Known> {
  const terms = await getListTerms(tx, studio_id)
  const services = await listServices(tx, studio_id, { after: null, limit: SERVICES_READ })
  const priced = services.filter(
    (service) =>
      service.is_active && service.price_minor !== null && (service.is_client_bookable || actor.role !== 'client'),
  )
  const told = priced.map(
    (service) => `${service.label} ${priceOfferText(service, service.currency ?? terms?.currency ?? 'USD')}`,
  )
  return told.length === 0 ? nothing('The studio has not published its prices.') : found(`Prices: ${told.join(', ')}.`)
}
