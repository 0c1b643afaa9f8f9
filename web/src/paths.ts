/** Where an authentication page is asked for: at a studio's address it wears the studio's face. */
type AuthPlace = {
  namespace?: string | null | undefined
  /** Where to go on to afterwards; see `safeNext`. */
  next?: string | null | undefined
  /** At the callback: become a member of the studio in the address. At sign-up: ask to join its crew. */
  as?: 'client' | 'crew' | undefined
  /** At the sign-in page: anyone who is signed in may stay, because finding out who they are took too long. */
  stalled?: 'yes' | undefined
}

const query = (pairs: Record<string, string | null | undefined>) => {
  const filled = Object.entries(pairs).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : ''
}

const authPage =
  (page: string) =>
  ({ namespace, ...extra }: AuthPlace = {}) =>
    `${namespace ? `/${namespace}` : ''}/auth/${page}${query(extra)}`

/** Every address of the product, and the only place where one is spelled. */
export const paths = {
  home: '/',
  /** The home page for a client whose studio cannot be found: it does not send them back to the callback. */
  homeWithoutStudio: '/?studio=unknown',
  partnership: '/partner',
  /** The application form for a signed-in partner, who is sent home from the bare address. */
  partnershipForm: '/partner?apply',
  partner: '/partner/dashboard',
  network: '/network',
  caseStudies: '/case-studies',
  docs: '/docs',
  docsArticle: (slug: string) => `/docs/${slug}`,
  docsTopic: (key: string) => `/docs#${key}`,
  docsSupport: '/docs#support',
  /** Served by the server, made from the contract. */
  apiReference: '/api/docs',
  apiDescription: '/api/v1/openapi.json',
  training: '/training',
  /** A part of the page one is on. */
  here: (id: string) => `#${id}`,
  /** A file that is served as it is. */
  file: (name: string) => `/${name}`,

  login: authPage('login'),
  signup: authPage('signup'),
  forgotPassword: authPage('forgot-password'),
  resetPassword: authPage('reset-password'),
  callback: authPage('callback'),
  /** Where mailed links wait for a button to be pressed; the server spells this address too. */
  confirm: authPage('confirm'),
  onboarding: '/auth/onboarding',
  /** Onboarding with an offer to join a studio. @param as what the studio's link asks for */
  onboardingAt: (studio: string, as?: 'client' | 'crew') => `/auth/onboarding${query({ studio, as })}`,
  pendingApproval: '/auth/pending-approval',
  /** The same with the page to go on to once the studio has said yes. */
  pendingApprovalFor: (next: string) => `/auth/pending-approval${query({ next })}`,
  /** The links that a studio hands out (spec section 2, studio namespace resolution). */
  signupLink: (slug: string) => `/auth/signup?studio=${slug}`,
  signinLink: (slug: string) => `/s/${slug}/auth/login`,

  /** Where a signed-in person answers invitations to a crew. @param token the secret of a mailed link */
  invitations: (token?: string | null) => `/invitations${query({ token })}`,
  profile: '/profile',

  superAdmin: '/super-admin',
  superAdminStudios: '/super-admin/studios',
  superAdminUsers: '/super-admin/users',
  /** One of the tabs of the users. */
  superAdminUsersTab: (tab: string) => `/super-admin/users${query({ tab })}`,
  /** What was done on the platform, of one studio or by one person. */
  superAdminTrail: (of: { studio?: string; actor?: string } = {}) => `/super-admin${query({ tab: 'audit', ...of })}`,

  studio: '/studio',
  studioStaff: '/studio/staff',
  studioClients: '/studio/clients',
  studioBookings: '/studio/bookings',
  studioProjects: '/studio/projects',
  studioProject: (id: string) => `/studio/projects/${id}`,
  studioBoard: '/studio/board',
  studioTasks: '/studio/tasks',
  studioSettings: '/studio/settings',
  /** One of the tabs of the settings. @param of whose hours: a resource's id */
  studioSettingsTab: (tab: string, of?: string) => `/studio/settings${query({ tab, of })}`,

  staff: '/staff',
  staffTasks: '/staff/tasks',
  staffSchedule: '/staff/schedule',
  staffCheckins: '/staff/checkins',
  staffProjects: '/staff/projects',
  staffProject: (id: string) => `/staff/projects/${id}`,
  staffBoard: '/staff/board',

  /** A board of which only one project is shown. */
  boardOfProject: (board: string, project: string) => `${board}?project=${project}`,

  /** Leads on to the client's own studio. */
  client: '/client',
  ownProjects: '/client/projects',
  clientHome: (namespace: string) => `/${namespace}`,
  clientProjects: (namespace: string) => `/${namespace}/projects`,
  clientProject: (namespace: string, id: string) => `/${namespace}/projects/${id}`,
  clientBoard: (namespace: string) => `/${namespace}/board`,
  /** @param wish what is to be booked there at once: a service, its length, a day and a time */
  clientBookings: (namespace: string, wish: { book?: string; minutes?: string; day?: string; time?: string } = {}) =>
    `/${namespace}/bookings${query(wish)}`,
  /** Where anybody sees what a studio offers; with a service's key, when that is free. */
  book: (namespace: string, service?: string) => `/${namespace}/book${service ? `/${service}` : ''}`,
  /** The same as the studio hands it out. */
  bookingLink: (slug: string) => `/s/${slug}/book`,
} as const

// An address of ours is a path of letters, digits and `-._~/` with an optional query; no backslash, no second slash in
// front, no control character reaches `new URL`, which would quietly drop some of them.
const internal = /^\/(?![/\\])[\w\-.~/%]*(\?[\w\-.~/%=&+:]*)?$/

/**
 * The page to go back to after signing in, or null where the text is no page of ours: another host, a script, or an
 * authentication page (which would only send the person round in a circle).
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || next.length > 2000 || !internal.test(next)) return null
  const url = new URL(next, 'http://here.invalid')
  if (url.host !== 'here.invalid' || url.pathname.includes('//')) return null
  return /^(\/s)?(\/[^/]+)?\/auth(\/|$)/.test(url.pathname) ? null : next
}
