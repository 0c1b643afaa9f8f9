import { cardPaymentAmounts, type RecordedChange } from '@studiohub/contract/features/webhooks/events/rules.ts'
import type { WebhookEvent } from '@studiohub/contract/features/webhooks/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const OBJECTS_MAX = 50

type ChangeRow = RecordedChange & { object_id: string; studio_id: string; at: string }

/**
 * Deletes and returns the changes that can no longer be undone, of up to 50 objects. Includes all later changes of these
 * objects. Sorted by the order in which they were recorded.
 * @param waitSeconds the time during which a change can be undone
 */
export async function takeChanges(tx: Tx, waitSeconds: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow & { id: number }>`
    with due as (
      select object_id from webhook_changes where at <= clock_timestamp() - make_interval(secs => ${waitSeconds})
      group by object_id order by min(id) limit ${OBJECTS_MAX})
    delete from webhook_changes c using due where c.object_id = due.object_id
    returning c.id, c.studio_id, c.kind, c.object_id, c.before, c.after, c.at`.execute(tx)
  return rows.sort((a, b) => a.id - b.id)
}

/** The time of the oldest waiting change (ISO 8601); undefined if there is none. */
export async function getOldestChange(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('webhook_changes').select('at').orderBy('id').limit(1).executeTakeFirst()
  return row?.at
}

/** The data of an event's object, in the format that the receiver gets. */
type EventObject = { data: unknown; client_id: string | null }

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const clientRef = sql`case when c.id is null then null
  else json_build_object('id', c.id, 'name', c.name, 'email', c.email) end`

const selectByKind: Record<string, (id: string) => RawBuilder<EventObject>> = {
  booking: (id) => sql`
    select b.client_id, json_build_object('id', b.id, 'status', b.status, 'service_type', b.service_type,
        'service', coalesce(v.label, b.service_type), 'booking_date', b.booking_date,
        'start_time', to_char(b.start_time, 'HH24:MI'), 'end_time', to_char(b.end_time, 'HH24:MI'), 'timezone', s.timezone,
        'starts_at', ${instant('b.starts_at')}, 'ends_at', ${instant('b.ends_at')}, 'client', ${clientRef},
        'project_id', b.project_id, 'series_id', b.series_id, 'people', b.people, 'price_minor', b.price_minor,
        'currency', b.currency, 'is_no_show', b.no_show_at is not null, 'version', b.version,
        'resources', (select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'name', r.name)
            order by r.position, r.id), '[]')
          from resources r where r.studio_id = b.studio_id and exists (select from reservations h
            where h.booking_id = b.id and h.resource_id = r.id and not h.requested))) as data
    from bookings b join studios s on s.id = b.studio_id
      left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
      left join studio_services v on v.studio_id = b.studio_id and v.key = b.service_type
    where b.id = ${id}::uuid`,
  client: (id) => sql`
    select c.id as client_id, json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone,
        'company', c.company, 'tags', c.tags, 'has_account', c.user_id is not null, 'version', c.version) as data
    from client_records c where c.id = ${id}::uuid`,
  project: (id) => sql`
    select client_id, json_build_object('id', id, 'client_id', client_id, 'title', title, 'project_type', project_type,
        'status', status, 'phase', phase, 'version', version) as data
    from projects where id = ${id}::uuid`,
  card: (id) => sql`
    select client_id, json_build_object('id', id, 'client_id', client_id, 'project_id', project_id, 'title', title,
        'priority', priority, 'phase', phase, 'status', status, 'version', version) as data
    from production_cards where id = ${id}::uuid`,
  checkin: (id) => sql`
    select k.client_id, json_build_object('id', k.id, 'client', ${clientRef}, 'booking_id', k.booking_id,
        'check_in_time', ${instant('k.check_in_time')}, 'check_out_time', ${instant('k.check_out_time')}) as data
    from client_checkins k left join client_records c on c.studio_id = k.studio_id and c.id = k.client_id
    where k.id = ${id}::uuid`,
  payment: (id) => sql`
    select client_id, json_build_object('id', id, 'client_id', client_id, 'invoice_id', invoice_id, 'booking_id', booking_id,
        'method', method, 'amount_minor', amount_minor, 'currency', currency) as data
    from payments where id = ${id}::uuid`,
  card_file: (id) => sql`
    select client_id, json_build_object('id', id, 'client_id', client_id, 'card_id', card_id, 'message_id', null,
        'name', name, 'content_type', content_type, 'size_bytes', size_bytes) as data
    from card_files where id = ${id}::uuid`,
  message_file: (id) => sql`
    select client_id, json_build_object('id', id, 'client_id', client_id, 'card_id', null, 'message_id', message_id,
        'name', name, 'content_type', content_type, 'size_bytes', size_bytes) as data
    from message_files where id = ${id}::uuid`,
}

type ChangedObject = RecordedChange & { object_id: string }

/** The current data of an event's object; undefined if it does not exist. For an event about a deletion only its id. */
export async function getEventObject(
  tx: Tx,
  event: WebhookEvent,
  change: ChangedObject,
): Promise<EventObject | undefined> {
  if (/\.(removed|deleted)$/.test(event)) return { data: { id: change.object_id }, client_id: null }
  if (change.kind === 'card_payment') return getCardPayment(tx, event, change)
  const statement = selectByKind[change.kind]?.(change.object_id)
  return statement && (await statement.execute(tx)).rows[0]
}

async function getCardPayment(tx: Tx, event: WebhookEvent, { object_id, ...change }: ChangedObject) {
  const row = await tx
    .selectFrom('card_payments')
    .select(['id', 'client_id', 'invoice_id', 'booking_id', 'currency'])
    .where('id', '=', object_id)
    .executeTakeFirst()
  if (!row) return undefined
  const { received, refunded } = cardPaymentAmounts(change)
  const amount_minor = event === 'payment.refunded' ? refunded : received
  return { data: { ...row, method: 'card', amount_minor }, client_id: row.client_id }
}
