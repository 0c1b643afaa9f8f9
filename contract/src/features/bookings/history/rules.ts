import { type BookingEvent, type ChangedBookingFields, ChangedBookingFields as Shape } from './schema.ts'

/**
 * The fields of a booking in the audit log; for a series only the day, start and status. The names of its `resources` and
 * `project_title` are not stored; they are added when the log is read.
 */
export type AuditedFields = Record<string, unknown> | null

const eventsByAction: Record<string, BookingEvent> = {
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
const fieldsThatMove = ['booking_date', 'start_time', 'end_time', 'ends_next_day', 'days', 'service_type']

/** The booking's event for an action in the audit log. @param action such as `bookings.confirm` */
export function chooseBookingEvent(action: string, before: AuditedFields, after: AuditedFields): BookingEvent {
  const event = eventsByAction[action.replace('bookings.', '')]
  if (event) return event
  if (action === 'bookings.noShow') return after?.no_show_at ? 'no_show' : 'came_after_all'
  const changed = compareAuditedFields(before, after)
  const hasOtherRooms = roomsIn(before) !== roomsIn(after)
  return hasOtherRooms || fieldsThatMove.some((field) => field in changed.after) ? 'moved' : 'edited'
}

/** Another room moves a session; another engineer or microphone does not. */
function roomsIn(state: AuditedFields): string {
  const resources: unknown[] = Array.isArray(state?.resources) ? state.resources : []
  const rooms = resources.filter((resource) => Object(resource).kind === 'room')
  return rooms.map((room) => String(Object(room).id)).join()
}

/** The fields that differ, before and after; for a new booking all fields. */
export function compareAuditedFields(
  before: AuditedFields,
  after: AuditedFields,
): { before: ChangedBookingFields; after: ChangedBookingFields } {
  const [old, current] = [visibleFields(before), visibleFields(after)]
  const names = Object.keys({ ...old, ...current }).filter((name) => asText(old, name) !== asText(current, name))
  const pickNames = (fields: ChangedBookingFields) =>
    Shape.parse(Object.fromEntries(names.map((name) => [name, Reflect.get(fields, name)])))
  return { before: pickNames(old), after: pickNames(current) }
}

const asText = (fields: ChangedBookingFields, name: string) => JSON.stringify(Reflect.get(fields, name) ?? null)

function visibleFields(state: AuditedFields): ChangedBookingFields {
  if (!state) return {}
  const resources = Array.isArray(state.resources)
    ? state.resources.map((resource) => String(Object(resource).name))
    : undefined
  // Rows of an older release can lack fields, have other fields, or have invalid values. Invalid values are left out.
  const fields = Object.entries({ ...state, resources }).filter(
    ([name, value]) => name in Shape.shape && value !== undefined && Shape.safeParse({ [name]: value }).success,
  )
  return Shape.parse(Object.fromEntries(fields))
}
