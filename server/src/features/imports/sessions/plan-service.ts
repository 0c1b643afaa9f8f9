import { fail } from '@studiohub/contract/errors.ts'
import { type Assignment, assignValues, type Target } from '@studiohub/contract/features/imports/assigning/rules.ts'
import { readEvents } from '@studiohub/contract/features/imports/events/rules.ts'
import {
  createClientMatcher,
  type FoundPerson,
  type KnownPerson,
} from '@studiohub/contract/features/imports/people/rules.ts'
import type { PlacedResource } from '@studiohub/contract/features/imports/placing/rules.ts'
import type { ImportProblem, KnownLine } from '@studiohub/contract/features/imports/schema.ts'
import {
  determineDateOrder,
  type ReadSession,
  type ReadSessions,
  readSessions,
  resolveSessionTime,
  type SessionTime,
} from '@studiohub/contract/features/imports/sessions/rules.ts'
import { readTable, type Table } from '@studiohub/contract/features/imports/table/rules.ts'
import { type DateOrder, SKIP } from '@studiohub/contract/features/imports/words.ts'
import { listKnownClients } from '#features/clients/imports/queries.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { OpenedFile } from '../open-file.ts'
import { getImportSettings, listKnownKeys } from '../queries.ts'
import { listActiveResources, listActiveServices, type ServiceOfStudio } from './queries.ts'

/** A session that can be inserted if its room is free. */
export type PlannedSession = {
  session: ReadSession
  key: string
  time: SessionTime
  service: ServiceOfStudio
  resource_id: string | null
  client: Exclude<FoundPerson, { problem: string }> | null
  isPast: boolean
}

export type DateOrderAnswer = { is_needed: boolean; value: DateOrder | null; example: string | null }

/** The sessions of a file that would be imported, its problems, and the choices that the person still has to make. */
export type SessionPlan = {
  table: Pick<Table, 'program' | 'columns' | 'rows'>
  date_order: DateOrderAnswer
  problems: ImportProblem[]
  known: KnownLine[]
  left_out: number
  planned: PlannedSession[]
  studio: { timezone: string; currency: string; is_active: boolean }
  resources: PlacedResource[]
  values: { services: Assignment['values']; resources: Assignment['values'] }
  options: { services: ServiceOfStudio[] }
}

type PlanRequest = { studio_id: string; openedFile: OpenedFile; now: Date }

/** Reads a file of sessions and finds their services, rooms and clients. Changes nothing. */
export async function planSessions(tx: Tx, { studio_id, openedFile, now }: PlanRequest): Promise<SessionPlan> {
  const studio = (await getImportSettings(tx, studio_id)) ?? fail('NOT_FOUND')
  const services = await listActiveServices(tx, studio_id)
  const resources = await listActiveResources(tx, studio_id)
  const clients = await listKnownClients(tx, studio_id)
  const { sessionsOfFile, table, date_order } = readSessionFile(openedFile, { studio, services, resources, clients })
  const assignment = assignNames(sessionsOfFile.sessions, { services, resources, options: openedFile.options })
  const matcher = createClientMatcher(clients)
  const keys = new Map(sessionsOfFile.sessions.map((session) => [session, sha256(`${studio_id} ${session.identity}`)]))
  const knownKeys = await listKnownKeys(tx, { studio_id, table: 'bookings' }, [...keys.values()])
  const plan: SessionPlan = {
    table,
    date_order,
    studio,
    resources,
    planned: [],
    known: [],
    left_out: sessionsOfFile.left_out,
    problems: [...sessionsOfFile.problems],
    values: { services: assignment.services.values, resources: assignment.resources.values },
    options: { services },
  }
  const scope = { plan, services, matcher, assignment, now, knownKeys, lineByKey: new Map<string, number>() }
  for (const session of sessionsOfFile.sessions) planSession(scope, session, keys.get(session) ?? '')
  return plan
}

type StudioData = Pick<SessionPlan, 'studio' | 'resources'> & {
  services: readonly ServiceOfStudio[]
  clients: readonly KnownPerson[]
}

function readSessionFile({ text, events, options }: OpenedFile, { studio, services, resources, clients }: StudioData) {
  if (events) {
    const targets = { services: services.map(toTarget), resources: resources.map(toTarget) }
    const sessionsOfFile = readEvents(events, { zone: studio.timezone, clients, ...targets })
    const table = { program: null, columns: [], rows: events.length }
    return { table, date_order: { is_needed: false, value: null, example: null }, sessionsOfFile }
  }
  const { lines, problems, ...table } = readTable('bookings', text, options.columns ?? null)
  const { value, example, isNeeded } = determineDateOrder(lines, options.date_order ?? null)
  const date_order = { is_needed: isNeeded, value, example }
  const noSessions: ReadSessions = { sessions: [], problems, left_out: 0 }
  if (isNeeded || problems.length > 0) return { table, date_order, sessionsOfFile: noSessions }
  const { timezone: zone, currency } = studio
  return { table, date_order, sessionsOfFile: readSessions(lines, value ?? 'dmy', { zone, currency }) }
}

const toTarget = (option: ServiceOfStudio | PlacedResource): Target =>
  'key' in option ? { value: option.key, label: option.label } : { value: option.id, label: option.name }

type SessionAssignment = { services: Assignment; resources: Assignment }

function assignNames(
  sessions: readonly ReadSession[],
  {
    services,
    resources,
    options,
  }: { services: readonly ServiceOfStudio[]; resources: readonly PlacedResource[]; options: OpenedFile['options'] },
): SessionAssignment {
  return {
    services: assignValues(
      sessions.map(({ service }) => service),
      {
        targets: services.map(toTarget),
        chosen: options.services ?? {},
        choiceOfEmpty: services.length === 1 ? (services[0]?.key ?? null) : null,
      },
    ),
    resources: assignValues(
      sessions.flatMap(({ resource }) => resource || []),
      {
        targets: resources.map(toTarget),
        chosen: options.resources ?? {},
        choiceOfEmpty: null,
      },
    ),
  }
}

type Scope = {
  plan: SessionPlan
  services: readonly ServiceOfStudio[]
  matcher: ReturnType<typeof createClientMatcher>
  assignment: SessionAssignment
  now: Date
  knownKeys: ReadonlySet<string>
  /** The line of each planned session, by its import key. */
  lineByKey: Map<string, number>
}

function planSession(scope: Scope, session: ReadSession, key: string) {
  const { plan, services, matcher, assignment, now, knownKeys, lineByKey } = scope
  const { line } = session
  const addProblem = (field: ImportProblem['field'], message: string) =>
    void plan.problems.push({ line, field, message })
  const service_key = assignment.services.choiceOf(session.service)
  const resource_id = session.resource === '' ? null : assignment.resources.choiceOf(session.resource)
  if (service_key === SKIP || resource_id === SKIP) {
    plan.left_out += 1
    return
  }
  const service = services.find((service) => service.key === service_key)
  if (!service) return addProblem('service', unknownNameMessage('service', session.service))
  if (session.resource !== '' && resource_id === null)
    return addProblem('resource', unknownNameMessage('room or person', session.resource))
  const time = resolveSessionTime(session, service.default_minutes, { zone: plan.studio.timezone, now })
  if ('problem' in time) return addProblem('starts', time.problem)
  if (knownKeys.has(key)) {
    plan.known.push({ line, text: describeSession(session) })
    return
  }
  const earlierLine = lineByKey.get(key)
  if (earlierLine !== undefined) return addProblem(null, `Line ${earlierLine} is the same session.`)
  const isPast = Date.parse(time.ends_at) <= now.getTime()
  if (isPast && session.status === 'pending') {
    plan.left_out += 1
    return
  }
  const client = session.person && matcher.match(session.person)
  if (client && 'problem' in client) return addProblem(client.field, client.problem)
  lineByKey.set(key, line)
  plan.planned.push({ session, key, time, service, resource_id, client, isPast })
}

const unknownNameMessage = (what: string, name: string) =>
  name === ''
    ? `This line has no ${what}. Choose one for all such lines.`
    : `Your studio has no ${what} "${name}". Match it to one of yours.`

/** Describes a session for a list of lines, such as '2026-03-04 10:00, Ada Lovelace'. */
export const describeSession = ({ start, person, service }: ReadSession) =>
  [`${start.date} ${start.time}`, person?.name || person?.email || service].filter(Boolean).join(', ')
