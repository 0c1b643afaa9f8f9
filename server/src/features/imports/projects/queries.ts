import type { ProjectStatus, ProjectType } from '@studiohub/contract/features/projects/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type NewImportedProject = {
  id: string
  import_key: string
  client_id: string
  title: string
  description: string
  project_type: ProjectType
  status: ProjectStatus
}

/** Inserts imported projects in their first phase. */
export async function insertProjects(
  tx: Tx,
  { studio_id, import_id, created_by, at }: { studio_id: string; import_id: string; created_by: string; at: string },
  projects: readonly NewImportedProject[],
) {
  const history = JSON.stringify([{ phase: 'pre_production', moved_at: at, moved_by: created_by }])
  await sql`
    insert into projects (id, studio_id, client_id, title, description, project_type, status, phase, phase_history, created_by,
      created_at, updated_at, import_id, import_key)
    select given.id, ${studio_id}::uuid, given.client_id, given.title, given.description, given.project_type, given.status,
      'pre_production', ${history}::jsonb, ${created_by}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${import_id}::uuid,
      given.import_key
    from json_to_recordset(${JSON.stringify(projects)}::json) as given (id uuid, client_id uuid, title text, description text,
      project_type text, status text, import_key text)`.execute(tx)
}

/** Deletes the projects of an import that were not changed or used since. Requires the system role. @returns their number */
export async function deleteUntouchedProjects(tx: Tx, studio_id: string, import_id: string): Promise<number> {
  const isUsed = (table: string) => sql`exists (select from ${sql.table(table)} u where u.project_id = p.id)`
  const { numAffectedRows } = await sql`
    delete from projects p
    where p.studio_id = ${studio_id}::uuid and p.import_id = ${import_id}::uuid and p.version = 1
      and not (${isUsed('bookings')} or ${isUsed('production_cards')} or ${isUsed('tasks')} or ${isUsed('conversations')})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
