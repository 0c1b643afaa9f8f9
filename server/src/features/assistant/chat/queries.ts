import type { ChatMessage, OfferedStart } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const messageColumns = ['id', 'role', 'content', 'timestamp'] as const
const startsColumn = sql<OfferedStart[]>`starts`.as('starts')

type Conversation = { studio_id: string; user_id: string; project_id: string | null }

/** The messages of a conversation, newest first. @param page.before the `seq` of the last message on the previous page */
export function listMessages(
  tx: Tx,
  { studio_id, user_id, project_id }: Conversation,
  page: { before: string | null; limit: number },
) {
  return (
    tx
      .selectFrom('assistant_messages')
      .select([...messageColumns, startsColumn, sql<string>`seq::text`.as('seq')])
      .where('studio_id', '=', studio_id)
      .where('user_id', '=', user_id)
      .where(sql<boolean>`project_id is not distinct from ${project_id}::uuid`)
      .$if(page.before !== null, (query) => query.where(sql<boolean>`seq < ${page.before}::bigint`))
      // Without the table name, `seq` is the column of text, which sorts 9 after 10.
      .orderBy('assistant_messages.seq', 'desc')
      .limit(page.limit)
      .execute()
  )
}

export function insertMessage(
  tx: Tx,
  { starts, ...message }: Conversation & Omit<ChatMessage, 'id'>,
): Promise<ChatMessage> {
  const values = { ...message, starts: JSON.stringify(starts) }
  return tx
    .insertInto('assistant_messages')
    .values(values)
    .returning([...messageColumns, startsColumn])
    .executeTakeFirstOrThrow()
}

/** The data of the studio that the assistant needs. */
export function getVoice(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studios')
    .select(['name', 'voice_setting', 'timezone'])
    .where('id', '=', studio_id)
    .executeTakeFirst()
}

/** The next booking that the actor may see, optionally only of one client or with one crew member assigned. */
export async function getNextSession(
  tx: Tx,
  filter: { studio_id: string; client_id: string | null; crew_id: string | null; now: Date },
) {
  const { studio_id, client_id, crew_id, now } = filter
  const { rows } = await sql<{
    booking_date: string
    start_time: string
    end_time: string
    status: string
    service: string
    client_name: string | null
    places: string | null
  }>`
    select b.booking_date, b.start_time, b.end_time, b.status,
      coalesce((select o.label from studio_services o where o.studio_id = b.studio_id and o.key = b.service_type),
        initcap(replace(b.service_type, '_', ' '))) as service,
      (select c.name from client_records c where c.studio_id = b.studio_id and c.id = b.client_id) as client_name,
      (select string_agg(r.name, ', ' order by r.position, r.id) from resources r where r.kind = 'room'
        and r.id in (select h.resource_id from reservations h where h.booking_id = b.id and not h.requested)) as places
    from bookings b
    where b.studio_id = ${studio_id}::uuid and b.booking_type = 'client_booking'
      and b.status in ('pending', 'confirmed') and b.starts_at > ${now.toISOString()}::timestamptz
      and (${client_id}::uuid is null or b.client_id = ${client_id}::uuid)
      and (${crew_id}::uuid is null or exists (select from reservations h join resources r on r.id = h.resource_id
        where h.booking_id = b.id and not h.requested and r.user_id = ${crew_id}::uuid))
    order by b.starts_at, b.id limit 1`.execute(tx)
  return rows[0]
}
