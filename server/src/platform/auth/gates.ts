import { Refusal } from '@studiohub/contract/errors.ts'
import { pageAtHome } from '../hosts/home.ts'

/*
 * Two gates stand before every call that is made with a session. Each has a list of the calls that it lets through; every
 * other call is refused, so a new one is refused until it is added here. Calls of `/api/v1` go by the name of their
 * operation, calls of `/auth/v1` by method and route. Calls without a session, such as the token refresh, meet no gate.
 */

/** The calls that a session may make before its person has confirmed with their second factor (F4). */
const beforeSecondFactor: ReadonlySet<string> = new Set([
  'profile.get',
  'GET /auth/v1/user',
  'POST /auth/v1/logout?scope=local',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
  'GET /auth/v1/factors/recovery-codes',
  'POST /auth/v1/factors/recovery-codes/verify',
  // Takes a recovery code, and refuses for itself a call without one.
  'POST /auth/v1/factor-waits/keep',
])

/** @param call what is called; a call without a name is refused */
export const opensBeforeSecondFactor = (call: string | undefined): boolean =>
  call !== undefined && beforeSecondFactor.has(call)

const of = (room: string, ...calls: string[]) => calls.map((call) => `${room}.${call}`)

/** The calls that a session of a studio's own domain may make: those of that studio (F1, docs/decisions/0058). */
const ofStudioSession: ReadonlySet<string> = new Set([
  ...['POST /auth/v1/logout', 'events.listen', 'profile.get', 'onboarding.create'],
  ...of('roles', 'getRequest', 'createRequest', 'cancelRequest', 'listRequests', 'approveRequest', 'rejectRequest'),
  ...of('roles', 'listClients', 'removeClient'),
  ...of('crew', 'list', 'remove', 'listAgents', 'updateAgent'),
  ...of('clients', 'getHistory'),
  ...of('dashboards', 'getStudioStats'),
  ...of('studios', 'resolve', 'get', 'update', 'updateAsset', 'deleteAsset'),
  ...of('resources', 'list', 'listPeople', 'create', 'update', 'delete', 'getOpeningHours', 'updateOpeningHours'),
  ...of('resources', 'listServices', 'updateServices'),
  ...of('availability', 'get', 'getPublic', 'listPublicServices'),
  ...of('bookings', 'list', 'create', 'get', 'getHistory', 'update', 'confirm', 'decline', 'cancel', 'complete'),
  ...of('bookings', 'noShow', 'createBlock', 'createSeries', 'getSeries', 'updateSeries', 'cancelSeries'),
  ...of('bookings', 'approveChange', 'declineChange', 'withdrawChange'),
  ...of('calendarFeeds', 'list'),
  ...of('projects', 'list', 'stats', 'create', 'get', 'update', 'movePhase', 'sessions', 'activity'),
  ...of('board', 'list', 'create', 'get', 'update', 'delete', 'move', 'createSample', 'deleteSample', 'listPeople'),
  ...of('board', 'listComments', 'createComment', 'deleteComment', 'listFiles', 'createFile', 'deleteFile'),
  ...of('messages', 'list'),
  ...of('notices', 'list', 'read', 'readAll'),
  ...of('tasks', 'list', 'create', 'update', 'start', 'complete'),
  ...of('checkins', 'list', 'create', 'checkout'),
  ...of('staffStats', 'get'),
  ...of('chat', 'list', 'create'),
  ...of('subscriptions', 'get'),
])

/** What a call says of the studio: the one it names, and the one on whose own domain it came in. */
export type StudioCall = { operation?: string; named_studio_id?: string | null; host_studio_id?: string | null }

/** Whether a session that is bound to this studio may make the call. */
export function opensForStudio(bound_studio_id: string, call: StudioCall): boolean {
  const { operation, named_studio_id, host_studio_id } = call
  const isTheirs = [named_studio_id, host_studio_id].every((id) => (id ?? bound_studio_id) === bound_studio_id)
  return isTheirs && operation !== undefined && ofStudioSession.has(operation)
}

/** Where the product's own pages do what a bound session cannot. */
const pages: Record<string, string> = { profile: '/profile', invitations: '/invitations' }

/** The refusal of a bound session, with the page at our own address that does the same. */
export function studioSessionRefusal(operation?: string): Refusal {
  const room = operation?.split('.')[0] ?? ''
  return new Refusal('STUDIO_SESSION', { details: { link: pageAtHome(pages[room] ?? '/auth/login') } })
}
