import { cast, type Name, objectId, studios } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Conversations, their messages and files, and how far people have read them.

const { alpha, beta } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`

type Thread = { id: string; studio: string; client: Name; project: string | null; studioPerson: Name }

/** The crew of A made project 52, so they work on it. Its client made project 51. */
const threads: Record<string, Thread> = {
  'of client A1': { id: objectId(71), studio: alpha, client: 'client A1', project: null, studioPerson: 'admin of A' },
  'of a project of client A1': {
    id: objectId(72),
    studio: alpha,
    client: 'client A1',
    project: objectId(51),
    studioPerson: 'desk of A',
  },
  'of a project of client A2, made by crew': {
    id: objectId(73),
    studio: alpha,
    client: 'client A2',
    project: objectId(52),
    studioPerson: 'crew of A',
  },
  'at A of client A to B': {
    id: objectId(74),
    studio: alpha,
    client: 'client A to B',
    project: null,
    studioPerson: 'admin of A',
  },
  'of client of B': {
    id: objectId(75),
    studio: beta,
    client: 'client of B',
    project: null,
    studioPerson: 'admin of B',
  },
}
const all = Object.values(threads)
const [first, ofCrew, ofB] = ['of client A1', 'of a project of client A2, made by crew', 'of client of B'].map(
  (name) => threads[name] as Thread,
) as [Thread, Thread, Thread]

const text = (id: string | null) => (id === null ? 'null' : `'${id}'`)
const threadInto = 'insert into conversations (id, studio_id, client_id, project_id, messages) values'
const insertThread = ({ id, studio, client, project }: Thread) =>
  `('${id}', '${studio}', ${idOf(client)}, ${text(project)}, 2)`
const messageInto =
  'insert into conversation_messages (conversation_id, studio_id, client_id, seq, from_studio, author_id, body) values'
const message = ({ id, studio, client }: Thread, seq: number, { from_studio = false, by = idOf(client) } = {}) =>
  `('${id}', '${studio}', ${idOf(client)}, ${seq}, ${from_studio}, ${by}, 'Written')`
const readInto = 'insert into conversation_reads (conversation_id, studio_id, client_id, user_id, seq) values'
const read = ({ id, studio, client }: Thread, by: string) => `('${id}', '${studio}', ${idOf(client)}, ${by}, 1)`

const fileInto =
  'insert into message_files (studio_id, client_id, message_id, uploaded_by, upload_key, name, content_type, size_bytes, file_key) values'
const messageIdOf = ({ id }: Thread, seq: number) =>
  `(select m.id from conversation_messages m where m.conversation_id = '${id}' and m.seq = ${seq})`
/** A file of the client's message, or an unsent one; its name is the id of the conversation. */
const file = ({ id, studio, client }: Thread, { by = idOf(client), sent = true } = {}) =>
  `('${studio}', ${idOf(client)}, ${sent ? messageIdOf({ id } as Thread, 1) : 'null'}, ${by}, gen_random_uuid(), '${id}', 'audio/wav', 1000,
    'message-files/' || gen_random_uuid() || '.wav')`

/** Inserts the rows as the login role; projects exist already. */
export const conversationsSql = `
${threadInto} ${all.map(insertThread).join(', ')};
${messageInto} ${all.map((thread) => `${message(thread, 1)}, ${message(thread, 2, { from_studio: true, by: idOf(thread.studioPerson) })}`).join(', ')};
${readInto} ${all.map((thread) => `${read(thread, idOf(thread.client))}, ${read(thread, idOf(thread.studioPerson))}`).join(', ')};
${fileInto} ${all.map((thread) => `${file(thread)}, ${file(thread, { sent: false })}, ${file(thread, { by: idOf(thread.studioPerson), sent: false })}`).join(', ')};`

const newThread = (studio: string, client: Name, project: string | null): RowToInsert => ({
  clear: `delete from conversations where studio_id = '${studio}' and client_id = ${idOf(client)}`,
  sql: `${threadInto} ${insertThread({ id: objectId(79), studio, client, project, studioPerson: 'partner' })}`,
})

const conversations: TableUnderTest = {
  rows: Object.fromEntries(Object.entries(threads).map(([about, { id }]) => [about, `id = '${id}'`])),
  changes: {
    continue:
      'messages = messages + 1, last_from_client = 3, last_from_studio = 3, last_message_at = clock_timestamp()',
    'change when it began': "created_at = '2000-01-01'",
  },
  inserts: {
    'with client A1': newThread(alpha, 'client A1', null),
    'with client of B': newThread(beta, 'client of B', null),
    'about a project of client A1': newThread(alpha, 'client A1', objectId(51)),
    'about a project of client A2, made by crew': newThread(alpha, 'client A2', objectId(52)),
  },
  clearReferences: 'delete from conversation_reads',
}

const newMessage = (thread: Thread, overrides: { from_studio?: boolean; by?: string }): RowToInsert => ({
  sql: `${messageInto} ${message(thread, 3, { by: me, ...overrides })}`,
})
const messages: TableUnderTest = {
  rows: Object.fromEntries(
    Object.entries(threads).flatMap(([about, { id }]) => [
      [`from the client, ${about}`, `conversation_id = '${id}' and not from_studio`],
      [`from the studio, ${about}`, `conversation_id = '${id}' and from_studio`],
    ]),
  ),
  changes: { rewrite: "body = 'Rewritten'", 'say another wrote it': `author_id = ${idOf('partner')}` },
  inserts: {
    'of the studio to client A1': newMessage(first, { from_studio: true }),
    'of client A1': newMessage(first, {}),
    'of the studio to client A1, in the name of another': newMessage(first, {
      from_studio: true,
      by: idOf('banned admin of A'),
    }),
    'of the studio about a project made by crew': newMessage(ofCrew, { from_studio: true }),
    'of the client about a project made by crew': newMessage(ofCrew, {}),
    'of the studio to client of B': newMessage(ofB, { from_studio: true }),
    'of client of B': newMessage(ofB, {}),
  },
}

const newRead = (thread: Thread, by = me): RowToInsert => ({
  clear: `delete from conversation_reads where conversation_id = '${thread.id}'`,
  sql: `${readInto} ${read(thread, by)}`,
})
const reads: TableUnderTest = {
  rows: Object.fromEntries(
    Object.entries(threads).flatMap(([about, { id, client, studioPerson }]) => [
      [`by the client, ${about}`, `conversation_id = '${id}' and user_id = ${idOf(client)}`],
      [`by ${studioPerson}, ${about}`, `conversation_id = '${id}' and user_id = ${idOf(studioPerson)}`],
    ]),
  ),
  changes: {
    'read on': 'seq = seq + 1, read_at = clock_timestamp()',
    'give to another account': `user_id = ${idOf('partner')}`,
  },
  inserts: {
    'of client A1': newRead(first),
    'of a project made by crew': newRead(ofCrew),
    'of client of B': newRead(ofB),
    'of client A1, in the name of another': newRead(first, idOf('partner')),
  },
}

const newFile = (thread: Thread, { by = me, sent = false } = {}): RowToInsert => ({
  sql: `${fileInto} ${file(thread, { by, sent })}`,
})
const files: TableUnderTest = {
  rows: Object.fromEntries(
    Object.entries(threads).flatMap(([about, thread]) => [
      [`sent, ${about}`, `message_id = ${messageIdOf(thread, 1)}`],
      [
        `unsent of the client, ${about}`,
        `message_id is null and name = '${thread.id}' and uploaded_by = ${idOf(thread.client)}`,
      ],
      [
        `unsent of ${thread.studioPerson}, ${about}`,
        `message_id is null and name = '${thread.id}' and uploaded_by = ${idOf(thread.studioPerson)}`,
      ],
    ]),
  ),
  changes: {
    // A caller who has written no message tries that of another person.
    'send with their message': `message_id = (select m.id from conversation_messages m
      where m.client_id = message_files.client_id and m.id is distinct from message_files.message_id
      order by m.author_id = ${me} desc limit 1)`,
    'send with the message of another': `message_id = (select m.id from conversation_messages m
      where m.author_id <> ${me} and m.client_id = message_files.client_id
        and m.id is distinct from message_files.message_id limit 1)`,
    rename: "name = 'Renamed'",
  },
  inserts: {
    'for client A1': newFile(first),
    'for client A2, already sent': newFile(ofCrew, { sent: true }),
    'for client A1, in the name of another': newFile(first, { by: idOf('partner') }),
    'for client A2': newFile(ofCrew),
    'for client of B': newFile(ofB),
  },
}

/** The tables of this file. */
export const conversationTables: Record<string, TableUnderTest> = {
  conversations,
  conversation_messages: messages,
  conversation_reads: reads,
  message_files: files,
}
