import { randomUUID } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError, type TestClient } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const today = todayIn('UTC', new Date())
const dayAfter = (days: number) => plusDays(today, days)
const anAddress = () => `${randomUUID()}@example.com`
let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type ImportOptions = { kind?: string; options?: object }
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? new TextEncoder().encode(file) : file)
const importer =
  (path: string) =>
  (
    person: TestClient,
    studio_id: string,
    file: string | Uint8Array,
    { kind = 'bookings', options }: ImportOptions = {},
  ) =>
    person.upload('POST', `/studios/${studio_id}/${path}`, bytesOf(file), {
      name: 'file.csv',
      type: 'text/csv',
      fields: { kind, ...(options && { options: JSON.stringify(options) }) },
    })
const preview = importer('imports/preview')
const create = importer('imports')

const sessionsOf = async ({ admin, studio }: StudioOfTest) =>
  (await admin.get(`/studios/${studio.id}/bookings?limit=100`)).body.items
const mailsOf = async (studio_id: string) => {
  const { rows } = await asLogin((tx) =>
    sql<{ count: number }>`select count(*)::integer as count from booking_messages m
      join bookings b on b.id = m.booking_id where b.studio_id = ${studio_id} and b.import_id is not null`.execute(tx),
  )
  return rows[0]?.count
}

const header = 'Date;Start;End;Client;Email;Service;Room;Price;Status;Notes;ID'
const past = `${dayAfter(-30)};10:00;12:00;Ada Lovelace;ada@example.com;Recording Session;Studio A;90,00 €;;With drums;1`
const coming = `${dayAfter(10)};2:00 PM;4:00 PM;Ada Lovelace;ada@example.com;recording;;$120;confirmed;;2`

describe('the import of bookings', () => {
  test('bookings of a file are previewed, added once, and removed by one undo', async () => {
    const fixture = await aStudio(server)
    const { admin, studio } = fixture
    const file = [
      header,
      past,
      coming,
      `${dayAfter(11)};10:00;12:00;Bo;;Photo day;;;;;3`,
      `${dayAfter(12)};25:00;12:00;Bo;;recording;;;;;4`,
      `${dayAfter(13)};10:00;11:00;;;recording;;;cancelled;;5`,
      `${dayAfter(14)};10:00;11:00;=1+1;;recording;Attic;;;;6`,
      coming,
    ].join('\r\n')
    const previewed = await preview(admin, studio.id, file)
    expect(previewed.status, previewed.text).toBe(200)
    expect(previewed.body).toMatchObject({
      rows: 7,
      new_count: 2,
      past_count: 1,
      new_clients: 1,
      left_out: 1,
      known_count: 0,
      problem_count: 4,
      problems: [
        { line: 4, field: 'service', message: 'Your studio has no service "Photo day". Match it to one of yours.' },
        { line: 5, field: 'date', message: '"25:00" is not a time that we can read. Write it like 14:30.' },
        { line: 7, field: 'resource' },
        { line: 8, field: null, message: 'Line 3 is the same session.' },
      ],
    })
    expect(previewed.body.services.values).toContainEqual({ value: 'Photo day', count: 1, choice: null })
    expect(await sessionsOf(fixture)).toEqual([])

    // The person chooses a service and a room for the unknown names.
    const room = previewed.body.resources.options[0].value
    const options = { services: { 'Photo day': 'mixing' }, resources: { Attic: room } }
    const imported = await create(admin, studio.id, file, { options })
    expect(imported.status, imported.text).toBe(201)
    expect(imported.body).toMatchObject({
      import: { kind: 'bookings', created: 4, created_clients: 3, undone_at: null },
      known_count: 0,
      left_out: 1,
      problem_count: 2,
    })
    const sessions = await sessionsOf(fixture)
    expect(sessions).toHaveLength(4)
    const byStatus = (status: string) => sessions.filter((session: { status: string }) => session.status === status)
    expect(byStatus('completed')).toMatchObject([
      { client_name: 'Ada Lovelace', price_minor: null, notes: 'With drums\nPrice in the previous system: €90' },
    ])
    expect(byStatus('confirmed')).toContainEqual(
      expect.objectContaining({ start_time: '14:00', end_time: '16:00', price_minor: 12_000, currency: 'USD' }),
    )
    // A cell that looks like a formula is imported as text.
    expect(sessions.map(({ client_name }: { client_name: string }) => client_name)).toContain('=1+1')
    expect(await mailsOf(studio.id)).toBe(0)

    const secondImport = await create(admin, studio.id, file, { options })
    expect(secondImport.body).toMatchObject({ import: null, known_count: 5 })
    expect(await sessionsOf(fixture)).toHaveLength(4)
    expect((await preview(admin, studio.id, file, { options })).body).toMatchObject({ new_count: 0, known_count: 5 })

    const path = `/studios/${studio.id}/imports`
    const [listed] = (await admin.get(path)).body.items
    expect(listed).toMatchObject({ created: 4, created_clients: 3, undo_until: expect.any(String) })
    expect((await admin.post(`${path}/${listed.id}/undo`)).body).toEqual({
      removed: 4,
      removed_clients: 3,
      kept: 0,
      kept_clients: 0,
    })
    expect(await sessionsOf(fixture)).toEqual([])
    expectError(await admin.post(`${path}/${listed.id}/undo`), 'IMPORT_UNDONE')
    const auditEntries = await asLogin((tx) =>
      sql<{ action: string }>`select action from audit_log where object_id = ${listed.id} order by id`.execute(tx),
    )
    expect(auditEntries.rows.map(({ action }) => action)).toEqual(['imports.create', 'imports.undo'])
    expect((await create(admin, studio.id, file, { options })).body).toMatchObject({ import: { created: 4 } })
  })

  test('sessions that were changed since an import are not removed by its undo, and neither are their clients', async () => {
    const fixture = await aStudio(server)
    const { admin, studio } = fixture
    const imported = (await create(admin, studio.id, [header, past, coming].join('\n'))).body.import
    const changedSession = (await sessionsOf(fixture)).find(({ status }: { status: string }) => status === 'confirmed')
    expect((await admin.patch(`/bookings/${changedSession.id}`, { notes: 'Bring the drums' })).status).toBe(200)
    const undone = await admin.post(`/studios/${studio.id}/imports/${imported.id}/undo`)
    expect(undone.body).toEqual({ removed: 1, removed_clients: 0, kept: 1, kept_clients: 1 })
    expect(await sessionsOf(fixture)).toMatchObject([{ id: changedSession.id }])
    // The changed session is not added a second time.
    expect((await create(admin, studio.id, [header, coming].join('\n'))).body).toMatchObject({
      import: null,
      known_count: 1,
    })
  })

  test('imported sessions never overlap sessions of the studio or each other', async () => {
    const fixture = await aStudio(server)
    const { admin, studio } = fixture
    await aBooking(admin, studio.id, today, { start_time: '10:00', end_time: '12:00' })
    const line = (start: string, end: string) => `${dayAfter(7)};${start};${end};;;recording;Studio A;;;;`
    const file = [header, line('11:00', '13:00'), line('12:00', '14:00'), line('13:00', '15:00')].join('\n')
    const expected = {
      problem_count: 2,
      problems: [
        { line: 2, field: 'resource', message: 'Studio A is already booked at that time.' },
        { line: 4, field: 'resource', message: 'Studio A is already booked at that time.' },
      ],
    }
    expect((await preview(admin, studio.id, file)).body).toMatchObject({ ...expected, new_count: 1 })
    expect((await create(admin, studio.id, file)).body).toMatchObject({ ...expected, import: { created: 1 } })
    expect(await sessionsOf(fixture)).toHaveLength(2)
  })

  test("a file that does not show the order of day and month needs the person's choice", async () => {
    const { admin, studio } = await aStudio(server)
    const year = Number(today.slice(0, 4)) + 1
    const file = `Date,Time,Duration,Service\n04/03/${year},10:00,60,recording`
    const unread = await preview(admin, studio.id, file)
    expect(unread.body).toMatchObject({
      new_count: 0,
      date_order: { is_needed: true, value: null, example: `04/03/${year}` },
    })
    expect((await create(admin, studio.id, file)).body).toMatchObject({ import: null })
    const read = await create(admin, studio.id, file, { options: { date_order: 'mdy' } })
    expect(read.body).toMatchObject({ import: { created: 1 } })
    const { items } = (await admin.get(`/studios/${studio.id}/bookings`)).body
    expect(items).toMatchObject([{ booking_date: `${year}-04-03`, end_time: '11:00' }])
  })

  test('only the desk of the studio can import bookings', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const { admin, studio } = fixture
    const file = [header, coming].join('\n')
    const imported = (await create(admin, studio.id, file)).body.import
    for (const person of [await aCrewMember(server, fixture), fixture.client, rival.admin]) {
      expect((await preview(person, studio.id, file)).status).toBe(403)
      expect((await create(person, studio.id, file)).status).toBe(403)
      expect((await person.get(`/studios/${studio.id}/imports`)).status).toBe(403)
      expect((await person.post(`/studios/${studio.id}/imports/${imported.id}/undo`)).status).toBe(403)
    }
    expectError(await rival.admin.post(`/studios/${rival.studio.id}/imports/${imported.id}/undo`), 'NOT_FOUND')
    expect((await admin.post(`/studios/${studio.id}/imports/${imported.id}/undo`)).body).toMatchObject({ removed: 1 })
  })

  test('bookings that two people import at the same time are added once', async () => {
    const fixture = await aStudio(server)
    const { admin, studio } = fixture
    const file = [header, past, coming].join('\n')
    const responses = await Promise.all([create(admin, studio.id, file), create(admin, studio.id, file)])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(await sessionsOf(fixture)).toHaveLength(2)
  })

  test('5,000 bookings can be imported while other people book', async () => {
    const { admin, client, studio } = await aStudio(server)
    // Past and upcoming sessions: 14 on each day, one after the other.
    const lines = Array.from({ length: 5_000 }, (_, index) => {
      const hour = 8 + (index % 14)
      const pad = (value: number) => String(value).padStart(2, '0')
      return `${dayAfter(Math.floor(index / 14) - 170)};${pad(hour)}:00;${pad(hour)}:50;Client ${index % 700};c${index % 700}@example.com;recording;;;;;${index}`
    })
    const importing = create(admin, studio.id, [header, ...lines].join('\n'))
    const other = await aBooking(client, studio.id, today, { start_time: '08:50', end_time: '09:00' }).catch(
      (error: Error) => error.message,
    )
    const imported = await importing
    expect(imported.status, imported.text).toBe(201)
    expect(imported.body.import).toMatchObject({ created: 5_000, created_clients: 700 })
    expect(other).toMatchObject({ id: expect.any(String) })
    expect(await mailsOf(studio.id)).toBe(0)
    const undone = await admin.post(`/studios/${studio.id}/imports/${imported.body.import.id}/undo`)
    expect(undone.body).toMatchObject({ removed: 5_000, removed_clients: 700 })
  }, 120_000)
})

test('other encodings and separators are read, and other files are rejected with a message', async () => {
  const { admin, studio } = await aStudio(server)
  const text = `Date\tStart\tEnd\tClient\tService\n${dayAfter(9)}\t10:00\t11:00\tÖzgür Weiß\trecording`
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer),
  ])
  expect((await create(admin, studio.id, utf16)).body).toMatchObject({ import: { created: 1 } })
  const latin = Uint8Array.from(text.replace('Özgür', 'Müller').replace(dayAfter(9), dayAfter(8)), (character) =>
    character.charCodeAt(0),
  )
  expect((await create(admin, studio.id, latin)).body).toMatchObject({ import: { created: 1 } })
  const { items } = (await admin.get(`/studios/${studio.id}/bookings`)).body
  const names = items.map(({ client_name }: { client_name: string }) => client_name)
  expect(names.toSorted()).toEqual(['Müller Weiß', 'Özgür Weiß'])

  const zip = await preview(admin, studio.id, new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))
  expect(zip.body.fields.file).toBe('This is not a text file. In a spreadsheet, save it as CSV first.')
  const large = await preview(admin, studio.id, new Uint8Array(20 * 1024 * 1024).fill(65))
  expectError(large, 'PAYLOAD_TOO_LARGE')
  expect(large.body.message).toBe('File size must be less than 10MB')
  const many = await preview(admin, studio.id, `Date,Start\n${`${dayAfter(9)},10:00\n`.repeat(5_001)}`)
  expect(many.body).toMatchObject({
    new_count: 0,
    problems: [{ line: 1, message: 'Please import at most 5,000 lines at once. Split the file into several.' }],
  })
})

test("services of a file are added after the studio's services, by admins only", async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const offered = async () => (await admin.get(`/studios/${studio.id}/services`)).body
  const before = await offered()
  const file = [
    'Service,Duration,Price,Description',
    'Podcast day,4 hours,"1,200.50",Two cameras',
    'recording session,60,10,',
    'Podcast day,60,5,',
    'Free tour,30,Free,',
    'Odd,soon,1,',
  ].join('\n')
  const previewed = await preview(admin, studio.id, file, { kind: 'services' })
  expect(previewed.body).toMatchObject({
    new_count: 2,
    known_count: 1,
    problem_count: 2,
    problems: [
      { line: 4, message: 'Line 2 has the same name.' },
      { line: 6, field: 'duration' },
    ],
  })
  const desk = await aDeskPerson(server, fixture)
  expect((await create(desk, studio.id, file, { kind: 'services' })).status).toBe(403)
  const imported = await create(admin, studio.id, file, { kind: 'services' })
  expect(imported.body).toMatchObject({ import: { kind: 'services', created: 2 } })
  const after = await offered()
  expect(after.version).toBeGreaterThan(before.version)
  expect(after.items.slice(before.items.length)).toMatchObject([
    { label: 'Podcast day', default_minutes: 240, price_minor: 120_050, description: 'Two cameras', is_active: true },
    { label: 'Free tour', default_minutes: 30, price_minor: 0 },
  ])
  expect((await create(admin, studio.id, file, { kind: 'services' })).body).toMatchObject({
    import: null,
    known_count: 4,
  })

  // The undo does not remove a service that was changed since.
  const items = after.items.map(({ position, ...service }: Record<string, unknown>) =>
    service.label === 'Free tour' ? { ...service, price_minor: 500 } : service,
  )
  expect((await admin.put(`/studios/${studio.id}/services`, { items })).status).toBe(200)
  const undo = `/studios/${studio.id}/imports/${imported.body.import.id}/undo`
  expect((await desk.post(undo)).status).toBe(403)
  expect((await admin.post(undo)).body).toMatchObject({ removed: 1, kept: 1 })
  expect((await offered()).items.map(({ label }: { label: string }) => label)).not.toContain('Podcast day')
})

test('projects of a file are added with their clients, and an undo removes both', async () => {
  const { admin, client, studio } = await aStudio(server)
  const email = anAddress()
  const file = [
    'Title,Client name,Client email,Type,Status,Notes',
    `First album,New Band,${email},Album,In progress,Ten songs`,
    `Second album,New Band,${email},Album,done,`,
    `Own film,Cleo,${client.email},Film,,`,
    ',Nobody,,Album,,',
    'No client,,,Album,,',
  ].join('\n')
  const previewed = await preview(admin, studio.id, file, { kind: 'projects' })
  expect(previewed.body).toMatchObject({
    new_count: 3,
    new_clients: 1,
    problem_count: 2,
    problems: [{ line: 5 }, { line: 6 }],
  })
  const imported = await create(admin, studio.id, file, { kind: 'projects' })
  expect(imported.body).toMatchObject({ import: { created: 3, created_clients: 1 } })
  const projects = async () => (await admin.get(`/projects?studio_id=${studio.id}`)).body.items
  expect(await projects()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        title: 'First album',
        project_type: 'music',
        status: 'active',
        client_name: 'New Band',
      }),
      expect.objectContaining({ title: 'Second album', status: 'completed' }),
      expect.objectContaining({ title: 'Own film', project_type: 'video', client_id: client.id }),
    ]),
  )
  expect((await create(admin, studio.id, file, { kind: 'projects' })).body).toMatchObject({
    import: null,
    known_count: 3,
  })
  const [ownFilm] = (await projects()).filter(({ title }: { title: string }) => title === 'Own film')
  expect((await admin.patch(`/projects/${ownFilm.id}`, { title: 'Our film' })).status).toBe(200)
  const undone = await admin.post(`/studios/${studio.id}/imports/${imported.body.import.id}/undo`)
  expect(undone.body).toEqual({ removed: 2, removed_clients: 1, kept: 1, kept_clients: 0 })
  expect(await projects()).toMatchObject([{ title: 'Our film' }])
})

test('the list of imports includes clients, and an old import cannot be undone', async () => {
  const { admin, studio } = await aStudio(server)
  const file = `Name,Email\nNew,${anAddress()}\n,x@example.com`
  expect((await preview(admin, studio.id, file, { kind: 'clients' })).body).toMatchObject({
    new_count: 1,
    problem_count: 1,
    columns: [{ field: 'name' }, { field: 'email' }],
  })
  const imported = await create(admin, studio.id, file, { kind: 'clients' })
  expect(imported.body).toMatchObject({ import: { kind: 'clients', created: 1 } })
  const { id } = imported.body.import
  expect((await admin.get(`/studios/${studio.id}/imports`)).body.items).toMatchObject([{ id, kind: 'clients' }])
  expect((await create(admin, studio.id, file, { kind: 'clients' })).body).toMatchObject({
    import: null,
    known_count: 1,
  })
  await asLogin((tx) => sql`update imports set created_at = now() - interval '31 days' where id = ${id}`.execute(tx))
  for (const list of ['imports', 'client-imports'])
    expectError(await admin.post(`/studios/${studio.id}/${list}/${id}/undo`), 'IMPORT_TOO_OLD')
  await asLogin((tx) => sql`update imports set created_at = now() - interval '29 days' where id = ${id}`.execute(tx))
  expect((await admin.post(`/studios/${studio.id}/imports/${id}/undo`)).body).toMatchObject({ removed: 1, kept: 0 })
})

describe('the import of a calendar', () => {
  const stamp = (days: number, time: string) => `${dayAfter(days).replaceAll('-', '')}T${time}00Z`
  const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n')
  const calendar = (...events: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...events, 'END:VCALENDAR', ''].join('\r\n')

  test('a calendar adds past and upcoming sessions, with the services and clients in their titles', async () => {
    const fixture = await aStudio(server)
    const { admin, client, studio } = fixture
    const weekly = event(
      'weekly@other.example',
      `DTSTART:${stamp(-10, '0900')}`,
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'SUMMARY:Mixing session: New Band',
    )
    const guest = event(
      'guest@other.example',
      `DTSTART:${stamp(12, '1000')}`,
      'DURATION:PT2H',
      'SUMMARY:Recording with Cleo',
      'ORGANIZER:mailto:studio@example.com',
      'ATTENDEE:mailto:studio@example.com',
      `ATTENDEE;CN=Cleo:mailto:${client.email}`,
      'LOCATION:Studio A',
    )
    const privateEvent = event('mine@other.example', `DTSTART:${stamp(13, '1000')}`, 'DURATION:PT1H', 'SUMMARY:Dentist')
    const allDayEvent = event(
      'day@other.example',
      `DTSTART;VALUE=DATE:${dayAfter(14).replaceAll('-', '')}`,
      'SUMMARY:Closed',
    )
    const file = calendar(weekly, guest, privateEvent, allDayEvent)
    const previewed = await preview(admin, studio.id, file)
    expect(previewed.status, previewed.text).toBe(200)
    expect(previewed.body).toMatchObject({
      is_calendar: true,
      rows: 6,
      new_count: 4,
      past_count: 2,
      new_clients: 1,
      problem_count: 2,
      problems: [{ field: 'service' }, { message: expect.stringContaining('has no times') }],
    })
    const options = { services: { Dentist: 'skip' } }
    const imported = await create(admin, studio.id, file, { options })
    expect(imported.body).toMatchObject({ import: { created: 4 }, left_out: 1, problem_count: 1 })
    const sessions = await sessionsOf(fixture)
    expect(sessions).toContainEqual(
      expect.objectContaining({ client_id: client.id, service_type: 'recording', status: 'confirmed' }),
    )
    const ofBand = sessions.filter(({ client_name }: { client_name: string }) => client_name === 'New Band')
    expect(ofBand.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'completed',
      'completed',
      'confirmed',
    ])
    expect((await create(admin, studio.id, file, { options })).body).toMatchObject({ import: null, known_count: 4 })
  })

  test('a calendar that cannot be read is rejected with a message', async () => {
    const { admin, studio } = await aStudio(server)
    const errorOf = async (file: string, kind = 'bookings') =>
      (await preview(admin, studio.id, file, { kind })).body.fields.file
    expect(await errorOf('BEGIN:VCALENDAR\r\nBEGIN:VEVENT')).toBe('This calendar is damaged. Export it again.')
    expect(await errorOf(calendar(), 'projects')).toBe(
      'This is a calendar file. Import it as bookings, or choose a CSV file.',
    )
    const endless = event('a', 'DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')
    expect(await errorOf(calendar(endless))).toBe('This calendar is too large or repeats too often to be read.')
    expect((await preview(admin, studio.id, calendar())).body).toMatchObject({
      is_calendar: true,
      rows: 0,
      new_count: 0,
    })
  }, 60_000)
})
