import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { getFileQuotas } from './open.ts'

const MEGABYTE = 1024 * 1024

/**
 * Checks that a studio and, for a client, the person have space for another file. Call it before the file is stored, and
 * again with the studio's lock, because uploads may run at the same time.
 * @throws AppError FILES_QUOTA
 */
export async function requireFileQuota(
  tx: Tx,
  actor: Actor,
  { studio_id, bytes }: { studio_id: string; bytes: number },
) {
  const { rows } = await sql<{ of_studio: number; of_person: number }>`
    select of_studio, of_person from door.file_bytes(${studio_id}::uuid)`.execute(tx)
  const { of_studio, of_person } = rows[0] ?? { of_studio: 0, of_person: 0 }
  const { studio_mb, client_mb } = getFileQuotas()
  if (actor.role === 'client' && of_person + bytes > client_mb * MEGABYTE)
    fail('FILES_QUOTA', {
      message: `Your files at this studio have reached their limit of ${client_mb} MB. Delete files you no longer need.`,
    })
  if (of_studio + bytes > studio_mb * MEGABYTE) fail('FILES_QUOTA')
}
