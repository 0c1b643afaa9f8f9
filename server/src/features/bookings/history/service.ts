import { fail } from '@studiohub/contract/errors.ts'
import { chooseBookingEvent, compareAuditedFields } from '@studiohub/contract/features/bookings/history/rules.ts'
import type { HistoryAnswer } from '@studiohub/contract/features/bookings/history/schema.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { hideAmountsInEvents } from '../amounts/service.ts'
import { getBooking } from '../queries.ts'
import { listHistory } from './queries.ts'

/** The history of a booking, newest first, for everyone who may see the booking. */
export function getHistory(
  caller: Caller,
  { id, ...query }: { id: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<HistoryAnswer> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const { studio_id } = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    const { after, limit, rows } = readPage(query)
    const entries = await listHistory(tx, { id, below: after?.[1] ?? null, limit: rows })
    const { items, next_cursor } = toPage(entries, limit, (row) => [row.at, row.id])
    const events = items.map(({ action, before, after: state, ...entry }) => ({
      ...entry,
      event: chooseBookingEvent(action, before, state),
      ...compareAuditedFields(before, state),
    }))
    return { items: await hideAmountsInEvents(tx, actor, studio_id, events), next_cursor }
  })
}
