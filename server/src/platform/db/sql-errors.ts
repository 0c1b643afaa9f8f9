import { AppError, type ErrorCode } from '@studiohub/contract/errors.ts'

/** The error code for each constraint that a request can violate. A violation of any other constraint is a bug. */
const byConstraint: Record<string, ErrorCode> = {
  studio_slug_unique: 'SLUG_TAKEN',
  studio_slug_reserved: 'SLUG_RESERVED',
  studio_slug_shape: 'VALIDATION_FAILED',
  studio_domain_unique: 'DOMAIN_TAKEN',
  studio_sender_domain: 'DOMAIN_TAKEN',
  studio_suspended_rests: 'STUDIO_SUSPENDED',
  user_role_unique: 'REQUEST_EXISTS',
  idempotency_key_length: 'BAD_REQUEST',
  discount_code_unique: 'DISCOUNT_CODE_TAKEN',
  sold_package_hours: 'PACKAGE_HOURS_CHANGED',
  discount_uses: 'DISCOUNT_NOT_VALID',
  booking_ends_after_start: 'INVALID_TIME_RANGE',
  booking_client_in_studio: 'CLIENT_NOT_IN_STUDIO',
  reservations_no_overlap: 'BOOKING_CONFLICT',
  client_record_email: 'CLIENT_EXISTS',
  checkin_open_once: 'ALREADY_CHECKED_IN',
  resource_person_once: 'PERSON_LISTED',
  sessions_are_billed_once: 'SESSION_NOT_BILLABLE',
  invoice_number_unique: 'NUMBERS_BEGUN',
  invoice_sums: 'AMOUNT_NOT_POSSIBLE',
  // The room was deactivated while the booking was created.
  reservations_within_studio: 'ROOM_NOT_AVAILABLE',
  hold_within_its_booking: 'ROOM_NOT_AVAILABLE',
  reservations_not_empty: 'INVALID_TIME_RANGE',
  // The card or project was deleted while something was added to it.
  comments_follow_their_card: 'NOT_FOUND',
  files_follow_their_card: 'NOT_FOUND',
  cards_follow_their_project: 'NOT_FOUND',
  task_of_a_project: 'NOT_FOUND',
  message_about_a_project: 'NOT_FOUND',
  conversation_of_project: 'NOT_FOUND',
  bookings_of_projects_within_studio: 'NOT_FOUND',
  bookings_follow_their_project: 'NOT_FOUND',
}

const byState: Record<string, ErrorCode> = {
  '42501': 'FORBIDDEN', // insufficient_privilege
  // An operator who views a studio has read-only transactions.
  '25006': 'VIEW_ONLY', // read_only_sql_transaction
  '22021': 'BAD_REQUEST', // character_not_in_repertoire
  // A page cursor can be forged, so it can contain anything. A schema has checked all other input.
  '22P02': 'BAD_REQUEST', // invalid_text_representation
  '22007': 'BAD_REQUEST', // invalid_datetime_format
  '22008': 'BAD_REQUEST', // datetime_field_overflow
  '22003': 'BAD_REQUEST', // numeric_value_out_of_range
  '22P05': 'BAD_REQUEST', // untranslatable_character
  '53100': 'STORAGE_FULL', // disk_full
  '57014': 'UNAVAILABLE', // query_canceled
  '55P03': 'UNAVAILABLE', // lock_not_available
  '53300': 'UNAVAILABLE', // too_many_connections
  '57P01': 'UNAVAILABLE', // admin_shutdown
  '57P03': 'UNAVAILABLE', // cannot_connect_now
  '25P03': 'UNAVAILABLE', // idle_in_transaction_session_timeout
  '40001': 'UNAVAILABLE', // serialization_failure
  '40P01': 'UNAVAILABLE', // deadlock_detected
  '08006': 'UNAVAILABLE', // connection_failure
  DATABASE_RESTARTED: 'UNAVAILABLE',
  DATABASE_BUSY: 'UNAVAILABLE',
}

/** PostgreSQL's five-character error code, or null for an error from elsewhere. */
export function getSqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** The `AppError` for a database error, or null if it is a bug. It never contains the `detail`, which shows hidden rows. */
export function sqlErrorToAppError(error: unknown): AppError | null {
  const state = getSqlState(error)
  if (state === null) return null
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : null
  const code = (typeof constraint === 'string' ? byConstraint[constraint] : undefined) ?? byState[state]
  return code ? new AppError(code) : null
}
