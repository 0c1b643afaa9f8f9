/** What a mail about a session tells. */
export const messageKinds = ['requested', 'booked', 'confirmed', 'declined', 'moved', 'cancelled', 'reminder'] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageKindLabels: Record<MessageKind, string> = {
  requested: 'Requested',
  booked: 'Booked',
  confirmed: 'Confirmed',
  declined: 'Declined',
  moved: 'Changed',
  cancelled: 'Cancelled',
  reminder: 'Reminder',
}

/** `skipped`: what it would have told was no longer so when its turn came. */
export const messageStates = ['waiting', 'sent', 'failed', 'skipped'] as const
export type MessageState = (typeof messageStates)[number]

export const messageStateLabels: Record<MessageState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
}
