import { admin } from './features/admin/routes.ts'
import { apiKeys } from './features/api-keys/routes.ts'
import { chat } from './features/assistant/chat/routes.ts'
import { availability } from './features/availability/routes.ts'
import { board } from './features/board/routes.ts'
import { bookings } from './features/bookings/routes.ts'
import { calendarFeeds } from './features/calendar-feeds/routes.ts'
import { checkins } from './features/checkins/routes.ts'
import { clients } from './features/clients/routes.ts'
import { connectedCalendars } from './features/connected-calendars/routes.ts'
import { conversations } from './features/conversations/routes.ts'
import { crew } from './features/crew/routes.ts'
import { dashboards } from './features/dashboards/routes.ts'
import { staffStats } from './features/dashboards/staff/routes.ts'
import { discounts } from './features/discounts/routes.ts'
import { imports } from './features/imports/routes.ts'
import { invitations } from './features/invitations/routes.ts'
import { invoices } from './features/invoices/routes.ts'
import { legalTexts } from './features/legal-texts/routes.ts'
import { marketing } from './features/marketing/routes.ts'
import { messages } from './features/messages/routes.ts'
import { push } from './features/notices/push/routes.ts'
import { notices } from './features/notices/routes.ts'
import { onboarding } from './features/onboarding/routes.ts'
import { packages } from './features/packages/routes.ts'
import { partners } from './features/partners/routes.ts'
import { payments } from './features/payments/routes.ts'
import { profile } from './features/profile/routes.ts'
import { projects } from './features/projects/routes.ts'
import { resources } from './features/resources/routes.ts'
import { roles } from './features/roles/routes.ts'
import { search } from './features/search/routes.ts'
import { studioExports } from './features/studio-exports/routes.ts'
import { studios } from './features/studios/routes.ts'
import { subscriptions } from './features/subscriptions/routes.ts'
import { tasks } from './features/tasks/routes.ts'
import { terms } from './features/terms/routes.ts'
import { webhooks } from './features/webhooks/routes.ts'

/** All features of the API under `/api/v1`. */
export const contract = {
  profile,
  onboarding,
  roles,
  crew,
  invitations,
  clients,
  dashboards,
  studios,
  legalTexts,
  resources,
  availability,
  bookings,
  calendarFeeds,
  projects,
  board,
  conversations,
  messages,
  notices,
  push,
  search,
  tasks,
  apiKeys,
  webhooks,
  connectedCalendars,
  imports,
  studioExports,
  discounts,
  terms,
  invoices,
  packages,
  payments,
  checkins,
  staffStats,
  chat,
  subscriptions,
  partners,
  marketing,
  admin,
}
