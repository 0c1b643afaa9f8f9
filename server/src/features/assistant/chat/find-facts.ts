import type { Actor } from '@studiohub/contract/actor.ts'
import type { Intent, KnownFacts } from '@studiohub/contract/features/assistant/chat/rules.ts'
import { joinStartTimes, spreadStarts } from '@studiohub/contract/features/assistant/chat/rules.ts'
import { computeAvailability, toRequestedResources } from '@studiohub/contract/features/availability/rules.ts'
import { START_STEP_MINUTES } from '@studiohub/contract/features/availability/schema.ts'
import { toBookingWindow } from '@studiohub/contract/features/availability/window/rules.ts'
import { CARDS_MAX } from '@studiohub/contract/features/board/words.ts'
import { canCreateBooking } from '@studiohub/contract/features/bookings/policy.ts'
import { getPlanMonth } from '@studiohub/contract/features/bookings/rules.ts'
import { priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import { clientOfList } from '@studiohub/contract/features/projects/policy.ts'
import { type Phase, phaseLabels, phases, projectStatusLabels } from '@studiohub/contract/features/projects/words.ts'
import { isOverdue } from '@studiohub/contract/features/tasks/rules.ts'
import { type Formats, timeText } from '@studiohub/contract/shared/formats.ts'
import { dayStart, plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { listCards } from '#features/board/queries.ts'
import { getBookingContext } from '#features/bookings/context/queries.ts'
import { listReservedTimes } from '#features/bookings/queries.ts'
import { getProject, listProjects } from '#features/projects/queries.ts'
import { getServiceListSettings, listServices } from '#features/resources/services/queries.ts'
import { getPlanMonths } from '#features/subscriptions/queries.ts'
import { listTasksByDueDate } from '#features/tasks/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getNextSession } from './queries.ts'

/** The person and the conversation. All reads below use the person's own rights. */
export type ChatContext = {
  actor: Actor
  user_id: string
  studio_id: string
  project_id: string | null
  now: Date
}

type FactContext = ChatContext & { timezone: string; formats: Formats }

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
const formatDay = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`))

const toEmptyFacts = (sentence: string): KnownFacts => ({ sentences: [sentence], isEmpty: true })
const toFacts = (...sentences: string[]): KnownFacts => ({ sentences, isEmpty: false })

/** Finds the facts that answer a message, as sentences. */
export async function findFacts(tx: Tx, intent: Intent, context: FactContext): Promise<KnownFacts> {
  if (intent === 'next_session') return findNextSession(tx, context)
  if (intent === 'free_times') return findFreeTimes(tx, context)
  if (intent === 'my_projects') return findProjects(tx, context)
  if (intent === 'blocked') return findBlockedCards(tx, context)
  if (intent === 'my_tasks') return findOpenTasks(tx, context)
  if (intent === 'my_cards') return findCardsByPhase(tx, context)
  if (intent === 'prices') return findPrices(tx, context)
  if (intent === 'change_session') return explainSessionChange(tx, context)
  if (intent === 'booking') {
    const clientText = 'Under Bookings you can book a session, move it or cancel it.'
    return toFacts(
      context.actor.role === 'client' ? clientText : "Bookings and My Schedule show your studio's sessions.",
    )
  }
  return toEmptyFacts('I have no information about that yet.')
}

async function findNextSession(tx: Tx, { actor, user_id, studio_id, now, formats }: FactContext): Promise<KnownFacts> {
  const isClient = actor.role === 'client'
  const filter = { studio_id, client_id: isClient ? actor.client_id : null, now }
  const ownSession = await getNextSession(tx, { ...filter, crew_id: isClient ? null : user_id })
  const session = ownSession ?? (isClient ? undefined : await getNextSession(tx, { ...filter, crew_id: null }))
  if (!session)
    return toEmptyFacts(isClient ? 'You have no upcoming sessions.' : 'The studio has no upcoming sessions.')
  const { service, booking_date, start_time, end_time, places, status, client_name } = session
  const subject = ownSession ? 'Your next session' : "The studio's next session"
  const clientNote = !isClient && client_name ? ` with ${client_name}` : ''
  const roomNote = places ? ` in ${places}` : ''
  const pendingNote = status === 'pending' ? ['It is not confirmed yet.'] : []
  const times = [start_time, end_time].map((time) => timeText(time, formats)).join(' to ')
  const article = /^[aeiou]/i.test(service) ? 'an' : 'a'
  return toFacts(
    `${subject} is ${article} ${service}${clientNote} on ${formatDay(booking_date)}, ${times}${roomNote}.`,
    ...pendingNote,
  )
}

const WEEK_DAYS = 7
const DAYS_SHOWN = 4
const DAYS_OFFERED = 3
const STARTS_OFFERED = 3
const DEFAULT_MINUTES = 60

async function findFreeTimes(tx: Tx, { actor, studio_id, now, formats }: FactContext): Promise<KnownFacts> {
  // The studio's zone is not known yet. The context reads one more day on each side, so that the range covers every zone.
  const today = todayIn('UTC', now)
  const calendar_range = { from: today, to: plusDays(today, WEEK_DAYS + 2) }
  const context = await getBookingContext(tx, { studio_id, calendar_range })
  const rooms = context?.resources.filter(({ kind }) => kind === 'room') ?? []
  if (!context?.is_active || rooms.length === 0)
    return toEmptyFacts('The studio does not accept bookings at the moment.')
  const { timezone: zone, hours } = context
  const date = todayIn(zone, now)
  const reservations = await listReservedTimes(tx, {
    resource_ids: rooms.map(({ id }) => id),
    from: dayStart(plusDays(date, -1), zone),
    to: dayStart(plusDays(date, WEEK_DAYS + 2), zone),
  })
  const { isTakingBookings, fullMonths } = await getPlanMonths(tx, {
    studio_id,
    from: date,
    to: plusDays(date, WEEK_DAYS - 1),
    now,
  })
  if (!isTakingBookings) return toEmptyFacts('The studio does not accept new bookings at the moment.')
  const week = computeAvailability({
    zone,
    date,
    days: WEEK_DAYS,
    minutes: DEFAULT_MINUTES,
    others: [],
    window: toBookingWindow({
      zone,
      now,
      at_desk: false,
      notice_minutes: context.min_notice_minutes,
      horizon_days: context.booking_horizon_days,
    }),
    rooms: toRequestedResources(rooms, reservations, hours),
    isFull: (day) => fullMonths.has(getPlanMonth(day).from),
  })
  const freeDays = week.filter((day) => day.free.length > 0)
  if (freeDays.length === 0) return toEmptyFacts('Nothing is free in the next seven days.')
  const dayTexts = freeDays
    .slice(0, DAYS_SHOWN)
    .map((day) => `${formatDay(day.date)}, ${joinStartTimes(day.free, START_STEP_MINUTES, formats)}`)
  const moreNote = freeDays.length > DAYS_SHOWN ? ['See Bookings for the rest of the week.'] : []
  const facts = toFacts(`A session of an hour can start on ${dayTexts.join('; on ')}.`, ...moreNote)
  if (!canCreateBooking(actor, studio_id)) return facts
  const starts = freeDays
    .slice(0, DAYS_OFFERED)
    .flatMap(({ date, free }) => spreadStarts(free, STARTS_OFFERED).map((time) => ({ date, time })))
  return { ...facts, starts }
}

/** Explains how to move or cancel a session, and tells clients which times are free. */
async function explainSessionChange(tx: Tx, context: FactContext): Promise<KnownFacts> {
  const refusal = "I can't move or cancel a session for you."
  if (context.actor.role !== 'client') return toEmptyFacts(`${refusal} Open it in the calendar to change it.`)
  const freeTimes = await findFreeTimes(tx, context)
  const times = freeTimes.isEmpty ? [] : freeTimes.sentences
  return toEmptyFacts([`${refusal} Open it under Bookings and choose Move or Cancel session.`, ...times].join(' '))
}

/** Up to this number, tasks and projects are counted. */
const COUNTED_MAX = 100
const TASKS_SHOWN = 3

async function findOpenTasks(tx: Tx, { actor, user_id, studio_id, timezone, now }: FactContext): Promise<KnownFacts> {
  if (actor.role === 'client')
    return toEmptyFacts('Only the studio sees its tasks. Ask me about your projects instead.')
  const filter = { studio_id, project_id: undefined, assigned_to: user_id, state: 'open' as const, after: null }
  const tasks = await listTasksByDueDate(tx, { ...filter, limit: COUNTED_MAX + 1 })
  if (tasks.length === 0) return toEmptyFacts('You have no open tasks.')
  const today = todayIn(timezone, now)
  const overdueCount = tasks.filter((task) => isOverdue(task, today)).length
  const taskTexts = tasks
    .slice(0, TASKS_SHOWN)
    .map(({ title, due_date }) => `"${title}"${due_date ? `, due ${formatDay(due_date)}` : ''}`)
  return toFacts(`You have ${describeTaskCounts(tasks.length, overdueCount)}. Next: ${taskTexts.join('; ')}.`)
}

function describeTaskCounts(count: number, overdueCount: number): string {
  if (count === 1) return overdueCount === 1 ? 'one open task, which is overdue' : 'one open task'
  return `${formatCount(count)} open tasks${overdueCount > 0 ? `, ${formatCount(overdueCount)} of them overdue` : ''}`
}

const formatCount = (count: number) => (count > COUNTED_MAX ? `more than ${COUNTED_MAX}` : String(count))

const PROJECTS_SHOWN = 4

/** The client whose projects and cards the facts are about. Null for admins and crew, who get facts about the whole studio. */
const clientIdToFilter = ({ actor }: FactContext) => clientOfList(actor)

type ProjectFact = { title: string; phase: Phase; status: keyof typeof projectStatusLabels }
const describeProject = ({ title, phase, status }: ProjectFact) =>
  `"${title}" (${phaseLabels[phase]}, ${projectStatusLabels[status].toLowerCase()})`

async function findProjects(tx: Tx, context: FactContext): Promise<KnownFacts> {
  const { studio_id, project_id } = context
  const project = project_id === null ? undefined : await getProject(tx, project_id)
  if (project)
    return toFacts(
      `This project is in ${phaseLabels[project.phase]} and ${projectStatusLabels[project.status].toLowerCase()}.`,
    )
  const filter = { studio_id, client_id: clientIdToFilter(context) }
  // One more than are counted, and the one sample that a client may have.
  const projectsAndSamples = await listProjects(tx, filter, { after: null, limit: COUNTED_MAX + 2 })
  const projects = projectsAndSamples.filter(({ is_sample }) => !is_sample)
  const subject = context.actor.role === 'client' ? 'You have' : 'The studio has'
  if (projects.length === 0) return toEmptyFacts(`${subject} no projects yet.`)
  const openProjects = projects.filter(({ status }) => status !== 'completed' && status !== 'cancelled')
  const projectTexts = openProjects.slice(0, PROJECTS_SHOWN).map(describeProject)
  return toFacts(
    `${subject} ${describeProjectCounts(projects.length, openProjects.length)}.`,
    ...(projectTexts.length > 0 ? [`Last changed: ${projectTexts.join('; ')}.`] : []),
  )
}

function describeProjectCounts(count: number, openCount: number): string {
  // How many of them are open is not known.
  if (count > COUNTED_MAX) return `${formatCount(count)} projects`
  if (count === 1) return `one project, which is ${openCount === 1 ? 'open' : 'no longer open'}`
  return `${count} projects, ${openCount} of them open`
}

const CARDS_SHOWN = 5

async function findBlockedCards(tx: Tx, context: FactContext): Promise<KnownFacts> {
  const { studio_id, project_id } = context
  const filter = {
    studio_id,
    client_id: clientIdToFilter(context),
    limit: CARDS_MAX,
    ...(project_id !== null && { project_id }),
  }
  const blockedCards = (await listCards(tx, filter)).filter(
    ({ status, is_sample }) => status === 'blocked' && !is_sample,
  )
  if (blockedCards.length === 0) return toEmptyFacts('Nothing is blocked.')
  const cardTexts = blockedCards.slice(0, CARDS_SHOWN).map(({ title, phase }) => `"${title}" in ${phaseLabels[phase]}`)
  const count = blockedCards.length === 1 ? 'One card is blocked' : `${blockedCards.length} cards are blocked`
  return toFacts(`${count}: ${cardTexts.join('; ')}.`)
}

async function findCardsByPhase(tx: Tx, context: FactContext): Promise<KnownFacts> {
  const { studio_id, project_id } = context
  const filter = {
    studio_id,
    client_id: clientIdToFilter(context),
    limit: CARDS_MAX,
    ...(project_id !== null && { project_id }),
  }
  const cards = (await listCards(tx, filter)).filter(({ is_sample }) => !is_sample)
  const subject = context.actor.role === 'client' ? 'Your board' : "The studio's board"
  if (cards.length === 0) return toEmptyFacts(`${subject} has no cards yet.`)
  const counts = phases
    .map((phase) => ({ phase, count: cards.filter((card) => card.phase === phase).length }))
    .filter(({ count }) => count > 0)
  const phaseTexts = counts.map(({ phase, count }) => `${count} in ${phaseLabels[phase]}`).join(', ')
  return toFacts(`${subject} has ${cards.length === 1 ? 'one card' : `${cards.length} cards`}: ${phaseTexts}.`)
}

const SERVICES_READ = 100

async function findPrices(tx: Tx, { studio_id, actor }: FactContext): Promise<KnownFacts> {
  const settings = await getServiceListSettings(tx, studio_id)
  const services = await listServices(tx, studio_id, { after: null, limit: SERVICES_READ })
  const priced = services.filter(
    (service) =>
      service.is_active && service.price_minor !== null && (service.is_client_bookable || actor.role !== 'client'),
  )
  const priceTexts = priced.map(
    (service) => `${service.label} ${priceOfferText(service, service.currency ?? settings?.currency ?? 'USD')}`,
  )
  return priceTexts.length === 0
    ? toEmptyFacts('The studio has not published its prices.')
    : toFacts(`Prices: ${priceTexts.join(', ')}.`)
}
