import { guessColumns, parseCsv } from '../../clients/imports/rules.ts'
import { recognizeProgram } from '../presets/rules.ts'
import type { ImportProblem } from '../schema.ts'
import {
  fieldsOfKind,
  IMPORT_COLUMNS_MAX,
  IMPORT_ROWS_MAX,
  type ImportField,
  type ImportKind,
  importFieldLabels,
  importNouns,
} from '../words.ts'

/** A line of a file: its number, and the cell of each field. */
export type TableLine = { line: number; cell: (field: ImportField) => string }

export type Table = {
  program: string | null
  columns: { header: string; field: ImportField; example: string }[]
  rows: number
  lines: TableLine[]
  /** Problems because of which the whole file cannot be imported. */
  problems: ImportProblem[]
}

/** The number of lines that are searched for an example of a column. */
const EXAMPLE_ROWS = 50
const EXAMPLE_MAX = 100
const CELL_MAX = 10_000

type Guess = readonly [ImportField, RegExp]
const person: readonly Guess[] = [
  ['first_name', /^(client |customer |invitee )?(first|given) name$|^vorname$|^prenom$|^voornaam$/],
  ['last_name', /^(client |customer |invitee )?(last|family) name$|^surname$|^nachname$|^achternaam$/],
  [
    'client_email',
    /^((client|customer|invitee|guest|attendee|kunden?|booker|contact)('?s)? ?)?e ?mail( ?(address|adresse))?s?$|^mail$/,
  ],
  [
    'client_phone',
    /^((client|customer|invitee|guest|attendee|contact)('?s)? ?)?((tele|mobile )?phone|mobile|cell|tel|telefon|handy)( ?(number|nummer|no))?$/,
  ],
  [
    'client_name',
    /^(client|customer|invitee|guest|attendee|booker|contact|kunde|kundin|klant|artist|band|booked by|holder)('?s)?( ?name)?s?$|^full name$|^name$|^(for|with)$/,
  ],
]
const money: readonly Guess[] = [
  [
    'price',
    /^(total |appointment |session |unit |listed? )?(price|cost|amount|fee|total|preis|betrag|kosten|prix|prijs)( \(.*\))?$/,
  ],
  ['currency', /^(currency|wahrung|devise|valuta)( code)?$/],
]
const length: readonly Guess[] = [
  ['hours', /^(duration|length|dauer)? ?\(?(hours|hrs|std|stunden)\)?$/],
  [
    'duration',
    /^(duration|length|dauer|duree|duur|minutes|minuten|event length)( ?\(?(in )?(min|mins|minutes|minuten)\)?)?$/,
  ],
]
const source: Guess = [
  'source_id',
  /^(source |external |booking |appointment |event |service |project )?(id|uid|uuid|number|no|nr|reference|ref)$/,
]
const status: Guess = ['status', /^(booking |appointment |event |project )?(status|state|stand)$|^cancell?ed$/]
const guesses: Record<Exclude<ImportKind, 'clients'>, readonly Guess[]> = {
  services: [
    [
      'service_name',
      /^(service|session|event type|appointment type|item|leistung|angebot|dienst)?( ?(name|title|type))?$/,
    ],
    ...length,
    ...money,
    ['description', /^(description|details|info|beschreibung|notes?|omschrijving)$/],
    ['capacity', /^(capacity|max(imum)?( people| persons| guests)?|people|personen|teilnehmer)$/],
    source,
  ],
  bookings: [
    [
      'start_time',
      /^(start|begin|from|time|uhrzeit|beginn|von|heure|tijd|start uhrzeit)( ?(time|zeit))$|^(time|uhrzeit|beginn|von|heure|tijd)$/,
    ],
    ['end_time', /^(end|to|until|finish|ende|bis)( ?(time|zeit))$|^(to|until|bis|ende)$/],
    ['end_date', /^(end|to|until) ?(date|day)$|^enddatum$/],
    ['date', /^((start|booking|appointment|event|session|from) ?)?(date|day|datum|tag|jour|dag)$|^fecha$|^data$/],
    [
      'starts',
      /^(starts?|begins?|starts at|start at|start ?(date ?(&|and|\/|time) ?time|datetime)|starttime|dtstart|check ?in|from)$/,
    ],
    ['ends', /^(ends?|ends at|end at|end ?(date ?(&|and|\/|time) ?time|datetime)|endtime|dtend|check ?out)$/],
    ...length,
    ['zone', /^(time ?zone|timezone|zeitzone|tz)$/],
    [
      'service',
      /^(service|session|event ?type|appointment ?type|type|booking type|title|subject|summary|leistung|art|was|what)( ?(name|type|title))?$/,
    ],
    [
      'resource',
      /^(room|rooms|studio|space|spaces|resource|resources|location|calendar|staff|engineer|raum|raume|ruimte|salle)( ?name)?$/,
    ],
    ...person,
    ...money,
    status,
    ['notes', /^(notes?|comments?|remarks?|description|message|notizen|bemerkung(en)?|opmerking(en)?)$/],
    source,
  ],
  projects: [
    ['title', /^(project|projekt|title|titel|project ?(name|title)|projektname)$/],
    ...person,
    ['project_type', /^(project |projekt)?(type|kind|category|art|typ)$/],
    status,
    ['description', /^(description|details|notes?|summary|beschreibung|omschrijving)$/],
    source,
  ],
}

// Removes control and text-direction characters, which no form of the product accepts.
const cleanCell = (cell: string) => cell.replaceAll(/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu, '').trim()

const normalizeHeader = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s_-]+/g, ' ')

const timeFieldsWithDate: Partial<Record<ImportField, ImportField>> = { starts: 'start_time', ends: 'end_time' }
const timeFieldsWithoutDate: Partial<Record<ImportField, ImportField>> = { start_time: 'starts', end_time: 'ends' }

/** In a file with a date column, 'Start' is a time. Without one, 'Start time' is a date with its time. */
function resolveTimeFields(fields: readonly ImportField[]): ImportField[] {
  if (fields.includes('date') && !fields.includes('start_time'))
    return fields.map((field) => timeFieldsWithDate[field] ?? field)
  if (fields.includes('date') || fields.includes('starts')) return [...fields]
  return fields.map((field) => timeFieldsWithoutDate[field] ?? field)
}

/** Guesses the field of each column from its header. Each field is used once. */
export function guessFields(kind: ImportKind, headers: readonly string[]): ImportField[] {
  const preset = recognizeProgram(kind, headers)
  if (kind === 'clients' && !preset) return guessColumns(headers)
  const general = kind === 'clients' ? guessColumns(headers) : null
  const usedFields = new Set<ImportField>(Object.values(preset?.fields ?? {}))
  const fields = headers.map((header, index): ImportField => {
    const presetField = preset?.fields[header.trim().toLowerCase()]
    if (presetField) return presetField
    if (kind === 'clients') return general?.[index] ?? 'ignore'
    const text = normalizeHeader(header)
    const guess =
      text === '' ? undefined : guesses[kind].find(([field, pattern]) => !usedFields.has(field) && pattern.test(text))
    if (!guess) return 'ignore'
    usedFields.add(guess[0])
    return guess[0]
  })
  return kind === 'bookings' && !preset ? resolveTimeFields(withoutDuplicates(fields)) : withoutDuplicates(fields)
}

const withoutDuplicates = (fields: readonly ImportField[]) =>
  fields.map((field, index) => (fields.indexOf(field) === index ? field : 'ignore'))

const fileProblem = (message: string): ImportProblem[] => [{ line: 1, field: null, message }]

/**
 * Reads a file whose first line names the columns.
 * @param chosenFields the field of each column; null to guess them
 */
export function readTable(kind: ImportKind, file: string, chosenFields: readonly ImportField[] | null): Table {
  // Reads the headers and one row more than allowed, which is enough to reject the file.
  const [head, ...records] = parseCsv(file, IMPORT_ROWS_MAX + 2)
  const headers = head?.cells ?? []
  const empty = { program: null, columns: [], rows: records.length, lines: [] }
  if (headers.length > IMPORT_COLUMNS_MAX)
    return { ...empty, problems: fileProblem(`Please import at most ${IMPORT_COLUMNS_MAX} columns at once.`) }
  const allowed: readonly string[] = fieldsOfKind[kind]
  const fields = (chosenFields ?? guessFields(kind, headers)).map((field) =>
    allowed.includes(field) ? field : 'ignore',
  )
  const columns = headers.map((header, index) => ({
    header: header.trim().slice(0, EXAMPLE_MAX),
    field: fields[index] ?? 'ignore',
    example: (records.slice(0, EXAMPLE_ROWS).find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '')
      .trim()
      .slice(0, EXAMPLE_MAX),
  }))
  const program = recognizeProgram(kind, headers)?.program ?? null
  const table = { ...empty, program, columns }
  const problem = problemOf(kind, table)
  if (problem) return { ...table, problems: fileProblem(problem) }
  const positions = new Map(columns.map(({ field }, index) => [field, index]))
  const lines = records.map(({ line, cells }) => ({
    line,
    cell: (field: ImportField) => cleanCell(cells[positions.get(field) ?? -1] ?? '').slice(0, CELL_MAX),
  }))
  return { ...table, lines, problems: [] }
}

function problemOf(kind: ImportKind, { columns, rows }: Pick<Table, 'columns' | 'rows'>): string | null {
  const used = columns.map(({ field }) => field).filter((field) => field !== 'ignore')
  const duplicate = used.find((field, index) => used.indexOf(field) !== index)
  if (rows === 0) return `The file has no ${importNouns[kind][1]}. Its first line must name the columns.`
  if (rows > IMPORT_ROWS_MAX)
    return `Please import at most ${IMPORT_ROWS_MAX.toLocaleString('en')} lines at once. Split the file into several.`
  if (duplicate) return `Please choose "${importFieldLabels[duplicate]}" for one column only.`
  return missingField(kind, new Set(used))
}

function missingField(kind: ImportKind, used: ReadonlySet<ImportField>): string | null {
  const hasName = used.has('client_name') || used.has('first_name') || used.has('last_name')
  if (kind === 'clients' && !used.has('name') && !used.has('first_name') && !used.has('last_name'))
    return 'Please choose the column with the names.'
  if (kind === 'services' && !used.has('service_name'))
    return 'Please choose the column with the names of the services.'
  if (kind === 'bookings' && !used.has('starts') && !(used.has('date') && used.has('start_time')))
    return 'Please choose the column with the start: one with date and time, or one for each.'
  if (kind === 'projects' && !used.has('title')) return 'Please choose the column with the titles.'
  if (kind === 'projects' && !hasName && !used.has('client_email'))
    return "Please choose the column with the clients' names or emails."
  return null
}
