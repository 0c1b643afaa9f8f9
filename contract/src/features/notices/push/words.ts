import type { NoticeKind } from '../words.ts'

/** The topics of push notifications. People can mute each one. */
export const pushTopics = ['sessions', 'work', 'people', 'studio'] as const
export type PushTopic = (typeof pushTopics)[number]

export const pushTopicLabels: Record<PushTopic, string> = {
  sessions: 'Sessions',
  work: 'Tasks and mentions',
  people: 'Invitations and requests to join',
  studio: 'Studio: plan, payments, domain and connections',
}

/** The topic of each kind of notification. */
export const topicOfKind: Record<NoticeKind, PushTopic> = {
  booking_request: 'sessions',
  booking_changed: 'sessions',
  session_moved: 'sessions',
  mention: 'work',
  task: 'work',
  invitation: 'people',
  role_request: 'people',
  request_answered: 'people',
  claim: 'people',
  plan: 'studio',
  domain: 'studio',
  sender: 'studio',
  dispute: 'studio',
  webhook: 'studio',
  calendar: 'studio',
  owner_view: 'studio',
}

/** Maximum number of devices per person. A new device replaces the oldest one. */
export const PUSH_DEVICES_MAX = 10

/** A push message to the service worker. It contains no more than the notification in the bell. */
export type PushMessage = {
  /** The id of the notification. */
  id: string
  title: string
  detail: string
  /** The path of the page to open. */
  link: string
  /** The number of unread notifications, for the badge. */
  unread: number
  /** The recipient. The browser does not show the message if another person is signed in. */
  user_id: string
}
