import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canListProjects,
  canStartProject,
  canUpdateProject,
  clientOfList,
} from '@studiohub/contract/features/projects/policy.ts'
import { chooseStatusAfterMove, nextPhase, previousPhase } from '@studiohub/contract/features/projects/rules.ts'
import type {
  NewProject,
  Project,
  ProjectChanges,
  ProjectSession,
  ProjectStats,
} from '@studiohub/contract/features/projects/schema.ts'
import { phaseWords } from '@studiohub/contract/features/projects/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole, resolveStudioId } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { findClientId } from '../clients/queries.ts'
import * as queries from './queries.ts'

type ListProjectsInput = Omit<queries.ProjectsFilter, 'studio_id' | 'client_id'> & {
  studio_id?: string | undefined
  client_id?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Lists a studio's projects. Clients see only their own. */
export function listProjects(caller: Caller, query: ListProjectsInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const studio_id = resolveStudioId(requireRole(actor), query.studio_id)
    authorize(canListProjects(actor, studio_id))
    const own_client_id = clientOfList(actor)
    const named_client_id = query.client_id
      ? ((await findClientId(tx, studio_id, query.client_id)) ?? query.client_id)
      : null
    authorize(own_client_id === null || (named_client_id ?? own_client_id) === own_client_id)
    const filter = { ...query, studio_id, client_id: own_client_id ?? named_client_id }
    const projects = await queries.listProjects(tx, filter, { after, limit: rows })
    return toPageByTime(projects, limit, ({ id }) => id)
  })
}

/** Counts the active projects, those in production, and the completed ones. */
export function getProjectStats(caller: Caller, query: { studio_id?: string | undefined }): Promise<ProjectStats> {
  return asActor(caller, async (tx, actor) => {
    const studio_id = resolveStudioId(requireRole(actor), query.studio_id)
    authorize(canListProjects(actor, studio_id))
    return queries.countProjects(tx, { studio_id, client_id: clientOfList(actor) })
  })
}

export function getProject(caller: Caller, id: string): Promise<Project> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    return (await queries.getProject(tx, id)) ?? fail('NOT_FOUND')
  })
}

const SESSIONS_SHOWN_MAX = 10

/** Lists a project's confirmed bookings that have not ended. */
export function listSessions(caller: Caller, id: string, now: Date): Promise<{ items: ProjectSession[] }> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const project = (await queries.getProject(tx, id)) ?? fail('NOT_FOUND')
    return { items: await queries.listSessions(tx, project, { now: now.toISOString(), limit: SESSIONS_SHOWN_MAX }) }
  })
}

type CreateProjectInput = NewProject & { studio_id?: string | undefined; client_id?: string | null | undefined }

/** Creates a draft in pre-production. Clients create projects only for themselves. */
export function createProject(caller: Caller, input: CreateProjectInput, now: Date): Promise<Project> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const studio_id = resolveStudioId(actor, input.studio_id)
    authorize(canListProjects(actor, studio_id))
    const named_client_id = input.client_id ?? clientOfList(actor)
    if (named_client_id === null) fail('VALIDATION_FAILED', { fields: { client_id: 'Please choose a client' } })
    const client_id = (await findClientId(tx, studio_id, named_client_id)) ?? named_client_id
    authorize(canStartProject(actor, { studio_id, client_id }))
    if (!(await queries.isActiveClient(tx, studio_id, client_id))) fail('CLIENT_NOT_IN_STUDIO')
    const { title, description, project_type } = input
    const project = { studio_id, client_id, title, description, project_type, created_by: user_id }
    const id = await queries.insertProject(
      tx,
      { ...project, status: 'draft', phase: 'pre_production' },
      now.toISOString(),
    )
    const after = (await queries.getProject(tx, id)) ?? fail('INTERNAL')
    await recordProject(tx, actor, { caller, action: 'projects.create', after })
    return after
  })
}

type UpdateProjectInput = { id: string; changes: ProjectChanges; now: Date }

/** Edits a project. If two people edit the same version, the second edit fails with STALE_VERSION. */
export function updateProject(caller: Caller, { id, changes, now }: UpdateProjectInput): Promise<Project> {
  const { version, ...values } = changes
  // A sample becomes a normal project when it is edited.
  return changeProject(caller, { id, version, now, action: 'projects.update' }, () => ({
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    is_sample: false,
  }))
}

type MovePhaseInput = { id: string; direction: 'next' | 'previous'; version?: number | undefined; now: Date }

/** Moves a project one phase forward or back and records who did it. */
export function movePhase(caller: Caller, { id, direction, version, now }: MovePhaseInput): Promise<Project> {
  return changeProject(caller, { id, version, now, action: 'projects.move_phase' }, (before, user_id) => {
    const [adjacentPhase, message] =
      direction === 'next' ? [nextPhase, phaseWords.alreadyLast] : ([previousPhase, phaseWords.alreadyFirst] as const)
    const phase = adjacentPhase(before.phase) ?? fail('INVALID_TRANSITION', { message })
    return {
      phase,
      status: chooseStatusAfterMove(phase, before.status),
      phase_history: queries.appendPhaseStep({ phase, moved_at: now.toISOString(), moved_by: user_id }),
    }
  })
}

function changeProject(
  caller: Caller,
  { id, version, now, action }: { id: string; version: number | undefined; now: Date; action: AuditAction },
  changesOf: (before: Project, user_id: string) => queries.ProjectUpdate,
): Promise<Project> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await queries.lockProject(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateProject(actor, before))
    if (version !== undefined && version !== before.version) fail('STALE_VERSION')
    const readVersion = { id, version: before.version, at: now.toISOString() }
    if (!(await queries.updateProject(tx, readVersion, changesOf(before, user_id)))) fail('STALE_VERSION')
    const after = (await queries.getProject(tx, id)) ?? fail('NOT_FOUND')
    await recordProject(tx, actor, { caller, action, before, after })
    return after
  })
}

type ProjectChange = { caller: Caller; action: AuditAction; before?: Project; after: Project }

const auditedFields = ['id', 'client_id', 'project_type', 'status', 'phase', 'is_sample', 'version'] as const

/** Writes one audit row and notifies open screens. Clients get only events of their own projects. */
async function recordProject(tx: Tx, actor: Actor, { caller, action, before, after }: ProjectChange) {
  const { id, studio_id, client_id } = after
  const { request_id } = caller
  const change = factsOfChange(before, after, auditedFields)
  await audit(tx, actor, { action, object_type: 'project', object_id: id, studio_id, ...change, request_id })
  publish(tx, { studio_id, topic: 'projects', id, client_id })
}
