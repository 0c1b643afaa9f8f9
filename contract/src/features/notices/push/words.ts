import type { NoticeKind } from '../words.ts'

/** What people choose to get on their devices. */
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

/** Most devices of a person. A new one replaces the oldest. */
export const PUSH_DEVICES_MAX = 10

/** A push message as the service worker gets it. It says no more than the bell. */
export type PushMessage = {
  /** The notification. */
  id: string
  title: string
  detail: string
  /** The path of the page to open. */
  link: string
  /** For the badge: how many notifications are unread. */
  unread: number
  /** The recipient: a browser that another person uses now does not show it. */
  user_id: string
}
