import { sql } from 'kysely'
import { listPartKeys } from '../features/studio-exports/queries.ts'
import { insertSystemAuditEntry } from '../platform/audit/audit.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getFileStore } from '../platform/files/open.ts'
import { listStudioFiles } from '../platform/studio-copy/add-files.ts'

/** A studio to erase, with the numbers of the rows that are erased with it. */
export type StudioToErase = {
  id: string
  name: string
  bookings: number
  clients: number
  projects: number
  people: number
}

/** Finds the studio with this slug; undefined if there is none. */
export function findStudioToErase(slug: string): Promise<StudioToErase | undefined> {
  return asSystem(async (tx) => {
    const { rows } = await sql<StudioToErase>`
      select s.id, s.name,
        (select count(*)::integer from bookings b where b.studio_id = s.id) as bookings,
        (select count(*)::integer from client_records c where c.studio_id = s.id) as clients,
        (select count(*)::integer from projects p where p.studio_id = s.id) as projects,
        (select count(distinct r.user_id)::integer from user_roles r where r.studio_id = s.id and r.removed_at is null) as people
      from studios s where s.slug = ${slug}`.execute(tx)
    return rows[0]
  })
}

/** Writes the summary that an operator reads before they erase a studio. */
export const describeStudio = ({ name, bookings, clients, projects, people }: StudioToErase) =>
  `This erases ${name}: ${count(bookings, 'booking')}, ${count(clients, 'client record')}, ${count(projects, 'project')}, messages, files and settings.
Roles of ${count(people, 'person', 'people')} end. Their accounts stay. No emails are sent. Only a backup can restore the studio.`

const count = (number: number, singular: string, plural = `${singular}s`) =>
  `${number} ${number === 1 ? singular : plural}`

/**
 * Erases a studio with all its rows and files. The audit log still has its ids and facts, without texts. A restore of an older
 * backup erases the studio again.
 * @returns the keys of the deleted files; null if there is no such studio
 */
export async function eraseStudio(id: string): Promise<string[] | null> {
  const stored = await listStudioFiles(id)
  const keys = await asSystem(async (tx) => {
    const fileKeys = [...stored, ...(await listExportKeys(tx, id))]
    await sql`delete from audit_texts where studio_id = ${id}::uuid`.execute(tx)
    const erased = await tx.deleteFrom('studios').where('id', '=', id).returning('id').executeTakeFirst()
    if (!erased) return null
    await insertSystemAuditEntry(tx, {
      studio_id: id,
      action: 'studios.erase',
      object_type: 'studio',
      object_id: id,
      after: { files: fileKeys.length },
    })
    return fileKeys
  })
  for (const key of keys ?? []) await getFileStore().delete(key)
  return keys
}

/** Lists the file keys of the studio's exports. */
async function listExportKeys(tx: Tx, studio_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('studio_exports')
    .select(['id', 'studio_id', 'parts'])
    .where('studio_id', '=', studio_id)
    .execute()
  return rows.flatMap((row) => listPartKeys(row))
}
