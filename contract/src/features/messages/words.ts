/** Kinds of emails about bookings. */
export const messageKinds = [
  'requested',
  'booked',
  'on_hold',
  'confirmed',
  'declined',
  'moved',
  'restored',
  'cancelled',
  'reminder',
  'expiring',
  'expired',
  'follow_up',
  'change_requested',
  'change_approved',
  'change_declined',
  'change_expired',
  'fee_waived',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** Kinds of emails of the platform. */
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
  'conversation',
  'invoice',
  'invoice_reminder',
  'receipt',
  'agreement',
  'operator_letter',
  'trial_extended',
  'owner_view',
] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const messageKindLabels: Record<MessageKind | DeliveryKind, string> = {
  welcome: 'Welcome',
  studio_created: 'Studio created',
  staff_invitation: 'Invitation to the crew',
  role_invitation: 'Invitation to a role',
  request_approved: 'Request approved',
  request_rejected: 'Request rejected',
  trial_ending: 'Trial ends soon',
  trial_expired: 'Trial ended',
  payment_failed: 'Payment failed',
  plan_ended: 'Plan ended',
  test: 'Test email',
  conversation: 'New message in a conversation',
  invoice: 'Invoice',
  invoice_reminder: 'Reminder of an invoice',
  receipt: 'Receipt',
  agreement: 'Agreement',
  operator_letter: 'Message from the platform',
  trial_extended: 'Trial extended',
  owner_view: 'Studio viewed by the platform',
  requested: 'Session requested',
  booked: 'Session booked',
  on_hold: 'Session on hold',
  confirmed: 'Session confirmed',
  declined: 'Session declined',
  moved: 'Session changed',
  restored: 'Session change undone',
  cancelled: 'Session cancelled',
  reminder: 'Session reminder',
  expiring: 'Request expires soon',
  expired: 'Request expired',
  follow_up: 'After the session',
  change_requested: 'Change requested',
  change_approved: 'Change approved',
  change_declined: 'Change declined',
  change_expired: 'Change request expired',
  fee_waived: 'Fee waived',
}

/** How a message reaches its recipient. */
export const messageChannels = ['mail', 'text'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** The label of a message: its subject, and whether it was a text message. */
export const messageLabel = ({ kind, channel }: { kind: MessageKind | DeliveryKind; channel: MessageChannel }) =>
  channel === 'text' ? `${messageKindLabels[kind]} by text message` : messageKindLabels[kind]

/** `skipped`: not sent, because the content was out of date, or the recipient should not get it. */
export const messageStates = ['waiting', 'sent', 'failed', 'skipped'] as const
export type MessageState = (typeof messageStates)[number]

type MessageResult = { state: MessageState; last_error: string | null }

/** Why a message was not sent; null for one without a problem. Messages that were skipped long ago have no reason. */
export const getMessageProblem = ({ state, last_error }: MessageResult): string | null =>
  last_error ?? (state === 'skipped' ? 'no longer needed' : null)

export const messageStateLabels: Record<MessageState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
}
