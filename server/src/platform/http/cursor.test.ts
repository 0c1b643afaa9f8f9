import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let operator: TestUser
beforeAll(async () => {
  server = await startServer()
  operator = await aSuperAdmin(server)
  fixture = await aStudio(server)
  await stateOfDatabase()
  await asLogin(async (tx) => {
    for (const statement of rowsWithinOneMillisecond(fixture)) await sql.raw(statement).execute(tx)
  })
})
afterAll(() => server.stop())

const ROWS = 5
const project = '00000000-0000-4000-8000-000000000001'
const card = '00000000-0000-4000-8000-000000000002'
const webhook = '00000000-0000-4000-8000-000000000003'

/** SQL that inserts five rows, a microsecond apart, into every list that is sorted by time. */
function rowsWithinOneMillisecond({ studio, admin, client }: StudioOfTest) {
  const each = `from generate_series(1, ${ROWS}) as n, (select date_trunc('milliseconds', now()) as began) as millisecond`
  const at = `began + n * interval '1 microsecond'`
  const [studioId, adminId, clientId] = [`'${studio.id}'::uuid`, `'${admin.id}'::uuid`, `'${client.id}'::uuid`]
  return [
    `create temp table people on commit drop as
      select gen_random_uuid() as id, ${at} as at, role, status ${each},
        (values ('staff', 'active'), ('client', 'active'), ('client', 'pending')) as place (role, status)`,
    `insert into auth.users (id, email, created_at, updated_at) select id, id || '@example.com', at, at from people`,
    `insert into profiles (id, full_name, created_at) select id, 'Somebody', at from people`,
    `insert into user_roles (user_id, role, studio_id, status, requested_at, created_at)
      select id, role, ${studioId}, status, at, at from people`,
    `insert into auth.sessions (id, user_id, amr, refresh_key, created_at, refreshed_at)
      select gen_random_uuid(), ${adminId}, '[]', 'sealed', ${at}, ${at} ${each}`,
    `insert into notices (user_id, studio_id, kind, data, link, created_at)
      select ${adminId}, ${studioId}, 'task', '{"title": "Task", "due_date": null}', '/studio/tasks', ${at} ${each}`,
    `insert into invitations (studio_id, email, full_name, token_hash, expires_at, created_at)
      select ${studioId}, n || '@example.com', 'Somebody', 'hash ' || n, now() + interval '7 days', ${at} ${each}`,
    `insert into mail_deliveries (id, studio_id, user_id, kind, state, tries, created_at, sent_at)
      select gen_random_uuid(), ${studioId}, ${adminId}, 'plan_ended', 'sent', 1, ${at}, ${at} ${each}`,
    `insert into client_records (id, studio_id, name) select gen_random_uuid(), ${studioId}, 'Written To' from people limit ${ROWS}`,
    `insert into conversations (studio_id, client_id, messages, last_from_client, created_at, last_message_at)
      select ${studioId}, c.id, 1, 1, at, at from (select id, began + row_number() over () * interval '1 microsecond' as at
        from client_records, (select date_trunc('milliseconds', now()) as began) as millisecond
        where studio_id = ${studioId} and name = 'Written To') as c`,
    `insert into invoices (studio_id, client_id, currency, buyer, created_at)
      select ${studioId}, ${clientId}, 'EUR', '{}', ${at} ${each}`,
    `insert into contact_requests (id, name, email, topic, message, created_at)
      select gen_random_uuid(), 'Somebody', 'somebody@example.com', 'demo', 'Hello', ${at} ${each}`,
    `insert into partnership_applications (id, "companyName", "contactName", email, phone, "partnershipType", message, created_at)
      select gen_random_uuid(), 'Company', 'Somebody', 'somebody@example.com', '1', 'other', 'Hello', ${at} ${each}`,
    `insert into tasks (studio_id, title, assigned_to, created_by, created_at)
      select ${studioId}, 'Task', ${adminId}, ${adminId}, ${at} ${each}`,
    `insert into client_checkins (studio_id, client_id, check_in_time, check_out_time)
      select ${studioId}, ${clientId}, ${at}, ${at} ${each}`,
    `insert into projects (studio_id, client_id, title, project_type, created_at, updated_at)
      select ${studioId}, ${clientId}, 'Project', 'podcast', ${at}, ${at} ${each}`,
    `insert into projects (id, studio_id, client_id, title, project_type)
      values ('${project}', ${studioId}, ${clientId}, 'Project', 'podcast')`,
    `insert into production_cards (id, studio_id, client_id, project_id, title, position)
      values ('${card}', ${studioId}, ${clientId}, '${project}', 'Card', 1)`,
    `insert into card_comments (card_id, studio_id, client_id, author_id, body, created_at)
      select '${card}', ${studioId}, ${clientId}, ${adminId}, 'Said', ${at} ${each}`,
    `insert into card_files (card_id, studio_id, client_id, uploaded_by, name, content_type, size_bytes, file_key, created_at)
      select '${card}', ${studioId}, ${clientId}, ${adminId}, 'note.txt', 'text/plain', 1, 'card-files/${studio.id}/' || n || '.txt', ${at} ${each}`,
    `insert into webhooks (id, studio_id, label, url, events, secret, created_at)
      values ('${webhook}', ${studioId}, 'Website', 'https://example.com', '{booking.created}', 'sealed', now())`,
    `insert into webhook_deliveries (webhook_id, studio_id, event_id, event, at, created_at)
      select '${webhook}', ${studioId}, gen_random_uuid(), 'booking.created', now(), ${at} ${each}`,
  ]
}

/** Lists whose cursor is an instant, each with a person who may read it. */
const listsByTime: Record<string, 'admin' | 'operator'> = {
  '/admin/contact-requests': 'operator',
  '/admin/messages': 'operator',
  '/admin/partnership-applications': 'operator',
  '/admin/role-requests': 'operator',
  '/admin/users': 'operator',
  '/cards/{id}/comments': 'admin',
  '/me/sessions': 'admin',
  '/notices': 'admin',
  '/projects': 'admin',
  '/projects/{id}/activity': 'admin',
  '/projects/{id}/comments': 'admin',
  '/projects/{id}/files': 'admin',
  '/studios/{studio_id}/checkins': 'admin',
  '/studios/{studio_id}/clients': 'admin',
  '/studios/{studio_id}/clients/{user_id}/history': 'admin',
  '/studios/{studio_id}/conversations': 'admin',
  '/studios/{studio_id}/crew': 'admin',
  '/studios/{studio_id}/invitations': 'admin',
  '/studios/{studio_id}/invoices': 'admin',
  '/studios/{studio_id}/messages': 'admin',
  '/studios/{studio_id}/role-requests': 'admin',
  '/tasks': 'admin',
  '/webhooks/{id}/deliveries': 'admin',
}

/** Lists with another cursor, each with the value by which it is sorted. */
const otherLists: Record<string, string> = {
  '/admin/audit': 'its number',
  '/studios/{studio_id}/activity': 'its number',
  '/admin/studios': 'the chosen sort value, as text',
  '/assistant/messages': 'its number',
  '/bookings/{id}/history': 'its number',
  '/admin/card-studios': 'name',
  '/calendar-feeds': 'one page',
  '/me/studios': 'name',
  '/public/studios': 'name',
  '/studios': 'name',
  '/studios/{studio_id}/bookings': 'day and start',
  '/studios/{studio_id}/clients/{client_id}/messages': 'its number',
  '/studios/{studio_id}/resources': 'position',
  '/studios/{studio_id}/resources/people': 'name',
  '/studios/{studio_id}/services': 'position',
}

type Described = { get?: { parameters?: { name: string }[] } }

test('every list with pages is tested here, or named with another cursor', async () => {
  const { paths } = (await operator.get('/openapi.json')).body
  const pathsWithPages = Object.entries<Described>(paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
    .map(([path]) => path)
  expect(pathsWithPages.sort()).toEqual([...Object.keys(listsByTime), ...Object.keys(otherLists)].sort())
})

/** The value that identifies a row of a list. */
const keyOf = (row: { id?: string; role_id?: string }) => row.role_id ?? row.id

test.for(Object.entries(listsByTime))(
  '%s returns each row once, even rows of the same millisecond',
  async ([path, who]) => {
    const reader = who === 'operator' ? operator : fixture.admin
    const id = path.startsWith('/cards') ? card : path.startsWith('/webhooks') ? webhook : project
    const address = path
      .replace('{studio_id}', fixture.studio.id)
      .replace('{user_id}', fixture.client.id)
      .replace('{id}', id)
    const allKeys = (await reader.get(`${address}?limit=100`)).body.items.map(keyOf)
    expect(allKeys.length).toBeGreaterThanOrEqual(ROWS)
    const inPages: unknown[] = []
    let cursor: string | null = null
    do {
      const { body } = await reader.get(`${address}?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      expect(body.items[0]).not.toHaveProperty('sorted_by')
      inPages.push(...body.items.map(keyOf))
      cursor = body.next_cursor
    } while (cursor !== null && inPages.length <= allKeys.length)
    expect(inPages).toEqual(allKeys)
  },
)
