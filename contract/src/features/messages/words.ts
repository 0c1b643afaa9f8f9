/** What a mail about a session tells. */
export const messageKinds = [
  'requested',
  'booked',
  'on_hold',
  'confirmed',
  'declined',
  'moved',
  'cancelled',
  'reminder',
  'expiring',
  'expired',
  'follow_up',
  'change_requested',
  'change_approved',
  'change_declined',
  'change_expired',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** What a mail of the product itself tells. */
export const deliveryKinds = [
  'welcome',
  'studio_created',
  'staff_invitation',
  'role_invitation',
  'request_approved',
  'request_rejected',
  'trial_ending',
  'trial_expired',
  'payment_failed',
  'plan_ended',
  'test',
] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const messageKindLabels: Record<MessageKind | DeliveryKind, string> = {
  welcome: 'Welcome',
  studio_created: 'Studio created',
  staff_invitation: 'Invitation',
  role_invitation: 'Invitation',
  request_approved: 'Request approved',
  request_rejected: 'Request rejected',
  trial_ending: 'Trial ends soon',
  trial_expired: 'Trial ended',
  payment_failed: 'Payment failed',
  plan_ended: 'Plan ended',
  test: 'Test mail',
  requested: 'Requested',
  booked: 'Booked',
  on_hold: 'On hold',
  confirmed: 'Confirmed',
  declined: 'Declined',
  moved: 'Changed',
  cancelled: 'Cancelled',
  reminder: 'Reminder',
  expiring: 'Request expires soon',
  expired: 'Request expired',
  follow_up: 'After the session',
  change_requested: 'Change requested',
  change_approved: 'Change approved',
  change_declined: 'Change declined',
  change_expired: 'Change request expired',
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
