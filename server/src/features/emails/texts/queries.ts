import type { MessageState } from '@studiohub/contract/features/messages/words.ts'
import { sql } from 'kysely'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type TextToSend = {
  state: MessageState
  tries: number
  studio_id: string
  studio_name: string
  country: string | null
  booking_date: string
  start_time: string
  /**
   * Null if the client has withdrawn their consent, answered STOP or switched reminders off, or if the session has changed.
   */
  phone: string | null
  /** Whether an admin of the studio has confirmed their address. Required because text messages cost the operator money. */
  has_proven_admin: boolean
}

/** The current data of a reminder by text message. */
export async function getTextToSend(tx: Tx, message_id: string, now: Date): Promise<TextToSend | undefined> {
  const { rows } = await sql<TextToSend>`
    select m.state, m.tries, m.studio_id, s.name as studio_name, s.country, b.booking_date, b.start_time,
      case when b.status = 'confirmed' and b.starts_at = m.starts_at and b.starts_at > ${now.toISOString()}::timestamptz
        and c.reminders and c.removed_at is null and x.phone is null then t.phone end as phone,
      exists (select from user_roles r join auth.users a on a.id = r.user_id and a.deleted_at is null and a.email_proven
        where r.studio_id = m.studio_id and r.role = 'studio_admin' and r.status = 'active') as has_proven_admin
    from booking_messages m
    join bookings b on b.id = m.booking_id
    join studios s on s.id = m.studio_id
    join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    left join text_consents t on t.studio_id = c.studio_id and t.client_id = c.id
    left join text_stops x on x.phone = t.phone
    where m.id = ${message_id}::uuid and m.channel = 'text'`.execute(tx)
  return rows[0]
}

type TextToReserve = { message_id: string; studio_id: string; phone_mac: string; now: Date }

/**
 * Counts a text message before it is sent, so that messages at the same time cannot exceed a limit together.
 * @param limits the maximum in 24 hours: from the studio, from all studios, and to one number from all studios
 * @returns null, or the limit that is reached. Then the message is not counted and must not be sent
 */
export async function reserveText(
  tx: Tx,
  { message_id, studio_id, phone_mac, now }: TextToReserve,
  limits: { of_studio: number; to_number: number; of_platform: number },
): Promise<'of_studio' | 'to_number' | 'of_platform' | null> {
  await lock(tx, 'mails', 'texts')
  const { rows } = await sql<{ of_studio: number; to_number: number; of_platform: number }>`
    select (count(*) filter (where studio_id = ${studio_id}::uuid))::integer as of_studio,
      (count(*) filter (where phone_mac = ${phone_mac}))::integer as to_number,
      count(*)::integer as of_platform
    from booking_messages
    where phone_mac is not null and created_at > ${now.toISOString()}::timestamptz - interval '24 hours'
      and id <> ${message_id}::uuid`.execute(tx)
  const row = rows[0]
  if (row && row.of_studio >= limits.of_studio) return 'of_studio'
  if (row && row.of_platform >= limits.of_platform) return 'of_platform'
  if (row && row.to_number >= limits.to_number) return 'to_number'
  await tx.updateTable('booking_messages').set({ phone_mac }).where('id', '=', message_id).execute()
  return null
}
