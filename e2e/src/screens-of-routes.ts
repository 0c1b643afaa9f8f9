/** The users who visit screens: those of the demo, and two that the tests create. */
export type ScreenUser =
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
export type ScreenVisit = { as: ScreenUser; at: string; heading: string | RegExp }

const screenVisit = (as: ScreenUser, at: string, heading: string | RegExp): ScreenVisit => ({ as, at, heading })

const authScreens = (pattern: string, at: string, name: string | null): Record<string, ScreenVisit[]> => ({
  [`${pattern}/login`]: [screenVisit('visitor', `${at}/login`, name ? `Sign in to ${name}` : 'Welcome back')],
  [`${pattern}/signup`]: [screenVisit('visitor', `${at}/signup`, name ? `Join ${name}` : 'Create your account')],
  [`${pattern}/forgot-password`]: [screenVisit('visitor', `${at}/forgot-password`, /password/i)],
  [`${pattern}/reset-password`]: [screenVisit('visitor', `${at}/reset-password`, /password/i)],
  [`${pattern}/confirm`]: [
    screenVisit('visitor', `${at}/confirm`, 'This link has expired'),
    screenVisit(
      'visitor',
      `${at}/confirm#token_hash=sample&type=email_change`,
      'Confirm the change of your email address',
    ),
  ],
})

/** The titles of a project with work and of one without. */
const projectTitles = ['Night Drive (EP)', 'Radio spot, 30 seconds']

// Each page of a client is visited in a dark studio and in a light one.
const clientScreens = (pattern: string, prefix: string): Record<string, ScreenVisit[]> => {
  const inBoth = (page: string, heading: string | RegExp) => [
    screenVisit('client', `${prefix}/northlight${page}`, heading),
    screenVisit('client_of_light', `${prefix}/bloom-house${page}`, heading),
  ]
  return {
    [pattern]: inBoth('', /./),
    [`${pattern}/projects`]: inBoth('/projects', 'Projects'),
    [`${pattern}/projects/:id`]: [
      ...inBoth('/projects/00000000-0000-4000-8000-000000000000', /./),
      ...projectTitles.map((title) => screenVisit('client', `${prefix}/northlight/projects/{${title}}`, title)),
    ],
    [`${pattern}/board`]: inBoth('/board', 'Board'),
    [`${pattern}/bookings`]: inBoth('/bookings', 'Bookings'),
    [`${pattern}/invoices`]: inBoth('/invoices', 'Invoices'),
    [`${pattern}/invoices/:id`]: inBoth('/invoices/00000000-0000-4000-8000-000000000000', 'Invoice'),
    [`${pattern}/messages`]: inBoth('/messages', 'Messages'),
    [`${pattern}/book`]: ['northlight', 'bloom-house'].map((slug) =>
      screenVisit('visitor', `${prefix}/${slug}/book`, 'Book a session'),
    ),
    [`${pattern}/book/:service`]: [screenVisit('visitor', `${prefix}/northlight/book/recording`, 'Choose a time')],
  }
}

/** Every screen of the route table by its pattern, with the users who see it. A missing screen fails. */
export const screens: Record<string, ScreenVisit[]> = {
  '': [screenVisit('visitor', '/', /./)],
  partner: [screenVisit('visitor', '/partner', /./)],
  network: [screenVisit('visitor', '/network', /./)],
  'case-studies': [screenVisit('visitor', '/case-studies', /./)],
  docs: [screenVisit('visitor', '/docs', /./)],
  'docs/:slug': [screenVisit('visitor', '/docs/quick-start', /^Quick start/)],
  training: [screenVisit('visitor', '/training', /./)],
  ...Object.fromEntries(
    ['imprint', 'privacy', 'terms'].map((kind) => [kind, [screenVisit('visitor', `/${kind}`, /./)]]),
  ),
  'static/not-found': [screenVisit('visitor', '/nowhere-at-all', 'Oops! Page not found')],

  ...authScreens('auth', '/auth', null),
  ...authScreens(':namespace/auth', '/northlight/auth', 'Northlight Recording'),
  ...authScreens('s/:namespace/auth', '/s/bloom-house/auth', 'Bloom House'),
  'auth/onboarding': [screenVisit('without_role', '/auth/onboarding', 'Welcome! Choose Your Role')],
  'auth/pending-approval': [screenVisit('waiting', '/auth/pending-approval', /./)],

  pay: [screenVisit('visitor', '/pay', 'Invoice')],
  'legal/accept': [screenVisit('visitor', '/legal/accept', 'Terms')],
  invitations: (['client', 'client_of_light'] as const).map((role) => screenVisit(role, '/invitations', 'Invitations')),
  profile: [
    ...(['super_admin', 'studio_admin', 'staff', 'desk', 'client', 'partner'] as const).map((role) =>
      screenVisit(role, '/profile', 'Profile'),
    ),
    ...['appearance', 'notifications', 'security', 'devices', 'data', 'calendar', 'keys'].map((tab) =>
      screenVisit('client', `/profile?tab=${tab}`, 'Profile'),
    ),
  ],

  'super-admin': ['', '?tab=audit', '?tab=mail', '?tab=mail&state=failed', '?tab=payments', '?tab=legal'].map((tab) =>
    screenVisit('super_admin', `/super-admin${tab}`, 'Dashboard'),
  ),
  'super-admin/studios': ['', '?search=nothing-like-this'].map((query) =>
    screenVisit('super_admin', `/super-admin/studios${query}`, 'Studios'),
  ),
  'super-admin/studios/:id': [
    screenVisit('super_admin', '/super-admin/studios/00000000-0000-4000-8000-000000000000', 'Studio'),
    screenVisit('super_admin', '/super-admin/studios/{Northlight Recording}', 'Northlight Recording'),
  ],
  'super-admin/users': ['', '?tab=pending', '?tab=pending&state=answered', '?tab=applications', '?tab=contacts'].map(
    (tab) => screenVisit('super_admin', `/super-admin/users${tab}`, 'Users'),
  ),

  studio: [screenVisit('studio_admin', '/studio', /./), screenVisit('desk', '/studio', 'Dashboard')],
  'studio/staff': [
    screenVisit('studio_admin', '/studio/staff', /./),
    screenVisit('desk', '/studio/staff', 'Access Denied'),
  ],
  'studio/clients': [
    screenVisit('studio_admin', '/studio/clients', /./),
    screenVisit('desk', '/studio/clients', 'Clients'),
  ],
  'studio/import': [
    screenVisit('studio_admin', '/studio/import', 'Import'),
    screenVisit('studio_admin', '/studio/import?kind=bookings', 'Import'),
    screenVisit('desk', '/studio/import', 'Import'),
  ],
  'studio/messages': [
    screenVisit('studio_admin', '/studio/messages', 'Messages'),
    screenVisit('studio_admin', '/studio/messages?client=00000000-0000-4000-8000-000000000000', 'Messages'),
    screenVisit('desk', '/studio/messages', 'Messages'),
  ],
  'studio/checkins': (['studio_admin', 'desk'] as const).map((role) =>
    screenVisit(role, '/studio/checkins', 'Client Check-Ins'),
  ),
  'studio/bookings': [
    screenVisit('studio_admin', '/studio/bookings', 'Bookings'),
    screenVisit('studio_admin', '/studio/bookings?tab=list', 'Bookings'),
    screenVisit('studio_admin', '/studio/bookings?view=week', 'Bookings'),
    screenVisit('studio_admin', '/studio/bookings?view=day', 'Bookings'),
    screenVisit('desk', '/studio/bookings', 'Bookings'),
  ],
  'studio/projects': ['', '?q=nothing-like-this'].map((query) =>
    screenVisit('studio_admin', `/studio/projects${query}`, 'Projects'),
  ),
  'studio/projects/:id': [
    screenVisit('studio_admin', '/studio/projects/00000000-0000-4000-8000-000000000000', 'Project'),
    screenVisit('studio_admin', '/studio/projects/{Live at the Harbour}', 'Live at the Harbour'),
  ],
  'studio/board': [screenVisit('studio_admin', '/studio/board', 'Board')],
  'studio/tasks': ['', '?show=open', '?show=done'].map((shown) =>
    screenVisit('studio_admin', `/studio/tasks${shown}`, 'Tasks'),
  ),
  'studio/invoices': ['', '?state=overdue'].map((query) =>
    screenVisit('studio_admin', `/studio/invoices${query}`, 'Invoices'),
  ),
  'studio/invoices/:id': [
    screenVisit('studio_admin', '/studio/invoices/00000000-0000-4000-8000-000000000000', 'Invoice'),
  ],
  'studio/payments': [screenVisit('studio_admin', '/studio/payments', 'Card payments')],
  'studio/reports': [screenVisit('studio_admin', '/studio/reports', 'Reports')],
  'studio/activity': ['', '?kind=settings'].map((kind) =>
    screenVisit('studio_admin', `/studio/activity${kind}`, 'Activity'),
  ),
  'studio/settings': [
    '',
    '?tab=contact',
    '?tab=branding',
    '?tab=export',
    '?tab=rooms',
    '?tab=services',
    '?tab=hours',
    '?tab=rules',
    '?tab=reminders',
    '?tab=terms',
    '?tab=prices',
    '?tab=payments',
    '?tab=plan',
    '?tab=calendar',
    '?tab=domain',
    '?tab=legal',
    '?tab=api',
    '?tab=messages',
  ].map((tab) => screenVisit('studio_admin', `/studio/settings${tab}`, 'Settings')),

  staff: [screenVisit('staff', '/staff', 'Dashboard'), screenVisit('studio_admin', '/staff', 'Access Denied')],
  'staff/tasks': ['', '?show=done', '?show=studio'].map((shown) =>
    screenVisit('staff', `/staff/tasks${shown}`, 'My Tasks'),
  ),
  'staff/schedule': [screenVisit('staff', '/staff/schedule', 'My Schedule')],
  'staff/checkins': [screenVisit('staff', '/staff/checkins', 'Client Check-Ins')],
  'staff/messages': [screenVisit('staff', '/staff/messages', 'Messages')],
  'staff/projects': [screenVisit('staff', '/staff/projects', 'Projects')],
  'staff/projects/:id': [
    screenVisit('staff', '/staff/projects/00000000-0000-4000-8000-000000000000', 'Project'),
    screenVisit('staff', '/staff/projects/{Live at the Harbour}', 'Live at the Harbour'),
  ],
  'staff/board': [screenVisit('staff', '/staff/board', 'Board')],

  'partner/dashboard': [screenVisit('partner', '/partner/dashboard', /./)],

  ...clientScreens(':namespace', ''),
  ...clientScreens('s/:namespace', '/s'),
  // The studio's public page.
  's/:namespace': ['northlight', 'bloom-house'].map((slug) => screenVisit('visitor', `/s/${slug}`, /Northlight|Bloom/)),
  'embed/:namespace': [screenVisit('visitor', '/embed/northlight', /Northlight/)],
  's/:namespace/imprint': [screenVisit('visitor', '/s/northlight/imprint', 'Imprint')],
  's/:namespace/privacy': [screenVisit('visitor', '/s/northlight/privacy', 'Privacy')],
  's/:namespace/terms': [screenVisit('visitor', '/s/northlight/terms', 'Terms')],
  '*': [screenVisit('visitor', '/northlight/nothing/here', 'Oops! Page not found')],
}

/** The home address of users with an area. */
export const homePaths: Partial<Record<ScreenUser, string>> = {
  super_admin: '/super-admin',
  studio_admin: '/studio',
  staff: '/staff',
  desk: '/studio',
  client: '/northlight',
  client_of_light: '/bloom-house',
  partner: '/partner/dashboard',
}

/** Addresses of the route table that always redirect, and the gallery, which production builds do not have. */
export const redirectPaths = [
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
