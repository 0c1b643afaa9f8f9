import { AppError } from '@studiohub/contract/errors.ts'
import { buildHomeUrl } from '../hosts/home.ts'

/*
 * Three gates check every call that has a session. Each gate has a list of allowed calls, so a new call is rejected until it
 * is listed here. Calls of `/api/v1` are listed by the name of their operation, calls of `/auth/v1` by method and route.
 * Calls without a session, such as the token refresh, pass no gate.
 */

/** Calls that a session may make before its person has confirmed the second factor. */
const allowedBeforeSecondFactor: ReadonlySet<string> = new Set([
  'profile.get',
  // Everyone with the link may read and pay.
  'invoices.getPublic',
  'invoices.getPublicPdf',
  'payments.getPaymentOfLink',
  'payments.checkPaymentOfLink',
  'payments.payInvoiceByLink',
  'terms.getPublic',
  'terms.acceptPublic',
  'GET /auth/v1/user',
  'POST /auth/v1/logout?scope=local',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
  'GET /auth/v1/factors/recovery-codes',
  'POST /auth/v1/factors/recovery-codes/verify',
  // This call checks a recovery code itself.
  'POST /auth/v1/factor-waits/keep',
])

/** Whether a session may make this call before the second factor. @param call the name of the call; undefined is never allowed */
export const isAllowedBeforeSecondFactor = (call: string | undefined): boolean =>
  call !== undefined && allowedBeforeSecondFactor.has(call)

/**
 * Calls that a session of a studio's own domain may make, by feature, and only for that studio (docs/decisions/0058).
 */
const studioCalls: Record<string, readonly string[]> = {
  events: ['listen'],
  profile: ['get'],
  onboarding: ['create'],
  roles: [
    'getRequest',
    'createRequest',
    'cancelRequest',
    'listRequests',
    'approveRequest',
    'rejectRequest',
    'listClients',
    'removeClient',
  ],
  crew: ['list', 'remove', 'listAgents', 'updateAgent'],
  clients: [
    'get',
    'create',
    'update',
    'getHistory',
    'previewImport',
    'import',
    'listImports',
    'undoImport',
    'previewMerge',
    'merge',
    'updateRates',
  ],
  dashboards: ['getStudioStats', 'getReports', 'getAccountingExport', 'getSetup', 'updateSetup'],
  legalTexts: ['get', 'update', 'listPublic'],
  studios: ['resolve', 'get', 'update', 'updateAsset', 'deleteAsset'],
  resources: [
    'list',
    'listPeople',
    'create',
    'update',
    'delete',
    'getOpeningHours',
    'updateOpeningHours',
    'listServices',
    'updateServices',
  ],
  availability: ['get', 'getPublic', 'listPublicTimes', 'getPublicCancellation', 'listPublicServices'],
  bookings: [
    'createVisitorHold',
    'getVisitorHold',
    'bookVisitorHold',
    'list',
    'getCalendar',
    'quote',
    'getReductions',
    'create',
    'get',
    'getHistory',
    'update',
    'confirm',
    'decline',
    'cancel',
    'complete',
    'undo',
    'noShow',
    'waiveFee',
    'createBlock',
    'createSeries',
    'getSeries',
    'updateSeries',
    'cancelSeries',
    'approveChange',
    'declineChange',
    'withdrawChange',
    'listServicePeople',
  ],
  calendarFeeds: ['list'],
  projects: ['list', 'stats', 'create', 'get', 'update', 'movePhase', 'sessions', 'files', 'comments', 'activity'],
  board: [
    'list',
    'create',
    'get',
    'update',
    'delete',
    'move',
    'createSample',
    'deleteSample',
    'listPeople',
    'listComments',
    'createComment',
    'deleteComment',
    'listFiles',
    'createFile',
    'deleteFile',
  ],
  conversations: [
    'list',
    'countUnread',
    'listMessages',
    'createMessage',
    'createFile',
    'deleteFile',
    'read',
    'updateBlock',
  ],
  messages: ['list'],
  notices: ['list', 'read', 'readAll'],
  push: ['get', 'createDevice', 'deleteDevice'],
  search: ['list'],
  payments: [
    'getOptions',
    'get',
    'check',
    'createCheckout',
    'getPaymentOfInvoice',
    'checkPaymentOfInvoice',
    'payInvoice',
    'getPaymentOfLink',
    'checkPaymentOfLink',
    'payInvoiceByLink',
    'getSavedCard',
    'saveCard',
    'checkSavedCard',
    'removeSavedCard',
    'getFeeToCharge',
    'chargeFee',
  ],
  invoices: [
    'list',
    'get',
    'getPdf',
    'getTotals',
    'create',
    'update',
    'delete',
    'issue',
    'void',
    'writeOff',
    'send',
    'remind',
    'createPayLink',
    'revokePayLink',
    'getPublic',
    'getPublicPdf',
    'createPayment',
    'createRefund',
    'createCreditNote',
    'createCredit',
    'payOutCredit',
    'listBillable',
    'getBalance',
    'getOwnCredit',
    'getSessionMoney',
    'createSessionPayment',
    'getSettings',
    'updateSettings',
  ],
  packages: ['list', 'create', 'update', 'listSold', 'sell', 'end'],
  discounts: ['list', 'create', 'update'],
  terms: ['list', 'getCurrent', 'create', 'end', 'getOfBooking', 'accept', 'getAgreement', 'getPublic', 'acceptPublic'],
  webhooks: ['list', 'listDeliveries', 'getDelivery'],
  apiKeys: ['list'],
  connectedCalendars: ['list', 'update', 'read', 'delete', 'listMoves', 'answerMove', 'listTimes'],
  imports: ['preview', 'create', 'list', 'undo'],
  studioExports: ['list'],
  tasks: ['list', 'create', 'update', 'start', 'complete'],
  checkins: ['list', 'create', 'checkout', 'undo'],
  staffStats: ['get'],
  chat: ['list', 'create'],
  subscriptions: ['get'],
}

function listCallNames(calls: Record<string, readonly string[]>): string[] {
  return Object.entries(calls).flatMap(([feature, names]) => names.map((name) => `${feature}.${name}`))
}

const allowedForStudioSession: ReadonlySet<string> = new Set(['POST /auth/v1/logout', ...listCallNames(studioCalls)])

/**
 * Calls that an operator may make while they see a studio as its admin, by feature. They only read what the studio's admin
 * can read. Calls that return secrets or download data of many people are missing on purpose (docs/decisions/0169).
 */
const viewCalls: Record<string, readonly string[]> = {
  events: ['listen'],
  profile: ['get'],
  admin: ['endView', 'listActivity'],
  roles: ['listRequests', 'listClients'],
  crew: ['list', 'listAdmins', 'listAgents'],
  imports: ['list'],
  clients: ['get', 'getHistory', 'listClaims', 'listImports', 'getTextOffer', 'getTexts'],
  dashboards: ['getStudioStats', 'getReports', 'getSetup'],
  legalTexts: ['get', 'listPublic'],
  studios: ['resolve', 'get', 'getDomain', 'getSender'],
  resources: ['list', 'listPeople', 'getOpeningHours', 'listServices', 'listPictures', 'listDaysOff'],
  availability: ['get', 'getPublic', 'listPublicTimes', 'getPublicCancellation', 'listPublicServices'],
  bookings: ['list', 'getCalendar', 'get', 'getHistory', 'getSeries', 'listServicePeople'],
  projects: ['list', 'stats', 'get', 'sessions', 'files', 'comments', 'activity'],
  board: ['list', 'get', 'listPeople', 'listComments', 'listFiles'],
  conversations: ['list', 'countUnread', 'listMessages'],
  messages: ['list'],
  notices: ['list'],
  search: ['list'],
  payments: ['getAccount', 'getBooks', 'getOptions', 'get', 'getPaymentOfInvoice', 'getFeeToCharge'],
  invoices: ['list', 'get', 'getPdf', 'getTotals', 'listBillable', 'getBalance', 'getSessionMoney', 'getSettings'],
  packages: ['list', 'listSold'],
  discounts: ['list'],
  terms: ['list', 'getCurrent', 'getOfBooking', 'getAgreement'],
  tasks: ['list'],
  checkins: ['list'],
  invitations: ['list'],
  subscriptions: ['get'],
}

const allowedWhileViewing: ReadonlySet<string> = new Set([
  'GET /auth/v1/user',
  'POST /auth/v1/logout',
  ...listCallNames(viewCalls),
])

/** Whether an operator may make this call while they see a studio as its admin. @param call undefined is never allowed */
export const isAllowedWhileViewing = (call: string | undefined): boolean =>
  call !== undefined && allowedWhileViewing.has(call)

/** The studios of a call: the studio that it names, and the studio on whose own domain it came in. */
export type StudioCall = { operation?: string; named_studio_id?: string | null; host_studio_id?: string | null }

/** Whether a session that is bound to this studio may make the call. */
export function isAllowedForStudio(bound_studio_id: string, call: StudioCall): boolean {
  const { operation, named_studio_id, host_studio_id } = call
  const studioIds = [named_studio_id, host_studio_id].flatMap((id) => id ?? [])
  const isSameStudio = studioIds.every((id) => id === bound_studio_id)
  return isSameStudio && operation !== undefined && allowedForStudioSession.has(operation)
}

/** The page at the product's own address, for features that a session of a studio's domain cannot use. */
const pagesByFeature: Record<string, string> = { profile: '/profile', invitations: '/invitations' }

/**
 * The error for a session of a studio's domain, with a link to the page at the product's own address on which the person
 * can do the same.
 */
export function createStudioSessionError(operation?: string): AppError {
  const feature = operation?.split('.')[0] ?? ''
  return new AppError('STUDIO_SESSION', { details: { link: buildHomeUrl(pagesByFeature[feature] ?? '/auth/login') } })
}
