import type { Tx } from '../../platform/db/door.ts'

type Page = { after: readonly [position: string, id: string] | null; limit: number }

const resourceColumns = [
  'id',
  'studio_id',
  'kind',
  'name',
  'position',
  'is_active',
  'setup_minutes',
  'teardown_minutes',
] as const

/** What the studio's sessions can occupy, in its own order. */
export function listResources(tx: Tx, studio_id: string, { after, limit }: Page) {
  return tx
    .selectFrom('resources')
    .select(resourceColumns)
    .where('studio_id', '=', studio_id)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('position', 'id'), '>', tuple(Number(after?.[0]), after?.[1] ?? '')),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The studio's week, by weekday and opening time. */
export function listOpeningHours(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('opening_hours')
    .select(['weekday', 'opens', 'closes', 'closes_next_day'])
    .where('studio_id', '=', studio_id)
    .orderBy('weekday')
    .orderBy('opens')
    .execute()
}

const serviceColumns = ['key', 'label', 'position', 'is_active', 'default_minutes'] as const

/** What the studio offers, in its own order. */
export function listServices(tx: Tx, studio_id: string, { after, limit }: Page) {
  return tx
    .selectFrom('studio_services')
    .select(serviceColumns)
    .where('studio_id', '=', studio_id)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('position', 'key'), '>', tuple(Number(after?.[0]), after?.[1] ?? '')),
      ),
    )
    .orderBy('position')
    .orderBy('key')
    .limit(limit)
    .execute()
}
