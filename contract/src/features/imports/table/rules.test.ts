import { describe, expect, test } from 'vitest'
import { IMPORT_ROWS_MAX } from '../words.ts'
import { guessFields, readTable } from './rules.ts'

const guess = (kind: Parameters<typeof guessFields>[0], headers: string) =>
  guessFields(kind, headers.split('|')).join('|')

describe('columns', () => {
  test.each([
    ['Date|Start|End|Client|Email|Session|Room', 'date|start_time|end_time|client_name|client_email|service|resource'],
    ['Datum|Uhrzeit|Ende|Kunde|Leistung|Raum|Preis', 'date|start_time|end_time|client_name|service|resource|price'],
    ['Booking ID|Starts at|Duration|Status|Notes', 'source_id|starts|duration|status|notes'],
    ['Start Time|End Time|Customer name|Shoe size', 'starts|ends|client_name|ignore'],
    ['Email|Email|Date|Time|Duration (hours)', 'client_email|ignore|date|start_time|hours'],
  ])('of bookings are guessed from %s', (headers, fields) => {
    expect(guess('bookings', headers)).toBe(fields)
  })

  test.each([
    [
      'Acuity Scheduling',
      'Start Time|End Time|First Name|Last Name|Phone|Email|Type|Calendar|Appointment Price|Paid?|Amount Paid Online|Certificate Code|Notes|Date Scheduled|Label|Scheduled By',
      'starts|ends|first_name|last_name|client_phone|client_email|service|resource|price|ignore|ignore|ignore|notes|ignore|ignore|ignore',
    ],
    [
      'Calendly',
      'User Name|Team|Invitee Name|Invitee First Name|Invitee Last Name|Invitee Email|Invitee Time Zone|Invitee accepted marketing emails|Text Reminder Number|Event Type Name|Start Date & Time|End Date & Time|Location|Event Created Date & Time|Canceled|Canceled By|Cancellation reason|Event Price|Payment Currency|Marked as No-Show|User Email|Event UUID',
      'ignore|ignore|client_name|ignore|ignore|client_email|ignore|ignore|client_phone|service|starts|ends|ignore|ignore|status|ignore|ignore|price|ignore|ignore|ignore|source_id',
    ],
    [
      'Cal.com',
      'Booking UID|Title|Status|Start Time|End Time|Attendee Name|Attendee Email|Event Type|Location',
      'source_id|ignore|status|starts|ends|client_name|client_email|service|ignore',
    ],
    // Cal.com in the words of its translations.
    [
      'Cal.com',
      'Booking UID|Title|Status|Start time|End time|Attendee name|Email|Event type|Location',
      'source_id|ignore|status|starts|ends|client_name|client_email|service|ignore',
    ],
  ])('of %s are recognized', (program, headers, fields) => {
    expect(guess('bookings', headers)).toBe(fields)
    const row = headers.split('|').map(() => 'x')
    expect(readTable('bookings', `${headers.replaceAll('|', ',')}\n${row.join(',')}`, null).program).toBe(program)
  })

  test('of the customers of Square are recognized', () => {
    const square =
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Memo,Creation Source'
    const table = readTable('clients', `${square}\n1,Ada,L,a@example.com,1,,,,`, null)
    expect(table.program).toBe('Square')
    expect(table.columns.map(({ field }) => field).join('|')).toBe(
      'ignore|first_name|last_name|email|phone|ignore|company|notes|ignore',
    )
  })
})

describe('a file', () => {
  const problemOf = (
    kind: Parameters<typeof readTable>[0],
    file: string,
    columns: Parameters<typeof readTable>[2] = null,
  ) => readTable(kind, file, columns).problems.map(({ message }) => message)

  test('without the needed columns says which', () => {
    expect(problemOf('bookings', 'Client\nAda')).toEqual([
      'Please choose the column with the start: one with date and time, or one for each.',
    ])
    expect(problemOf('services', 'Price\n1')).toEqual(['Please choose the column with the names of the services.'])
    expect(problemOf('projects', 'Title\nAlbum')).toEqual([
      "Please choose the column with the clients' names or emails.",
    ])
    expect(problemOf('bookings', 'A,B\n1,2', ['starts', 'starts'])).toEqual([
      'Please choose "Start (date and time)" for one column only.',
    ])
    expect(problemOf('bookings', 'Starts')).toEqual(['The file has no bookings. Its first line must name the columns.'])
    expect(problemOf('bookings', `Starts\n${'x\n'.repeat(IMPORT_ROWS_MAX)}`)).toEqual([])
  })

  test('gives the cells of each field, and ignores fields of another kind', () => {
    const { lines } = readTable('bookings', 'a;b\n 2026-01-01 10:00 ;"x;y"', ['starts', 'title'])
    expect(lines.map(({ line, cell }) => [line, cell('starts'), cell('title'), cell('notes')])).toEqual([
      [2, '2026-01-01 10:00', '', ''],
    ])
  })
})
