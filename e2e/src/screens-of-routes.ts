/** The users who visit screens: those of the demo, and two that the tests create. */
export type Looker =
  | 'visitor'
  | 'super_admin'
  | 'studio_admin'
  | 'staff'
  | 'desk'
  | 'client'
  | 'client_of_light'
  | 'partner'
  | 'without_role'
  | 'waiting'

/** One visit of a screen: the user, the address (a project's title is in braces), and its title. */
export type Visit = { as: Looker; at: string; heading: string | RegExp }

const visit = (as: Looker, at: string, heading: string | RegExp): Visit => ({ as, at, heading })

const authScreens = (pattern: string, at: string, name: string | null): Record<string, Visit[]> => ({
  [`${pattern}/login`]: [visit('visitor', `${at}/login`, name ? `Sign in to ${name}` : 'Welcome back')],
  [`${pattern}/signup`]: [visit('visitor', `${at}/signup`, name ? `Join ${name}` : 'Create your account')],
  [`${pattern}/forgot-password`]: [visit('visitor', `${at}/forgot-password`, /password/i)],
  [`${pattern}/reset-password`]: [visit('visitor', `${at}/reset-password`, /password/i)],
  [`${pattern}/confirm`]: [
    visit('visitor', `${at}/confirm`, 'This link has expired'),
    visit('visitor', `${at}/confirm#token_hash=sample&type=email_change`, 'Confirm the change of your email address'),
  ],
})

/** One project with work, and one without. */
const ownProjects = ['Night Drive (EP)', 'Radio spot, 30 seconds']

// A dark studio and a light one: each of a client's pages is visited in both.
const clientScreens = (pattern: string, prefix: string): Record<string, Visit[]> => {
  const inBoth = (page: string, heading: string | RegExp) => [
    visit('client', `${prefix}/northlight${page}`, heading),
    visit('client_of_light', `${prefix}/bloom-house${page}`, heading),
  ]
  return {
    [pattern]: inBoth('', /./),
    [`${pattern}/projects`]: inBoth('/projects', 'Projects'),
    [`${pattern}/projects/:id`]: [
      ...inBoth('/projects/00000000-0000-4000-8000-000000000000', /./),
      ...ownProjects.map((title) => visit('client', `${prefix}/northlight/projects/{${title}}`, title)),
    ],
    [`${pattern}/board`]: inBoth('/board', 'Board'),
    [`${pattern}/bookings`]: inBoth('/bookings', 'Bookings'),
    [`${pattern}/invoices`]: inBoth('/invoices', 'Invoices'),
    [`${pattern}/invoices/:id`]: inBoth('/invoices/00000000-0000-4000-8000-000000000000', 'Invoice'),
    [`${pattern}/messages`]: inBoth('/messages', 'Messages'),
    [`${pattern}/book`]: ['northlight', 'bloom-house'].map((slug) =>
      visit('visitor', `${prefix}/${slug}/book`, /^Book a session at /),
    ),
    [`${pattern}/book/:service`]: [visit('visitor', `${prefix}/northlight/book/recording`, /^Book a session at /)],
  }
}

/** Every screen of the route table by its pattern, with the users who see it. A missing screen fails. */
export const screens: Record<string, Visit[]> = {
  '': [visit('visitor', '/', /./)],
  partner: [visit('visitor', '/partner', /./)],
  network: [visit('visitor', '/network', /./)],
  'case-studies': [visit('visitor', '/case-studies', /./)],
  docs: [visit('visitor', '/docs', /./)],
  'docs/:slug': [visit('visitor', '/docs/quick-start', /^Quick start/)],
  training: [visit('visitor', '/training', /./)],
  ...Object.fromEntries(['imprint', 'privacy', 'terms'].map((kind) => [kind, [visit('visitor', `/${kind}`, /./)]])),
  'static/not-found': [visit('visitor', '/nowhere-at-all', 'Oops! Page not found')],

  ...authScreens('auth', '/auth', null),
  ...authScreens(':namespace/auth', '/northlight/auth', 'Northlight Recording'),
  ...authScreens('s/:namespace/auth', '/s/bloom-house/auth', 'Bloom House'),
  'auth/onboarding': [visit('without_role', '/auth/onboarding', 'Welcome! Choose Your Role')],
  'auth/pending-approval': [visit('waiting', '/auth/pending-approval', /./)],

  pay: [visit('visitor', '/pay', 'Invoice')],
  'legal/accept': [visit('visitor', '/legal/accept', 'Terms')],
  invitations: (['client', 'client_of_light'] as const).map((role) => visit(role, '/invitations', 'Invitations')),
  profile: (['super_admin', 'studio_admin', 'staff', 'desk', 'client', 'partner'] as const).map((role) =>
    visit(role, '/profile', 'Profile'),
  ),

  'super-admin': ['', '?tab=audit', '?tab=mail', '?tab=mail&state=failed', '?tab=payments', '?tab=legal'].map((tab) =>
    visit('super_admin', `/super-admin${tab}`, 'Dashboard'),
  ),
  'super-admin/studios': ['', '?search=nothing-like-this'].map((query) =>
    visit('super_admin', `/super-admin/studios${query}`, 'Studios'),
  ),
  'super-admin/studios/:id': [
    visit('super_admin', '/super-admin/studios/00000000-0000-4000-8000-000000000000', 'Studio'),
    visit('super_admin', '/super-admin/studios/{Northlight Recording}', 'Northlight Recording'),
  ],
  'super-admin/users': ['', '?tab=pending', '?tab=applications', '?tab=contacts'].map((tab) =>
    visit('super_admin', `/super-admin/users${tab}`, 'Users'),
  ),

  studio: [visit('studio_admin', '/studio', /./), visit('desk', '/studio', 'Dashboard')],
  'studio/staff': [visit('studio_admin', '/studio/staff', /./), visit('desk', '/studio/staff', 'Access Denied')],
  'studio/clients': [visit('studio_admin', '/studio/clients', /./), visit('desk', '/studio/clients', 'Clients')],
  'studio/import': [
    visit('studio_admin', '/studio/import', 'Import'),
    visit('studio_admin', '/studio/import?kind=bookings', 'Import'),
    visit('desk', '/studio/import', 'Import'),
  ],
  'studio/messages': [
    visit('studio_admin', '/studio/messages', 'Messages'),
    visit('studio_admin', '/studio/messages?client=00000000-0000-4000-8000-000000000000', 'Messages'),
    visit('desk', '/studio/messages', 'Messages'),
  ],
  'studio/checkins': (['studio_admin', 'desk'] as const).map((role) =>
    visit(role, '/studio/checkins', 'Client Check-Ins'),
  ),
  'studio/bookings': [
    visit('studio_admin', '/studio/bookings', 'Bookings'),
    visit('studio_admin', '/studio/bookings?tab=list', 'Bookings'),
    visit('studio_admin', '/studio/bookings?view=week', 'Bookings'),
    visit('studio_admin', '/studio/bookings?view=day', 'Bookings'),
    visit('desk', '/studio/bookings', 'Bookings'),
  ],
  'studio/projects': ['', '?q=nothing-like-this'].map((query) =>
    visit('studio_admin', `/studio/projects${query}`, 'Projects'),
  ),
  'studio/projects/:id': [
    visit('studio_admin', '/studio/projects/00000000-0000-4000-8000-000000000000', 'Project'),
    visit('studio_admin', '/studio/projects/{Live at the Harbour}', 'Live at the Harbour'),
  ],
  'studio/board': [visit('studio_admin', '/studio/board', 'Board')],
  'studio/tasks': ['', '?show=open', '?show=done'].map((shown) =>
    visit('studio_admin', `/studio/tasks${shown}`, 'Tasks'),
  ),
  'studio/invoices': ['', '?state=overdue'].map((query) =>
    visit('studio_admin', `/studio/invoices${query}`, 'Invoices'),
  ),
  'studio/invoices/:id': [visit('studio_admin', '/studio/invoices/00000000-0000-4000-8000-000000000000', 'Invoice')],
  'studio/payments': [visit('studio_admin', '/studio/payments', 'Card payments')],
  'studio/reports': [visit('studio_admin', '/studio/reports', 'Reports')],
  'studio/activity': ['', '?kind=settings'].map((kind) => visit('studio_admin', `/studio/activity${kind}`, 'Activity')),
  'studio/settings': [
    '',
    '?tab=contact',
    '?tab=branding',
    '?tab=export',
    '?tab=rooms',
    '?tab=services',
    '?tab=hours',
    '?tab=terms',
    '?tab=prices',
    '?tab=payments',
    '?tab=plan',
    '?tab=calendar',
    '?tab=domain',
    '?tab=legal',
    '?tab=api',
  ].map((tab) => visit('studio_admin', `/studio/settings${tab}`, 'Settings')),

  staff: [visit('staff', '/staff', 'Dashboard'), visit('studio_admin', '/staff', 'Access Denied')],
  'staff/tasks': ['', '?show=done', '?show=studio'].map((shown) => visit('staff', `/staff/tasks${shown}`, 'My Tasks')),
  'staff/schedule': [visit('staff', '/staff/schedule', 'My Schedule')],
  'staff/checkins': [visit('staff', '/staff/checkins', 'Client Check-Ins')],
  'staff/messages': [visit('staff', '/staff/messages', 'Messages')],
  'staff/projects': [visit('staff', '/staff/projects', 'Projects')],
  'staff/projects/:id': [
    visit('staff', '/staff/projects/00000000-0000-4000-8000-000000000000', 'Project'),
    visit('staff', '/staff/projects/{Live at the Harbour}', 'Live at the Harbour'),
  ],
  'staff/board': [visit('staff', '/staff/board', 'Board')],

  'partner/dashboard': [visit('partner', '/partner/dashboard', /./)],

  ...clientScreens(':namespace', ''),
  ...clientScreens('s/:namespace', '/s'),
  // The studio's public page.
  's/:namespace': ['northlight', 'bloom-house'].map((slug) => visit('visitor', `/s/${slug}`, /Northlight|Bloom/)),
  'embed/:namespace': [visit('visitor', '/embed/northlight', /Northlight/)],
  's/:namespace/imprint': [visit('visitor', '/s/northlight/imprint', 'Imprint')],
  's/:namespace/privacy': [visit('visitor', '/s/northlight/privacy', 'Privacy')],
  's/:namespace/terms': [visit('visitor', '/s/northlight/terms', 'Terms')],
  '*': [visit('visitor', '/northlight/nothing/here', 'Oops! Page not found')],
}

/** The home address of users with an area. */
export const homes: Partial<Record<Looker, string>> = {
  super_admin: '/super-admin',
  studio_admin: '/studio',
  staff: '/staff',
  desk: '/studio',
  client: '/northlight',
  client_of_light: '/bloom-house',
  partner: '/partner/dashboard',
}

/** Addresses of the route table that always redirect, and the gallery, which is in no production build. */
export const passages = [
  'auth',
  ':namespace/auth',
  's/:namespace/auth',
  'auth/callback',
  ':namespace/auth/callback',
  's/:namespace/auth/callback',
  'client',
  'client/projects',
  'internal/gallery',
]
