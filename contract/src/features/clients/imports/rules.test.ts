import { expect, test } from 'vitest'
import { guessColumns, listMatchKeys, parseCsv, readClients, separateKnownClients } from './rules.ts'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from './schema.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

test('reads quotes, the separators of spreadsheets, and the line on which each record begins', () => {
  expect(cellsOf('a,b\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(cellsOf('\uFEFFa;b\r\n"x;""y""";2\r\n')).toEqual([
    ['a', 'b'],
    ['x;"y"', '2'],
  ])
  expect(cellsOf('a\tb\n1\t')).toEqual([
    ['a', 'b'],
    ['1', ''],
  ])
  expect(parseCsv('name,notes\nA,"one\ntwo"\n\n,\nB,x').map(({ line }) => line)).toEqual([1, 2, 6])
  expect(parseCsv('')).toEqual([])
})

test('guesses the field of each column from its header, and each field only once', () => {
  expect(guessColumns(['Full Name', 'E-Mail', 'Mobile', 'Company', 'Email', 'Shoe size'])).toEqual([
    'name',
    'email',
    'phone',
    'company',
    'ignore',
    'ignore',
  ])
  expect(guessColumns(['Vorname', 'Nachname', 'Telefon', 'Firma', 'Sprache'])).toEqual([
    'first_name',
    'last_name',
    'phone',
    'company',
    'language',
  ])
})

test('reports every problem with its line, and leaves these lines out', () => {
  const { clients, problems, rows } = readClients(
    'Name,Email,Phone\nAda,ada@example.com,\n,b@example.com,\nCy,not an address,call me\nAda again,ADA@example.com,',
    null,
  )
  expect(rows).toBe(4)
  expect(clients).toMatchObject([{ line: 2, name: 'Ada', email: 'ada@example.com', phone: null }])
  expect(problems).toEqual([
    { line: 3, field: 'name', message: 'Please enter a name' },
    { line: 4, field: 'email', message: 'Invalid email address' },
    { line: 4, field: 'phone', message: 'Please enter a phone number' },
    { line: 5, field: 'email', message: 'Line 2 has the same email address' },
  ])
})

test('joins first and last names, splits tags, and uses the chosen columns', () => {
  const file = 'A,B,C,D\nWanda,Walk-in,"vip; band",x'
  const { clients, columns } = readClients(file, ['first_name', 'last_name', 'tags', 'ignore'])
  expect(clients).toMatchObject([{ name: 'Wanda Walk-in', tags: ['vip', 'band'] }])
  expect(columns[3]).toEqual({ header: 'D', field: 'ignore', example: 'x' })
})

test('rejects a file without names, without lines, or with too many', () => {
  const messageOf = (file: string, columns: Parameters<typeof readClients>[1] = null) =>
    readClients(file, columns).problems
  expect(messageOf('Email\na@example.com')).toMatchObject([{ message: 'Please choose the column with the names' }])
  expect(messageOf('Name')).toMatchObject([{ line: 1 }])
  expect(messageOf('Name,Other\nA,B', ['name', 'name'])).toMatchObject([
    { message: 'Please choose each field for one column only' },
  ])
  expect(messageOf(`Name\n${'A\n'.repeat(IMPORT_ROWS_MAX)}`)).toEqual([])
  expect(messageOf(`Name\n${'A\n'.repeat(IMPORT_ROWS_MAX + 1)}`)).toMatchObject([
    { message: 'Please import at most 5,000 lines at once' },
  ])
})

test('recognizes a client by email address, by phone in any notation, and by name only without both', () => {
  expect(listMatchKeys({ name: 'A', email: 'A@Example.com', phone: '+49 (0)30 1234567' }).email).toBe('a@example.com')
  expect(listMatchKeys({ phone: '+49 176 12345678' }).phone).toBe(listMatchKeys({ phone: '0176/12345678' }).phone)
  expect(listMatchKeys({ name: 'A', phone: '110' })).toEqual({ email: null, phone: null, name: 'a' })
  const known = [
    { id: '1', name: 'Ada', email: 'ada@example.com', phone: null },
    { id: '2', name: 'Bo', email: null, phone: '0176 12345678' },
    { id: '3', name: 'Cy', email: null, phone: null },
  ]
  const { clients } = readClients(
    'Name,Email,Phone\nA,ada@example.com,\nB,bo@example.com,+4917612345678\ncy,,\nCy,cy@example.com,\nNew,,',
    null,
  )
  const { fresh, duplicates } = separateKnownClients(clients, known)
  expect(duplicates).toMatchObject([
    { line: 2, client_id: '1', by: 'email' },
    { line: 3, client_id: '2', by: 'phone' },
    { line: 4, client_id: '3', by: 'name' },
  ])
  expect(fresh.map(({ line }) => line)).toEqual([5, 6])
})

test('stops reading after the allowed lines, and rejects a file with too many columns', () => {
  expect(parseCsv('name\nA\nB\nC', 3)).toHaveLength(3)
  const lines = 'x\n'.repeat(IMPORT_ROWS_MAX * 4)
  expect(readClients(`name\n${lines}`, null)).toMatchObject({ rows: IMPORT_ROWS_MAX + 1, clients: [] })
  const header = Array.from({ length: IMPORT_COLUMNS_MAX }, (_, index) => `c${index}`)
  expect(readClients(`${header},name\nA`, null).problems).toEqual([
    { line: 1, field: null, message: 'Please import at most 100 columns at once' },
  ])
  expect(readClients(`name,${header.slice(1)}\nA`, null).clients).toMatchObject([{ name: 'A' }])
})
