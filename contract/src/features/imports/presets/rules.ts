import type { ImportField, ImportKind } from '../words.ts'

/**
 * The export of another program: the headers by which it is recognized, and the fields of its columns that the general guesses would
 * not find. Headers are compared in lower case. docs/features/imports.md says where each list comes from.
 */
type Preset = {
  program: string
  kind: ImportKind
  /** All of these headers are in the file. */
  signs: readonly string[]
  fields: Readonly<Record<string, ImportField>>
}

const presets: readonly Preset[] = [
  {
    program: 'Acuity Scheduling',
    kind: 'bookings',
    signs: ['start time', 'end time', 'first name', 'last name', 'type', 'calendar', 'appointment price'],
    fields: {
      'start time': 'starts',
      'end time': 'ends',
      type: 'service',
      calendar: 'resource',
      'appointment price': 'price',
      'appointment id': 'source_id',
    },
  },
  {
    program: 'Calendly',
    kind: 'bookings',
    signs: ['invitee name', 'invitee email', 'event type name', 'start date & time', 'end date & time'],
    fields: {
      'invitee name': 'client_name',
      'invitee first name': 'ignore',
      'invitee last name': 'ignore',
      'invitee email': 'client_email',
      'text reminder number': 'client_phone',
      'event price': 'price',
      // A link or an address, not a room.
      location: 'ignore',
      'event type name': 'service',
      'start date & time': 'starts',
      'end date & time': 'ends',
      canceled: 'status',
      'event uuid': 'source_id',
    },
  },
  {
    program: 'Skedda',
    kind: 'bookings',
    signs: ['spaces', 'start', 'end', 'holder'],
    fields: {
      spaces: 'resource',
      start: 'starts',
      end: 'ends',
      holder: 'client_name',
      title: 'service',
      id: 'source_id',
    },
  },
  {
    program: 'Square',
    kind: 'clients',
    signs: ['reference id', 'first name', 'last name', 'email address', 'phone number', 'creation source'],
    fields: { nickname: 'ignore', 'company name': 'company', memo: 'notes' },
  },
  {
    program: 'Square',
    kind: 'bookings',
    signs: ['appointment start', 'appointment end', 'client name', 'service'],
    fields: {
      'appointment start': 'starts',
      'appointment end': 'ends',
      staff: 'resource',
      'client name': 'client_name',
    },
  },
  {
    program: 'Cal.com',
    kind: 'bookings',
    signs: ['booking uid', 'title', 'status', 'start time', 'end time', 'attendee name'],
    fields: {
      'booking uid': 'source_id',
      // Names the session and both people.
      title: 'ignore',
      'event type': 'service',
      'start time': 'starts',
      'end time': 'ends',
      'attendee name': 'client_name',
      'attendee email': 'client_email',
      email: 'client_email',
      location: 'ignore',
    },
  },
]

/** The program that a file comes from, by its headers; undefined if none is recognized. */
export function recognizeProgram(kind: ImportKind, headers: readonly string[]): Preset | undefined {
  const names = new Set(headers.map((header) => header.trim().toLowerCase()))
  return presets.find((preset) => preset.kind === kind && preset.signs.every((sign) => names.has(sign)))
}
