export const bookingTypes = ['client_booking', 'blocked_time'] as const

/** Spec section 2: the calendar's legend. */
export const bookingTypeLabels: Record<(typeof bookingTypes)[number], string> = {
  client_booking: 'Client Booking',
  blocked_time: 'Blocked Time',
}

export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const

export const bookingStatusLabels: Record<(typeof bookingStatuses)[number], string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
}

export const blockReasons = ['maintenance', 'holiday', 'studio_closed', 'personal', 'other'] as const

export const blockReasonLabels: Record<(typeof blockReasons)[number], string> = {
  maintenance: 'Maintenance',
  holiday: 'Holiday',
  studio_closed: 'Studio Closed',
  personal: 'Personal Time',
  other: 'Other',
}

export const BOOKING_NOTES_MAX = 2000
export const CANCEL_REASON_MAX = 500

/** The highest number of sessions in a series. */
export const SERIES_SESSIONS_MAX = 104

/** How long a session may last, in days. */
export const SESSION_DAYS_MAX = 14

/** A session of 14 days from noon to noon touches 15 days. */
export const DAYS_TOUCHED_MAX = SESSION_DAYS_MAX + 1
