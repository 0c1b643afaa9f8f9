import type { projectStatuses } from '../projects/words.ts'

/** What a file can bring into a studio, in the order in which a studio moves in. */
export const importKinds = ['clients', 'services', 'bookings', 'projects'] as const
export type ImportKind = (typeof importKinds)[number]

/** What an import of each kind adds, for one and for several. */
export const importNouns: Record<ImportKind, readonly [one: string, many: string]> = {
  clients: ['client', 'clients'],
  services: ['service', 'services'],
  bookings: ['booking', 'bookings'],
  projects: ['project', 'projects'],
}

/** '1 booking', '1,200 bookings'. */
export const formatImportCount = (count: number, kind: ImportKind) =>
  `${count.toLocaleString('en')} ${importNouns[kind][count === 1 ? 0 : 1]}`

/** The largest number of lines of a file. */
export const IMPORT_ROWS_MAX = 5_000
export const IMPORT_COLUMNS_MAX = 100
/** The largest number of problems and of lines that exist already in an answer; the counts include all. */
export const IMPORT_DETAILS_MAX = 500
/** The largest number of values, such as names of services, that can be assigned one by one. */
export const IMPORT_VALUES_MAX = 200
/** For how many days an import can be undone. */
export const IMPORT_UNDO_DAYS = 30
export const IMPORT_FILE_MB = 10

/** Fields of a column that say who the client is. */
const clientFields = ['client_name', 'first_name', 'last_name', 'client_email', 'client_phone'] as const

/** The fields that a column of a file can have, by what the file brings. */
export const fieldsOfKind = {
  clients: ['ignore', 'name', 'first_name', 'last_name', 'email', 'phone', 'company', 'notes', 'tags', 'language'],
  services: [
    'ignore',
    'service_name',
    'duration',
    'hours',
    'price',
    'currency',
    'description',
    'capacity',
    'source_id',
  ],
  bookings: [
    'ignore',
    'starts',
    'ends',
    'date',
    'start_time',
    'end_date',
    'end_time',
    'duration',
    'hours',
    'zone',
    'service',
    'resource',
    ...clientFields,
    'price',
    'currency',
    'status',
    'notes',
    'source_id',
  ],
  projects: ['ignore', 'title', ...clientFields, 'project_type', 'status', 'description', 'source_id'],
} as const satisfies Record<ImportKind, readonly string[]>

export const importFields = [...new Set(Object.values(fieldsOfKind).flat())]
export type ImportField = (typeof fieldsOfKind)[ImportKind][number]

export const importFieldLabels: Record<ImportField, string> = {
  ignore: 'Do not import',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  notes: 'Notes',
  tags: 'Tags',
  language: 'Language',
  service_name: 'Name of the service',
  duration: 'Length (minutes)',
  hours: 'Length (hours)',
  price: 'Price',
  currency: 'Currency',
  description: 'Description',
  capacity: 'Maximum number of people',
  source_id: 'ID in the previous system',
  starts: 'Start (date and time)',
  ends: 'End (date and time)',
  date: 'Date',
  start_time: 'Start time',
  end_date: 'End date',
  end_time: 'End time',
  zone: 'Time zone',
  service: 'Service',
  resource: 'Room or person',
  client_name: 'Client',
  client_email: "Client's email",
  client_phone: "Client's phone",
  status: 'Status',
  title: 'Title',
  project_type: 'Type',
}

/** Whether 03/04/2026 is April 3 or March 4. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The choice to leave out the lines with a value, instead of assigning a service or a resource. */
export const SKIP = 'skip'
/** The key of the choice for all values that have no choice of their own. */
export const OTHERS = '*'

export const projectStatusPatterns: Record<(typeof projectStatuses)[number], RegExp> = {
  draft: /^(draft|new|planned|lead|entwurf|neu)$/,
  active: /^(active|open|ongoing|in progress|running|aktiv|offen|laufend)$/,
  on_hold: /^(on[ _-]?hold|paused|waiting|pausiert)$/,
  completed: /^(completed?|done|finished|closed|delivered|abgeschlossen|fertig)$/,
  cancelled: /^(cancell?ed|abandoned|rejected|storniert|abgebrochen)$/,
}
