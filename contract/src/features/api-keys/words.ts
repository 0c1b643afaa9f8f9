/** Maximum number of active keys, of a studio and of one person. */
export const API_KEYS_MAX = 25

/** The longest name of a key, in characters. */
export const API_KEY_LABEL_MAX = 100

/** Maximum number of IP addresses and networks of one key. */
export const API_KEY_NETWORKS_MAX = 20

/** How many requests a key may make in a minute. */
export const API_KEY_CALLS_PER_MINUTE = 300

/** To create or change a key, a person must have signed in within this many hours. */
export const API_KEY_SIGN_IN_HOURS = 24

/** For how many days keys are listed after they ended. */
export const ENDED_KEYS_LISTED_DAYS = 90

/** Every key begins with this. */
export const API_KEY_PREFIX = 'sh_'

type Area = {
  label: string
  /** Gives far-reaching rights. It is not part of "all permissions" and must be selected itself. */
  isSensitive?: true
  reads: readonly string[]
  writes: readonly string[]
}

const callsOf = (feature: string, ...calls: string[]) => calls.map((call) => `${feature}.${call}`)

/**
 * The permissions of keys, each with the names of the operations that it allows. An operation that is not listed is closed
 * to keys (docs/decisions/0174).
 */
export const apiKeyAreas = {
  bookings: {
    label: 'Bookings and free times',
    reads: [
      ...callsOf('bookings', 'list', 'getCalendar', 'get', 'getHistory', 'getSeries', 'listServicePeople'),
      ...callsOf('bookings', 'quote', 'getReductions'),
      ...callsOf('availability', 'get', 'getPublic', 'listPublicTimes', 'getPublicCancellation', 'listPublicServices'),
    ],
    writes: [
      ...callsOf(
        'bookings',
        'create',
        'update',
        'confirm',
        'decline',
        'cancel',
        'complete',
        'noShow',
        'waiveFee',
        'undo',
      ),
      ...callsOf('bookings', 'approveChange', 'declineChange', 'withdrawChange', 'createBlock'),
      ...callsOf('bookings', 'createSeries', 'updateSeries', 'cancelSeries'),
    ],
  },
  clients: {
    label: 'Clients',
    reads: [...callsOf('clients', 'get', 'getHistory', 'listImports'), ...callsOf('roles', 'listClients')],
    writes: callsOf(
      'clients',
      'create',
      'update',
      'updateRates',
      'previewImport',
      'import',
      'undoImport',
      'retryEmail',
    ),
  },
  projects: {
    label: 'Projects',
    reads: callsOf('projects', 'list', 'stats', 'get', 'sessions', 'activity'),
    writes: callsOf('projects', 'create', 'update', 'movePhase'),
  },
  cards: {
    label: 'Cards of the board',
    reads: [
      ...callsOf('board', 'list', 'get', 'listPeople', 'listComments', 'listFiles'),
      ...callsOf('projects', 'comments'),
    ],
    writes: callsOf('board', 'create', 'update', 'delete', 'move', 'createComment', 'deleteComment', 'deleteFile'),
  },
  tasks: {
    label: 'Tasks',
    reads: callsOf('tasks', 'list'),
    writes: callsOf('tasks', 'create', 'update', 'start', 'complete'),
  },
  checkins: {
    label: 'Check-ins',
    reads: callsOf('checkins', 'list'),
    writes: callsOf('checkins', 'create', 'checkout', 'undo'),
  },
  messages: {
    label: 'Messages with clients',
    reads: callsOf('conversations', 'list', 'countUnread', 'listMessages'),
    writes: callsOf('conversations', 'createMessage', 'read'),
  },
  resources: {
    label: 'Rooms, people, services and opening hours',
    reads: callsOf('resources', 'list', 'listPeople', 'getOpeningHours', 'listServices', 'listPictures', 'listDaysOff'),
    writes: callsOf(
      'resources',
      'create',
      'update',
      'delete',
      'updateOpeningHours',
      'updateServices',
      'createDayOff',
      'deleteDayOff',
    ),
  },
  invoices: {
    label: 'Invoices and payments',
    reads: [
      ...callsOf(
        'invoices',
        'list',
        'getTotals',
        'get',
        'getPdf',
        'listBillable',
        'getBalance',
        'getOwnCredit',
        'getSessionMoney',
      ),
      ...callsOf('invoices', 'getSettings'),
      ...callsOf('payments', 'getOptions', 'get', 'getPaymentOfInvoice'),
    ],
    writes: [
      ...callsOf('invoices', 'create', 'update', 'delete', 'issue', 'send', 'remind', 'void', 'writeOff'),
      ...callsOf('invoices', 'createPayment', 'createRefund', 'createCreditNote', 'createCredit', 'payOutCredit'),
      ...callsOf('invoices', 'createSessionPayment'),
    ],
  },
  packages: {
    label: 'Packages and discounts',
    reads: [...callsOf('packages', 'list', 'listSold'), ...callsOf('discounts', 'list')],
    writes: [...callsOf('packages', 'create', 'update', 'sell', 'end'), ...callsOf('discounts', 'create', 'update')],
  },
  terms: {
    label: 'Terms',
    reads: callsOf('terms', 'list', 'getCurrent', 'getOfBooking', 'getAgreement'),
    writes: callsOf('terms', 'create', 'end'),
  },
  reports: {
    label: 'Reports and activity',
    reads: [...callsOf('dashboards', 'getStudioStats', 'getReports'), 'staffStats.get', 'admin.listActivity'],
    writes: [],
  },
  settings: {
    label: 'Settings of the studio',
    reads: [...callsOf('studios', 'get'), ...callsOf('legalTexts', 'get')],
    writes: [...callsOf('studios', 'update'), ...callsOf('legalTexts', 'update')],
  },
  roles: {
    label: 'Roles, crew and invitations',
    isSensitive: true,
    reads: [
      ...callsOf('roles', 'listRequests'),
      ...callsOf('crew', 'list', 'listAdmins', 'listAgents'),
      ...callsOf('invitations', 'list'),
    ],
    writes: [
      ...callsOf('roles', 'approveRequest', 'rejectRequest', 'removeClient'),
      ...callsOf('crew', 'update', 'remove', 'createAdmin', 'deleteAdmin', 'updateAgent'),
      ...callsOf('invitations', 'create', 'resend', 'revoke'),
      ...callsOf('clients', 'invite'),
    ],
  },
  domains: {
    label: 'Domain and sender of emails',
    isSensitive: true,
    reads: callsOf('studios', 'getDomain', 'getSender'),
    writes: callsOf(
      'studios',
      'updateDomain',
      'deleteDomain',
      'verifyDomain',
      'updateSender',
      'deleteSender',
      'checkSender',
      'rotateSenderKey',
    ),
  },
  webhooks: {
    label: 'Webhooks',
    isSensitive: true,
    reads: callsOf('webhooks', 'list', 'listDeliveries', 'getDelivery'),
    writes: callsOf('webhooks', 'create', 'update', 'delete', 'rotateSecret', 'test', 'sendAgain'),
  },
  exports: {
    label: 'Exports',
    isSensitive: true,
    reads: callsOf('dashboards', 'getAccountingExport'),
    writes: [],
  },
  keys: {
    label: 'List of API keys',
    isSensitive: true,
    reads: callsOf('apiKeys', 'list'),
    writes: [],
  },
} as const satisfies Record<string, Area>

export type ApiKeyArea = keyof typeof apiKeyAreas
export type ApiKeyScope = `${ApiKeyArea}:${'read' | 'write'}`

const isArea = (name: string): name is ApiKeyArea => name in apiKeyAreas

/** All areas in the order of the form. */
export const apiKeyAreaNames = Object.keys(apiKeyAreas).filter(isArea)

/** The permissions that a key can have. */
export const apiKeyScopes: readonly ApiKeyScope[] = apiKeyAreaNames.flatMap((area): ApiKeyScope[] =>
  apiKeyAreas[area].writes.length > 0 ? [`${area}:read`, `${area}:write`] : [`${area}:read`],
)
