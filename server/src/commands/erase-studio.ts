import { sql } from 'kysely'
import { exportKeysOf } from '../features/studio-exports/queries.ts'
import { insertAuditEntry } from '../platform/audit/audit.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { theFiles } from '../platform/files/open.ts'
import { listStudioFiles } from '../platform/studio-copy/write-studio-copy.ts'

/** A studio to erase, with the numbers of what is erased with it. */
export type StudioToErase = {
  id: string
  name: string
  bookings: number
  clients: number
  projects: number
  people: number
}

/** The studio with this address, or undefined if there is none. */
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

/** The summary that an operator reads before a studio is erased. */
export const describeStudio = ({ name, bookings, clients, projects, people }: StudioToErase) =>
  `This erases ${name}: ${count(bookings, 'booking')}, ${count(clients, 'client record')}, ${count(projects, 'project')}, messages, files and settings.
Roles of ${count(people, 'person', 'people')} end. Their accounts stay. No emails are sent. Only a backup can restore the studio.`

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

/**
 * Erases a studio with all its rows and files. The audit log keeps its ids and facts, without texts. A restore of an older
 * backup erases it again.
 * @returns the keys of its files, which are deleted; null if there is no such studio
 */
export async function eraseStudio(id: string): Promise<string[] | null> {
  const stored = await listStudioFiles(id)
  const keys = await asSystem(async (tx) => {
    const found = [...stored, ...(await listExportKeys(tx, id))]
    await sql`delete from audit_texts where studio_id = ${id}::uuid`.execute(tx)
    const erased = await tx.deleteFrom('studios').where('id', '=', id).returning('id').executeTakeFirst()
    if (!erased) return null
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: id,
      action: 'studios.erase',
      object_type: 'studio',
      object_id: id,
      after: { files: found.length },
    })
    return found
  })
  for (const key of keys ?? []) await theFiles().delete(key)
  return keys
}

/** The parts of exports that can still be downloaded. */
async function listExportKeys(tx: Tx, studio_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('studio_exports')
    .select(['id', 'studio_id', 'parts'])
    .where('studio_id', '=', studio_id)
    .execute()
  return rows.flatMap((row) => exportKeysOf(row))
}
