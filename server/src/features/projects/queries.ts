import type { PhaseStep } from '@studiohub/contract/features/projects/schema.ts'
import type { Phase, ProjectStatus, ProjectType } from '@studiohub/contract/features/projects/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const projectColumns = [
  'projects.id',
  'projects.studio_id',
  'projects.client_id',
  'client.name as client_name',
  'projects.title',
  'projects.description',
  'projects.project_type',
  'projects.status',
  'projects.phase',
  'projects.is_sample',
  'projects.created_at',
  'projects.updated_at',
  'projects.version',
] as const

const phaseHistoryColumn = sql<PhaseStep[]>`projects.phase_history`.as('phase_history')

const selectProjects = (tx: Tx) =>
  tx
    .selectFrom('projects')
    .leftJoin('client_records as client', (join) =>
      join.onRef('client.studio_id', '=', 'projects.studio_id').onRef('client.id', '=', 'projects.client_id'),
    )
    .select(projectColumns)
    .select(phaseHistoryColumn)

/** A project; undefined if the actor may not see it. */
export function getProject(tx: Tx, id: string) {
  return selectProjects(tx).where('projects.id', '=', id).executeTakeFirst()
}

/** Locks the project's row until the transaction ends, then reads it. */
export async function lockProject(tx: Tx, id: string) {
  await tx.selectFrom('projects').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return getProject(tx, id)
}

export type ProjectsFilter = {
  studio_id: string
  /** A client, or null for all clients. Null also leaves out sample projects. */
  client_id: string | null
  status?: ProjectStatus | undefined
  phase?: Phase | undefined
  q?: string | undefined
}

// Escapes the wildcards of `like`, so that typed text is matched literally.
const containsPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`

/** Lists a studio's projects, last changed first. */
export function listProjects(tx: Tx, { studio_id, client_id, status, phase, q }: ProjectsFilter, page: Page) {
  return selectProjects(tx)
    .where('projects.studio_id', '=', studio_id)
    .$if(client_id !== null, (query) => query.where('projects.client_id', '=', client_id))
    .$if(client_id === null, (query) => query.where('projects.is_sample', '=', false))
    .$if(status !== undefined, (query) => query.where('projects.status', '=', status ?? 'draft'))
    .$if(phase !== undefined, (query) => query.where('projects.phase', '=', phase ?? 'production'))
    .$if(Boolean(q), (query) =>
      query.where((eb) =>
        eb.or([
          eb('projects.title', 'ilike', containsPattern(q ?? '')),
          eb('projects.description', 'ilike', containsPattern(q ?? '')),
        ]),
      ),
    )
    .$call(byTime({ at: 'projects.updated_at', id: 'projects.id', descends: true }, page))
    .execute()
}

/** Counts projects by their stage, without samples. */
export async function countProjects(tx: Tx, { studio_id, client_id }: Pick<ProjectsFilter, 'studio_id' | 'client_id'>) {
  const { rows } = await sql<{ active: number; in_production: number; completed: number }>`
    select count(*) filter (where status = 'active')::integer as active,
      count(*) filter (where phase = 'production' and status not in ('completed', 'cancelled'))::integer as in_production,
      count(*) filter (where status = 'completed')::integer as completed
    from projects where studio_id = ${studio_id}::uuid and not is_sample
      and (client_id = ${client_id}::uuid or ${client_id}::uuid is null)`.execute(tx)
  return rows[0] ?? { active: 0, in_production: 0, completed: 0 }
}

/** Inserts a project, whose history starts with its first phase. @returns its id */
export async function insertProject(
  tx: Tx,
  project: {
    studio_id: string
    client_id: string
    title: string
    description: string
    project_type: ProjectType
    status: ProjectStatus
    phase: Phase
    is_sample?: boolean
    created_by: string
  },
  at: string,
): Promise<string> {
  const history: PhaseStep[] = [{ phase: project.phase, moved_at: at, moved_by: project.created_by }]
  const { id } = await tx
    .insertInto('projects')
    .values({ ...project, phase_history: JSON.stringify(history), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ProjectUpdate = Partial<{
  title: string
  description: string
  project_type: ProjectType
  status: ProjectStatus
  phase: Phase
  phase_history: RawBuilder<string>
  is_sample: false
}>

/** The SQL expression that appends a step to a phase history. */
export const appendPhaseStep = (step: PhaseStep) =>
  sql<string>`phase_history || jsonb_build_array(${JSON.stringify(step)}::jsonb)`

/** Changes a project if it still has this version. @returns false if it has another one */
export async function updateProject(
  tx: Tx,
  { id, version, at }: { id: string; version: number; at: string },
  changes: ProjectUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ ...changes, updated_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns a sample project into a normal one, after a person has added something to it. @returns whether it was a sample */
export async function unmarkSampleProject(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set({ is_sample: false })
    .where('id', '=', id)
    .where('is_sample', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Activates a project that is a draft. @returns the project; undefined if it was not a draft */
export const activateDraft = (tx: Tx, id: string, updated_at: string) =>
  tx
    .updateTable('projects')
    .set({ status: 'active', updated_at, version: sql`version + 1` })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returning(['id', 'studio_id', 'client_id', 'status'])
    .executeTakeFirst()

/** Whether a client of the studio has no account, or has this studio as their current one. */
export async function isActiveClient(tx: Tx, studio_id: string, client_id: string): Promise<boolean> {
  const client = await tx
    .selectFrom('client_records as c')
    .leftJoin('user_roles as r', (join) =>
      join.onRef('r.studio_id', '=', 'c.studio_id').onRef('r.client_of', '=', 'c.user_id'),
    )
    .select('c.id')
    .where('c.studio_id', '=', studio_id)
    .where('c.id', '=', client_id)
    .where('c.removed_at', 'is', null)
    .where((row) => row.or([row('c.user_id', 'is', null), row('r.id', 'is not', null)]))
    .executeTakeFirst()
  return client !== undefined
}

/** Lists a project's confirmed bookings that have not ended, soonest first. */
export function listSessions(
  tx: Tx,
  { id, studio_id }: { id: string; studio_id: string },
  { now, limit }: { now: string; limit: number },
) {
  return tx
    .selectFrom('bookings')
    .select(['id', 'booking_date', 'start_time', 'end_time', 'service_type'])
    .where('project_id', '=', id)
    .where('studio_id', '=', studio_id)
    .where('status', '=', 'confirmed')
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
