/** Parameters of an auth page; with a namespace it shows the studio's branding. */
type AuthPageOptions = {
  namespace?: string | null | undefined
  /** Where to go afterwards; see `safeNext`. */
  next?: string | null | undefined
  /** At the callback: join the studio in the address. At sign-up: request to join its crew. */
  as?: 'client' | 'crew' | undefined
  /** Lets signed-in users stay on the sign-in page, because their role could not be loaded in time. */
  stalled?: 'yes' | undefined
}

const query = (pairs: Record<string, string | null | undefined>) => {
  const filled = Object.entries(pairs).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : ''
}

const authPage =
  (page: string) =>
  ({ namespace, ...extra }: AuthPageOptions = {}) =>
    `${namespace ? `/${namespace}` : ''}/auth/${page}${query(extra)}`

/** Every address of the product. Other files must use it instead of writing an address. */
export const paths = {
  home: '/',
  /** For clients whose studio does not exist: the home page then does not redirect them to the callback again. */
  homeWithoutStudio: '/?studio=unknown',
  partnership: '/partner',
  /** Shows the form to signed-in partners, who would otherwise be redirected to their dashboard. */
  partnershipForm: '/partner?apply',
  partner: '/partner/dashboard',
  network: '/network',
  caseStudies: '/case-studies',
  docs: '/docs',
  docsArticle: (slug: string) => `/docs/${slug}`,
  docsTopic: (key: string) => `/docs#${key}`,
  docsSupport: '/docs#support',
  /** Generated from the contract and served by the server. */
  apiReference: '/api/docs',
  apiDescription: '/api/v1/openapi.json',
  training: '/training',
  /** An anchor on the current page. */
  here: (id: string) => `#${id}`,
  /** A static file. */
  file: (name: string) => `/${name}`,

  login: authPage('login'),
  signup: authPage('signup'),
  forgotPassword: authPage('forgot-password'),
  resetPassword: authPage('reset-password'),
  callback: authPage('callback'),
  /** The page that email links open; the server writes this address too. */
  confirm: authPage('confirm'),
  onboarding: '/auth/onboarding',
  /** Onboarding with an offer to join a studio. @param as the role that the studio's link offers */
  onboardingAt: (studio: string, as?: 'client' | 'crew') => `/auth/onboarding${query({ studio, as })}`,
  pendingApproval: '/auth/pending-approval',
  /** @param next the page to open once the studio has approved the request */
  pendingApprovalFor: (next: string) => `/auth/pending-approval${query({ next })}`,
  /** Links that a studio shares (spec section 2, studio namespace resolution). */
  signupLink: (slug: string) => `/auth/signup?studio=${slug}`,
  signinLink: (slug: string) => `/s/${slug}/auth/login`,

  /** Invitations to a crew. @param token the secret of an email link */
  invitations: (token?: string | null) => `/invitations${query({ token })}`,
  profile: '/profile',
  /** One section of the profile. */
  profileTab: (tab: string) => `/profile${query({ tab })}`,

  superAdmin: '/super-admin',
  superAdminStudios: '/super-admin/studios',
  /** One studio, as operators see it. */
  superAdminStudio: (id: string) => `/super-admin/studios/${id}`,
  superAdminUsers: '/super-admin/users',
  /** The list of users, with a search for one of them. */
  superAdminUser: (search: string) => `/super-admin/users${query({ search })}`,
  /** One tab of the dashboard, optionally filtered by a state. */
  superAdminTab: (tab: string, state?: string) => `/super-admin${query({ tab, state })}`,
  /** One tab of the users page. */
  superAdminUsersTab: (tab: string) => `/super-admin/users${query({ tab })}`,
  /** The audit log, optionally of one studio or one user. */
  superAdminAuditLog: (filter: { studio?: string; actor?: string } = {}) =>
    `/super-admin${query({ tab: 'audit', ...filter })}`,

  studio: '/studio',
  studioStaff: '/studio/staff',
  studioClients: '/studio/clients',
  /** The import of files. @param kind what the file contains */
  studioImport: (kind?: string) => `/studio/import${query({ kind })}`,
  studioMessages: '/studio/messages',
  studioBookings: '/studio/bookings',
  /** The details of one booking. */
  studioBooking: (id: string) => `/studio/bookings${query({ booking: id })}`,
  /** A studio's bookings of one day. */
  studioBookingsOf: (date: string) => `/studio/bookings${query({ view: 'day', date })}`,
  /** The list of requests that wait for the studio's answer. */
  waitingBookings: '/studio/bookings?tab=list&show=pending',
  studioCheckins: '/studio/checkins',
  studioProjects: '/studio/projects',
  studioProject: (id: string) => `/studio/projects/${id}`,
  studioBoard: '/studio/board',
  studioTasks: '/studio/tasks',
  studioInvoices: '/studio/invoices',
  /** The invoices that should have been paid. */
  overdueInvoices: '/studio/invoices?state=overdue',
  studioInvoice: (id: string) => `/studio/invoices/${id}`,
  /** Disputes, payouts and the comparison with the payment provider. */
  studioCardPayments: '/studio/payments',
  /** @param period the first and the last day */
  studioReports: (period: { from?: string; to?: string } = {}) => `/studio/reports${query(period)}`,
  studioActivity: '/studio/activity',
  studioSettings: '/studio/settings',
  /** One tab of the settings. @param resource_id shows the hours of this resource */
  studioSettingsTab: (tab: string, resource_id?: string) => `/studio/settings${query({ tab, of: resource_id })}`,

  staff: '/staff',
  staffTasks: '/staff/tasks',
  staffSchedule: '/staff/schedule',
  staffCheckins: '/staff/checkins',
  staffProjects: '/staff/projects',
  staffProject: (id: string) => `/staff/projects/${id}`,
  staffBoard: '/staff/board',
  staffMessages: '/staff/messages',

  /** A conversation on a page of messages. Clients need `client` only for the conversation about no project. */
  messagesOf: (messages: string, client: string | null, project: string | null) =>
    `${messages}${query({ client, project })}`,

  /** The board filtered by one project. */
  boardOfProject: (board: string, project: string) => `${board}?project=${project}`,

  /** A page with an item open: a `booking`, `card` or `client` by its id, or the form for a `new` one. */
  withOpen: (page: string, open: Record<string, string>) => `${page}${query(open)}`,

  /** Redirects to the client's own studio. */
  client: '/client',
  ownProjects: '/client/projects',
  clientHome: (namespace: string) => `/${namespace}`,
  clientProjects: (namespace: string) => `/${namespace}/projects`,
  clientProject: (namespace: string, id: string) => `/${namespace}/projects/${id}`,
  clientInvoices: (namespace: string) => `/${namespace}/invoices`,
  clientInvoice: (namespace: string, id: string) => `/${namespace}/invoices/${id}`,
  clientMessages: (namespace: string) => `/${namespace}/messages`,
  clientBoard: (namespace: string) => `/${namespace}/board`,
  /**
   * @param selection preselects a booking (service, length in minutes, day and time), or shows the one that was just
   * `booked`
   */
  clientBookings: (
    namespace: string,
    selection: { book?: string; minutes?: string; day?: string; time?: string; booked?: string } = {},
  ) => `/${namespace}/bookings${query(selection)}`,
  /** The public booking page; with the key of a service its free times. */
  book: (namespace: string, service?: string) => `/${namespace}/book${service ? `/${service}` : ''}`,
  /** The public page of a studio. */
  publicPage: (slug: string) => `/s/${slug}`,
  /** The booking form alone, for frames on other websites. */
  framedForm: (slug: string) => `/embed/${slug}`,
  /** A legal text of the platform: imprint, privacy or terms. */
  legal: (kind: string) => `/${kind}`,
  /** A legal text of a studio. */
  studioLegal: (slug: string, kind: string) => `/s/${slug}/${kind}`,
  /** The booking link that a studio shares. */
  bookingLink: (slug: string) => `/s/${slug}/book`,
} as const

// Accepts only a path of letters, digits and `-._~/` with an optional query. Backslashes, control characters and a second
// leading slash must not reach `new URL`, which silently drops some characters.
const ownPathPattern = /^\/(?![/\\])[\w\-.~/%]*(\?[\w\-.~/%=&+:]*)?$/

/**
 * The page to return to after signing in. Null if `next` is not a page of ours: another host, a script, or an auth page
 * (which would loop).
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || next.length > 2000 || !ownPathPattern.test(next)) return null
  const url = new URL(next, 'http://here.invalid')
  if (url.host !== 'here.invalid' || url.pathname.includes('//')) return null
  return /^(\/s)?(\/[^/]+)?\/auth(\/|$)/.test(url.pathname) ? null : next
}
