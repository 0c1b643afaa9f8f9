import { type BookingEvent, type ChangedBookingFields, ChangedBookingFields as Shape } from './schema.ts'

/**
 * A booking in the audit log: its facts and texts; for a series only the day, start and status. The names of its `resources`
 * and `project_title` are added on reading.
 */
export type TrailFields = Record<string, unknown> | null

const steps: Record<string, BookingEvent> = {
  create: 'created',
  createBlock: 'created',
  createSeries: 'created',
  confirm: 'confirmed',
  decline: 'declined',
  cancel: 'cancelled',
  cancelSeries: 'cancelled',
  complete: 'completed',
  expire: 'expired',
  requestChange: 'change_requested',
  approveChange: 'change_approved',
  declineChange: 'change_declined',
  withdrawChange: 'change_withdrawn',
  expireChange: 'change_expired',
  waiveFee: 'fee_waived',
  undo: 'restored',
}
const placing = ['booking_date', 'start_time', 'end_time', 'ends_next_day', 'days', 'service_type']

/** The booking's event for an action of the trail. @param action `bookings.confirm` */
export function eventOf(action: string, before: TrailFields, after: TrailFields): BookingEvent {
  const step = steps[action.replace('bookings.', '')]
  if (step) return step
  if (action === 'bookings.noShow') return after?.no_show_at ? 'no_show' : 'came_after_all'
  const changed = changeOf(before, after)
  const isElsewhere = roomsIn(before) !== roomsIn(after)
  return isElsewhere || placing.some((field) => field in changed.after) ? 'moved' : 'edited'
}

/** Another room moves a session; another engineer or microphone does not. */
function roomsIn(kept: TrailFields): string {
  const all: unknown[] = Array.isArray(kept?.resources) ? kept.resources : []
  const rooms = all.filter((one) => Object(one).kind === 'room')
  return rooms.map((one) => String(Object(one).id)).join()
}

/** The fields that differ, before and after; for a new booking all fields. */
export function changeOf(
  before: TrailFields,
  after: TrailFields,
): { before: ChangedBookingFields; after: ChangedBookingFields } {
  const [was, is] = [seen(before), seen(after)]
  const names = Object.keys({ ...was, ...is }).filter((name) => asText(was, name) !== asText(is, name))
  const only = (of: ChangedBookingFields) =>
    Shape.parse(Object.fromEntries(names.map((name) => [name, Reflect.get(of, name)])))
  return { before: only(was), after: only(is) }
}

const asText = (of: ChangedBookingFields, name: string) => JSON.stringify(Reflect.get(of, name) ?? null)

function seen(kept: TrailFields): ChangedBookingFields {
  if (!kept) return {}
  const resources = Array.isArray(kept.resources) ? kept.resources.map((one) => String(Object(one).name)) : undefined
  // Rows of an older release can lack fields or have other ones. Values that do not fit are left out.
  const fields = Object.entries({ ...kept, resources }).filter(
    ([name, value]) => name in Shape.shape && value !== undefined && Shape.safeParse({ [name]: value }).success,
  )
  return Shape.parse(Object.fromEntries(fields))
}
