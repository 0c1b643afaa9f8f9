import { audit } from '#platform/audit/audit.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { consumeLimits, type Limit } from '#platform/http/limits.ts'

/** A page with at least this many clients and their contacts counts as bulk reading. */
const BULK_ROWS = 50
const oncePerHour: Limit = { name: 'bulk-reading-recorded', count: 1, per_seconds: 3_600 }

type BulkReading = { studio_id: string; user_id: string; rows: number }

/** Records that a person read the contacts of many clients, at most once an hour for each person and studio. */
export async function recordBulkReading(caller: Caller, { studio_id, user_id, rows }: BulkReading, now: Date) {
  if (rows < BULK_ROWS) return
  if (await consumeLimits([{ limit: oncePerHour, by: `${user_id} ${studio_id}` }], now)) return
  // Without an idempotency key, because the response with the list of clients must never be stored.
  await asActor({ ...caller, idempotency: undefined }, async (tx, actor) => {
    // An operator who views the studio cannot write, and the audit log already has the start of the view.
    if (actor.owner_view) return
    await audit(tx, actor, {
      action: 'clients.read',
      object_type: 'client_list',
      object_id: studio_id,
      studio_id,
      request_id: caller.request_id,
      after: { rows },
    })
  })
}
