import { NewClient } from '../schema.ts'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX, type ImportField, type ImportProblem } from './schema.ts'

/** The number of rows that are searched for an example of a column. */
const EXAMPLE_ROWS = 50

/** A record of a CSV file with the number of its first line. */
type CsvRecord = { line: number; cells: string[] }

/** The separator that occurs most often in the first line, outside of quotes. */
function guessSeparator(text: string): string {
  const first = text.split(/\r?\n/, 1)[0]?.replaceAll(/"[^"]*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: first.split(separator).length }))
  return counts.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).separator
}

/**
 * Parses a CSV file (RFC 4180) with commas, semicolons or tabs. Skips empty lines.
 * @param records_max parsing stops after this number of records
 */
export function parseCsv(file: string, records_max = Number.POSITIVE_INFINITY): CsvRecord[] {
  const text = file.replace(/^\uFEFF/, '')
  const separator = guessSeparator(text)
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let start = 1
  const endRecord = () => {
    cells.push(cell)
    if (cells.some((text) => text.trim() !== '')) records.push({ line: start, cells })
    cells = []
    cell = ''
    start = line
  }
  for (let index = 0; index < text.length && records.length < records_max; index += 1) {
    const character = text.charAt(index)
    if (character === '\n') line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') endRecord()
    else if (character !== '\r') cell += character
  }
  if (records.length < records_max && (cell !== '' || cells.length > 0)) endRecord()
  return records
}

/** Each field with the pattern of its headers. The first match counts. */
const headers: readonly (readonly [Exclude<ImportField, 'ignore'>, RegExp])[] = [
  ['first_name', /^(first|given|fore)[ _-]?name$|^vorname$|^pr[eé]nom$|^voornaam$/],
  ['last_name', /^(last|family|sur)[ _-]?name$|^nachname$|^achternaam$/],
  [
    'name',
    /^(full[ _-]?|client[ _-]?|customer[ _-]?|contact[ _-]?|display[ _-]?)?name$|^client$|^customer$|^kunde$|^nom$|^naam$/,
  ],
  ['email', /^e-?mail([ _-]?(address|adresse|1))?$|^mail$/],
  [
    'phone',
    /^(tele)?phone([ _-]?(number|no|1))?$|^mobile([ _-]?(phone|number))?$|^cell$|^tel$|^telefon$|^telefoon$|^handy$/,
  ],
  ['company', /^(company|organi[sz]ation|business|band|label|firma|bedrijf)([ _-]?name)?$/],
  ['notes', /^(notes?|comments?|remarks?|notizen|bemerkung(en)?|opmerking(en)?)$/],
  ['tags', /^(tags?|labels?|groups?|categor(y|ies))$/],
  ['language', /^(language|lang|locale|sprache|taal)$/],
]

/** Guesses the field of each column from its header. Each field is used once. */
export function guessColumns(names: readonly string[]): ImportField[] {
  const usedFields = new Set<string>()
  return names.map((header) => {
    const text = header.trim().toLowerCase()
    const match = headers.find(([field, pattern]) => !usedFields.has(field) && pattern.test(text))
    if (!match) return 'ignore'
    usedFields.add(match[0])
    return match[0]
  })
}

/** A valid row of the file. */
export type ImportedClient = NewClient & { line: number }

export type ImportedFile = {
  columns: { header: string; field: ImportField; example: string }[]
  rows: number
  clients: ImportedClient[]
  problems: ImportProblem[]
}

/**
 * Reads a file of clients. The first row has the headers. Rows with a problem are left out of `clients`.
 * @param chosenFields the field of each column; null to guess them from the headers
 */
export function readClients(file: string, chosenFields: readonly ImportField[] | null): ImportedFile {
  // Reads the headers and one row more than allowed, which is enough to reject the file.
  const [head, ...records] = parseCsv(file, IMPORT_ROWS_MAX + 2)
  const names = head?.cells ?? []
  if (names.length > IMPORT_COLUMNS_MAX) {
    const message = `Please import at most ${IMPORT_COLUMNS_MAX} columns at once`
    return { columns: [], rows: records.length, clients: [], problems: [{ line: 1, field: null, message }] }
  }
  const fields = chosenFields ?? guessColumns(names)
  const columns = names.map((header, index) => ({
    header: header.trim(),
    field: fields[index] ?? 'ignore',
    example: (records.slice(0, EXAMPLE_ROWS).find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '')
      .trim()
      .slice(0, 100),
  }))
  const problems = problemsOfFile(columns, records.length)
  if (problems.length > 0) return { columns, rows: records.length, clients: [], problems }
  const positions = new Map(columns.map(({ field }, index) => [field, index]))
  const clients: ImportedClient[] = []
  const lines = new Map<string, number>()
  for (const { line, cells } of records) {
    const parsed = NewClient.safeParse(toClient(positions, cells))
    if (!parsed.success) {
      problems.push(...parsed.error.issues.map((issue) => problemOf(line, issue)))
      continue
    }
    const key = listMatchKeys(parsed.data).email
    const earlier = key === null ? undefined : lines.get(key)
    if (earlier !== undefined) {
      problems.push({ line, field: 'email', message: `Line ${earlier} has the same email address` })
      continue
    }
    if (key !== null) lines.set(key, line)
    clients.push({ ...parsed.data, line })
  }
  return { columns, rows: records.length, clients, problems }
}

function problemsOfFile(columns: ImportedFile['columns'], rows: number): ImportProblem[] {
  const has = (field: ImportField) => columns.some((column) => column.field === field)
  const fields = columns.map(({ field }) => field).filter((field) => field !== 'ignore')
  const message =
    rows === 0
      ? 'The file has no clients. Its first line must name the columns.'
      : rows > IMPORT_ROWS_MAX
        ? `Please import at most ${IMPORT_ROWS_MAX.toLocaleString('en')} lines at once`
        : !has('name') && !has('first_name') && !has('last_name')
          ? 'Please choose the column with the names'
          : new Set(fields).size < fields.length
            ? 'Please choose each field for one column only'
            : null
  return message === null ? [] : [{ line: 1, field: null, message }]
}

function toClient(positions: ReadonlyMap<ImportField, number>, cells: readonly string[]) {
  const textOf = (field: ImportField) => cells[positions.get(field) ?? -1]?.trim() ?? ''
  const joined = [textOf('first_name'), textOf('last_name')].filter(Boolean).join(' ')
  const optional = (field: 'email' | 'phone' | 'company' | 'language') => ({ [field]: textOf(field) || null })
  return {
    name: textOf('name') || joined,
    ...optional('email'),
    ...optional('phone'),
    ...optional('company'),
    ...optional('language'),
    notes: textOf('notes'),
    tags: textOf('tags')
      .split(/[,;|]/)
      .flatMap((tag) => tag.trim() || []),
  }
}

function problemOf(line: number, { path, message }: { path: PropertyKey[]; message: string }): ImportProblem {
  const field = headers.find(([name]) => name === path[0])?.[0] ?? null
  return { line, field, message }
}

const PHONE_DIGITS_MIN = 7
const PHONE_DIGITS_COMPARED = 9

/** Keys that two records of one person share: the email address, the end of the phone number, or else the name. */
export function listMatchKeys(client: {
  name?: string | null
  email?: string | null | undefined
  phone?: string | null | undefined
}) {
  const digits = client.phone?.replaceAll(/\D/g, '').replace(/^0+/, '') ?? ''
  const email = client.email?.toLowerCase() ?? null
  const phone = digits.length >= PHONE_DIGITS_MIN ? digits.slice(-PHONE_DIGITS_COMPARED) : null
  return { email, phone, name: email === null && phone === null ? (client.name?.toLowerCase() ?? null) : null }
}

type KnownClient = { id: string; name: string | null; email: string | null; phone: string | null }

/** Splits the clients of a file into new ones and those that the studio already has. */
export function separateKnownClients(clients: readonly ImportedClient[], known: readonly KnownClient[]) {
  const kinds = ['email', 'phone', 'name'] as const
  const index = new Map(
    kinds.map(
      (kind) =>
        [
          kind,
          new Map(
            known.flatMap((client) => {
              const key = listMatchKeys(client)[kind]
              return key === null ? [] : [[key, client] as const]
            }),
          ),
        ] as const,
    ),
  )
  const fresh: ImportedClient[] = []
  const duplicates: {
    line: number
    name: string
    client_id: string
    client_name: string | null
    by: (typeof kinds)[number]
  }[] = []
  for (const client of clients) {
    const keys = listMatchKeys(client)
    const by = kinds.find((kind) => keys[kind] !== null && index.get(kind)?.has(keys[kind] ?? ''))
    const match = by && index.get(by)?.get(keys[by] ?? '')
    if (by && match)
      duplicates.push({ line: client.line, name: client.name, client_id: match.id, client_name: match.name, by })
    else fresh.push(client)
  }
  return { fresh, duplicates }
}
