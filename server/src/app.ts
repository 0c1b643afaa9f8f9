import type { FastifyInstance } from 'fastify'
import { adminRouter } from './features/admin/router.ts'
import { apiKeysRouter } from './features/api-keys/router.ts'
import { chatRouter } from './features/assistant/chat/router.ts'
import { relyingParty } from './features/auth/factors/webauthn/rules.ts'
import { authJobs } from './features/auth/jobs.ts'
import { authRoutes } from './features/auth/router.ts'
import { availabilityRouter, availabilitySerializedCalls } from './features/availability/router.ts'
import { boardJobs } from './features/board/jobs.ts'
import { boardRouter } from './features/board/router.ts'
import { bookingsJobs } from './features/bookings/jobs.ts'
import { bookingsRouter, bookingsSerializedCalls } from './features/bookings/router.ts'
import { answerForm, showPage } from './features/bookings/visitors/page-service.ts'
import { calendarFeedsRouter, calendarRoutes } from './features/calendar-feeds/router.ts'
import { checkinsRouter } from './features/checkins/router.ts'
import { mailReports } from './features/clients/bounces/router.ts'
import { clientsRouter } from './features/clients/router.ts'
import { textAnswers } from './features/clients/texts/router.ts'
import { connectedCalendarJobs } from './features/connected-calendars/jobs.ts'
import { calendarProviderRoutes, connectedCalendarsRouter } from './features/connected-calendars/router.ts'
import { messageFileJobs } from './features/conversations/files/jobs.ts'
import { canReadMessageFile } from './features/conversations/files/service.ts'
import { inboundMail } from './features/conversations/inbound/router.ts'
import { conversationsRouter } from './features/conversations/router.ts'
import { crewRouter } from './features/crew/router.ts'
import { dashboardsRouter } from './features/dashboards/router.ts'
import { staffStatsRouter } from './features/dashboards/staff/router.ts'
import { discountsRouter } from './features/discounts/router.ts'
import { accountJobs } from './features/emails/account-jobs.ts'
import { adminEmailJobs } from './features/emails/admin-jobs.ts'
import { agreementJobs } from './features/emails/agreements/jobs.ts'
import { apiKeyEmailJobs } from './features/emails/api-key-jobs.ts'
import { bookingEmailJobs } from './features/emails/bookings/jobs.ts'
import { calendarEmailJobs } from './features/emails/calendar-jobs.ts'
import { conversationEmailJobs } from './features/emails/conversations/jobs.ts'
import { digestJobs } from './features/emails/digests/jobs.ts'
import { expiredRequestsJobs, expireRequest } from './features/emails/expired-requests/jobs.ts'
import { exportEmailJobs } from './features/emails/export-jobs.ts'
import { unsubscribeRoutes } from './features/emails/follow-ups/router.ts'
import { frontDeskJobs } from './features/emails/front-desk-jobs.ts'
import { invitationEmailJobs } from './features/emails/invitation-jobs.ts'
import { invoiceEmailJobs } from './features/emails/invoices/jobs.ts'
import { operatorEmailJobs } from './features/emails/operators/jobs.ts'
import { paymentEmailJobs } from './features/emails/payment-jobs.ts'
import { planEmailJobs } from './features/emails/plans/jobs.ts'
import { proofJobs } from './features/emails/proof-jobs.ts'
import { roleEmailJobs } from './features/emails/role-jobs.ts'
import { emailPreviews } from './features/emails/router.ts'
import { testEmailJobs } from './features/emails/test-jobs.ts'
import { textJobs } from './features/emails/texts/jobs.ts'
import { visitorJobs } from './features/emails/visitor-jobs.ts'
import { webhookEmailJobs } from './features/emails/webhook-jobs.ts'
import { welcomeJobs } from './features/emails/welcome-jobs.ts'
import { importsRouter } from './features/imports/router.ts'
import { invitationsRouter } from './features/invitations/router.ts'
import { invoicesRouter } from './features/invoices/router.ts'
import { getPlatformPageData } from './features/legal-texts/page-service.ts'
import { legalTextsRouter } from './features/legal-texts/router.ts'
import { marketingRouter } from './features/marketing/router.ts'
import { messagesRouter } from './features/messages/router.ts'
import { noticesJobs } from './features/notices/jobs.ts'
import { pushJobs } from './features/notices/push/jobs.ts'
import { pushRouter } from './features/notices/push/router.ts'
import { noticesRouter } from './features/notices/router.ts'
import { onboardingRouter } from './features/onboarding/router.ts'
import { packagesJobs } from './features/packages/jobs.ts'
import { packagesRouter } from './features/packages/router.ts'
import { partnershipFunction, partnersRouter } from './features/partners/router.ts'
import { comparisonJobs } from './features/payments/books/comparison-jobs.ts'
import { processEvent } from './features/payments/events/jobs.ts'
import { stripeConnectWebhook } from './features/payments/events/router.ts'
import { cardJobs } from './features/payments/jobs.ts'
import { paymentsRouter } from './features/payments/router.ts'
import { savedCardJobs } from './features/payments/saved-cards/jobs.ts'
import { settlementJobs } from './features/payments/settlement-jobs.ts'
import { profileJobs } from './features/profile/avatar/jobs.ts'
import { profileRouter } from './features/profile/router.ts'
import { projectsRouter } from './features/projects/router.ts'
import { pictureJobs } from './features/resources/pictures/jobs.ts'
import { resourcesRouter } from './features/resources/router.ts'
import { rolesRouter } from './features/roles/router.ts'
import { searchRouter } from './features/search/router.ts'
import { studioExportJobs } from './features/studio-exports/jobs.ts'
import { studioExportRoutes, studioExportsRouter } from './features/studio-exports/router.ts'
import { studioJobs } from './features/studios/assets/jobs.ts'
import { findPicture } from './features/studios/assets/service.ts'
import { findStudioOfDomain } from './features/studios/branding/address-service.ts'
import { brandRoutes } from './features/studios/branding/router.ts'
import { listBookingPages } from './features/studios/branding/service.ts'
import { domainJobs } from './features/studios/domain/jobs.ts'
import { domainRoutes } from './features/studios/domain/router.ts'
import { studiosRouter } from './features/studios/router.ts'
import { senderJobs } from './features/studios/sender/jobs.ts'
import { subscriptionsJobs } from './features/subscriptions/jobs.ts'
import { paymentJobs } from './features/subscriptions/payments/jobs.ts'
import { stripeWebhook } from './features/subscriptions/payments/router.ts'
import { subscriptionsRouter } from './features/subscriptions/router.ts'
import { tasksRouter } from './features/tasks/router.ts'
import { termsJobs } from './features/terms/jobs.ts'
import { termsRouter } from './features/terms/router.ts'
import { webhookJobs } from './features/webhooks/jobs.ts'
import { webhooksRouter } from './features/webhooks/router.ts'
import { resetDenialCounts } from './platform/audit/audit.ts'
import { widgetOrigins } from './platform/auth/captcha.ts'
import type { Broadcast } from './platform/broadcast/broadcast.ts'
import type { Config } from './platform/config/config.ts'
import type { Engine } from './platform/db/engine.ts'
import { fileRoutes } from './platform/files/router.ts'
import { createHostFinder } from './platform/hosts/hosts.ts'
import { createHttpApp } from './platform/http/app.ts'
import { mountMonitoring } from './platform/http/monitoring.ts'
import { mountPages } from './platform/http/pages.ts'
import { mountApi } from './platform/http/rpc.ts'
import { deleteOldAnswers } from './platform/http/stored-answers.ts'
import { watchErrors } from './platform/http/watch-errors.ts'
import type { Clock } from './platform/process/clock.ts'
import type { Log } from './platform/process/log.ts'
import { webBuildFolder } from './platform/process/paths.ts'
import { eventRoutes } from './platform/realtime/router.ts'

/** The routers of all features under `/api/v1`, in the contract's order. */
const router = {
  profile: profileRouter,
  onboarding: onboardingRouter,
  roles: rolesRouter,
  crew: crewRouter,
  invitations: invitationsRouter,
  clients: clientsRouter,
  dashboards: dashboardsRouter,
  studios: studiosRouter,
  legalTexts: legalTextsRouter,
  resources: resourcesRouter,
  availability: availabilityRouter,
  bookings: bookingsRouter,
  calendarFeeds: calendarFeedsRouter,
  projects: projectsRouter,
  board: boardRouter,
  conversations: conversationsRouter,
  messages: messagesRouter,
  notices: noticesRouter,
  push: pushRouter,
  search: searchRouter,
  tasks: tasksRouter,
  apiKeys: apiKeysRouter,
  webhooks: webhooksRouter,
  connectedCalendars: connectedCalendarsRouter,
  imports: importsRouter,
  studioExports: studioExportsRouter,
  discounts: discountsRouter,
  terms: termsRouter,
  invoices: invoicesRouter,
  packages: packagesRouter,
  payments: paymentsRouter,
  checkins: checkinsRouter,
  staffStats: staffStatsRouter,
  chat: chatRouter,
  subscriptions: subscriptionsRouter,
  partners: partnersRouter,
  marketing: marketingRouter,
  admin: adminRouter,
}

/** The jobs of all features. */
export const jobs = [
  ...authJobs,
  ...profileJobs,
  ...studioJobs,
  ...pictureJobs,
  ...domainJobs,
  ...senderJobs,
  ...bookingsJobs,
  ...termsJobs,
  ...agreementJobs,
  ...packagesJobs,
  ...subscriptionsJobs,
  ...paymentJobs,
  ...cardJobs,
  ...settlementJobs,
  ...savedCardJobs,
  ...comparisonJobs,
  processEvent,
  ...welcomeJobs,
  ...proofJobs,
  ...testEmailJobs,
  ...operatorEmailJobs,
  ...accountJobs,
  ...frontDeskJobs,
  ...paymentEmailJobs,
  ...planEmailJobs,
  ...adminEmailJobs,
  ...roleEmailJobs,
  ...bookingEmailJobs,
  ...invoiceEmailJobs,
  ...textJobs,
  ...conversationEmailJobs,
  ...digestJobs,
  ...expiredRequestsJobs,
  expireRequest,
  ...invitationEmailJobs,
  ...visitorJobs,
  ...apiKeyEmailJobs,
  ...webhookEmailJobs,
  ...webhookJobs,
  ...calendarEmailJobs,
  ...connectedCalendarJobs,
  ...studioExportJobs,
  ...exportEmailJobs,
  ...noticesJobs,
  ...pushJobs,
  ...boardJobs,
  ...messageFileJobs,
  deleteOldAnswers,
]

export type AppParts = {
  config: Config
  log: Log
  clock: Clock
  engine: Engine
  broadcast: Pick<Broadcast, 'kind' | 'health'>
}

/** Creates the HTTP server with all features. It does not listen yet. */
export async function createApp({ config, log, clock, engine, broadcast }: AppParts): Promise<FastifyInstance> {
  resetDenialCounts()
  const app = await createHttpApp({ config, log, findHost: createHostFinder(findStudioOfDomain) })
  mountMonitoring(app, { config, engine, broadcast })
  await app.register(authRoutes, { prefix: '/auth/v1', config, clock, log })
  await app.register(partnershipFunction, { prefix: '/functions/v1', clock, log })
  await app.register(eventRoutes, { prefix: '/api/v1/events', clock })
  await app.register(stripeWebhook, { prefix: '/api/v1/webhooks', clock })
  await app.register(stripeConnectWebhook, { prefix: '/api/v1/webhooks', clock })
  await app.register(mailReports, { prefix: '/api/v1/webhooks', clock })
  await app.register(inboundMail, { prefix: '/api/v1/webhooks', clock, file_mb: config.uploads.file_mb })
  await app.register(textAnswers, { prefix: '/api/v1/webhooks', clock })
  await app.register(unsubscribeRoutes, { prefix: '/api/v1/unsubscribe' })
  if (config.demo) await app.register(emailPreviews, { prefix: '/internal/emails' })
  await app.register(fileRoutes, { clock, findSuccessor: findPicture, mayRead: canReadMessageFile })
  await app.register(studioExportRoutes, { clock })
  await app.register(domainRoutes, { prefix: '/internal' })
  await app.register(brandRoutes, { prefix: '/brand', config })
  await app.register(calendarRoutes, { prefix: '/calendars', clock })
  await app.register(calendarProviderRoutes, { prefix: '/calendars', clock })
  mountApi(app, {
    router,
    serializedCalls: [...bookingsSerializedCalls, ...availabilitySerializedCalls],
    clock,
    onError: watchErrors(log, clock),
  })
  await mountPages(app, {
    folder: webBuildFolder,
    publicUrl: config.publicUrl,
    widgets: config.captcha ? widgetOrigins(config.captcha.provider) : [],
    plans: config.plans,
    file_mb: config.uploads.file_mb,
    signIn: {
      providers: config.providers.map(({ name, label }) => ({ name, label })),
      passkeys: relyingParty(config.publicUrl) !== null,
    },
    findOwner: (request) => showPage(request, { config, clock }),
    readOwnTexts: getPlatformPageData,
    answerForm: (request, form) => answerForm(request, form, { config, clock }),
    listStudioPages: (request, most) => listBookingPages(request, { now: clock.now(), limit: most }),
  })
  return app
}
