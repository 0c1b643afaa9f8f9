import { cast, type Name, studios, thing } from './cast.ts'
import type { Make, TableUnderTest } from './table.ts'

// Conversations, their messages and what people have read of them.

const { alpha, beta } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`

type Thread = { id: string; studio: string; client: Name; project: string | null; studioPerson: Name }

/** Project 52 was made by the crew of A, who so work on it, and project 51 by its client. */
const threads: Record<string, Thread> = {
  'of client A1': { id: thing(71), studio: alpha, client: 'client A1', project: null, studioPerson: 'admin of A' },
  'of a project of client A1': {
    id: thing(72),
    studio: alpha,
    client: 'client A1',
    project: thing(51),
    studioPerson: 'desk of A',
  },
  'of a project of client A2, made by crew': {
    id: thing(73),
    studio: alpha,
    client: 'client A2',
    project: thing(52),
    studioPerson: 'crew of A',
  },
  'at A of client A to B': {
    id: thing(74),
    studio: alpha,
    client: 'client A to B',
    project: null,
    studioPerson: 'admin of A',
  },
  'of client of B': { id: thing(75), studio: beta, client: 'client of B', project: null, studioPerson: 'admin of B' },
}
const all = Object.values(threads)
const [first, ofCrew, ofB] = ['of client A1', 'of a project of client A2, made by crew', 'of client of B'].map(
  (name) => threads[name] as Thread,
) as [Thread, Thread, Thread]

const text = (id: string | null) => (id === null ? 'null' : `'${id}'`)
const threadInto = 'insert into conversations (id, studio_id, client_id, project_id, messages) values'
const thread = ({ id, studio, client, project }: Thread) =>
  `('${id}', '${studio}', ${idOf(client)}, ${text(project)}, 2)`
const messageInto =
  'insert into conversation_messages (conversation_id, studio_id, client_id, seq, from_studio, author_id, body) values'
const message = ({ id, studio, client }: Thread, seq: number, { from_studio = false, by = idOf(client) } = {}) =>
  `('${id}', '${studio}', ${idOf(client)}, ${seq}, ${from_studio}, ${by}, 'Written')`
const readInto = 'insert into conversation_reads (conversation_id, studio_id, client_id, user_id, seq) values'
const read = ({ id, studio, client }: Thread, by: string) => `('${id}', '${studio}', ${idOf(client)}, ${by}, 1)`

const fileInto =
  'insert into message_files (studio_id, client_id, message_id, uploaded_by, upload_key, name, content_type, size_bytes, file_key) values'
const numbered = ({ id }: Thread, seq: number) =>
  `(select m.id from conversation_messages m where m.conversation_id = '${id}' and m.seq = ${seq})`
/** A file of the client's message, or an unsent one; its name is the id of the conversation. */
const file = ({ id, studio, client }: Thread, { by = idOf(client), sent = true } = {}) =>
  `('${studio}', ${idOf(client)}, ${sent ? numbered({ id } as Thread, 1) : 'null'}, ${by}, gen_random_uuid(), '${id}', 'audio/wav', 1000,
    'message-files/' || gen_random_uuid() || '.wav')`

/** Inserts the rows with the rights of the login; projects exist already. */
export const conversationsSql = `
${threadInto} ${all.map(thread).join(', ')};
${messageInto} ${all.map((one) => `${message(one, 1)}, ${message(one, 2, { from_studio: true, by: idOf(one.studioPerson) })}`).join(', ')};
${readInto} ${all.map((one) => `${read(one, idOf(one.client))}, ${read(one, idOf(one.studioPerson))}`).join(', ')};
${fileInto} ${all.map((one) => `${file(one)}, ${file(one, { sent: false })}, ${file(one, { by: idOf(one.studioPerson), sent: false })}`).join(', ')};`

const newThread = (studio: string, client: Name, project: string | null): Make => ({
  clear: `delete from conversations where studio_id = '${studio}' and client_id = ${idOf(client)}`,
  sql: `${threadInto} ${thread({ id: thing(79), studio, client, project, studioPerson: 'partner' })}`,
})

const conversations: TableUnderTest = {
  rows: Object.fromEntries(Object.entries(threads).map(([about, { id }]) => [about, `id = '${id}'`])),
  changes: {
    continue:
      'messages = messages + 1, last_from_client = 3, last_from_studio = 3, last_message_at = clock_timestamp()',
    'say when it began': "created_at = '2000-01-01'",
  },
  makes: {
    'with client A1': newThread(alpha, 'client A1', null),
    'with client of B': newThread(beta, 'client of B', null),
    'about a project of client A1': newThread(alpha, 'client A1', thing(51)),
    'about a project of client A2, made by crew': newThread(alpha, 'client A2', thing(52)),
  },
  clearReferences: 'delete from conversation_reads',
}

const newMessage = (one: Thread, given: { from_studio?: boolean; by?: string }): Make => ({
  sql: `${messageInto} ${message(one, 3, { by: me, ...given })}`,
})
const messages: TableUnderTest = {
  rows: Object.fromEntries(
    Object.entries(threads).flatMap(([about, { id }]) => [
      [`from the client, ${about}`, `conversation_id = '${id}' and not from_studio`],
      [`from the studio, ${about}`, `conversation_id = '${id}' and from_studio`],
    ]),
  ),
  changes: { rewrite: "body = 'Rewritten'", 'say another wrote it': `author_id = ${idOf('partner')}` },
  makes: {
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

const newRead = (one: Thread, by = me): Make => ({
  clear: `delete from conversation_reads where conversation_id = '${one.id}'`,
  sql: `${readInto} ${read(one, by)}`,
})
const reads: TableUnderTest = {
  rows: Object.fromEntries(
    Object.entries(threads).flatMap(([about, { id, client, studioPerson }]) => [
      [`by the client, ${about}`, `conversation_id = '${id}' and user_id = ${idOf(client)}`],
      [`by ${studioPerson}, ${about}`, `conversation_id = '${id}' and user_id = ${idOf(studioPerson)}`],
    ]),
  ),
  changes: { 'read on': 'seq = seq + 1, read_at = clock_timestamp()', 'give away': `user_id = ${idOf('partner')}` },
  makes: {
    'of client A1': newRead(first),
    'of a project made by crew': newRead(ofCrew),
    'of client of B': newRead(ofB),
    'of client A1, in the name of another': newRead(first, idOf('partner')),
  },
}

const newFile = (one: Thread, { by = me, sent = false } = {}): Make => ({
  sql: `${fileInto} ${file(one, { by, sent })}`,
})
const files: TableUnderTest = {
  rows: Object.fromEntries(
    Object.entries(threads).flatMap(([about, one]) => [
      [`sent, ${about}`, `message_id = ${numbered(one, 1)}`],
      [
        `unsent of the client, ${about}`,
        `message_id is null and name = '${one.id}' and uploaded_by = ${idOf(one.client)}`,
      ],
      [
        `unsent of ${one.studioPerson}, ${about}`,
        `message_id is null and name = '${one.id}' and uploaded_by = ${idOf(one.studioPerson)}`,
      ],
    ]),
  ),
  changes: {
    // A caller who has written none tries another's.
    'send with their message': `message_id = (select m.id from conversation_messages m
      where m.client_id = message_files.client_id and m.id is distinct from message_files.message_id
      order by m.author_id = ${me} desc limit 1)`,
    'send with the message of another': `message_id = (select m.id from conversation_messages m
      where m.author_id <> ${me} and m.client_id = message_files.client_id
        and m.id is distinct from message_files.message_id limit 1)`,
    rename: "name = 'Renamed'",
  },
  makes: {
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
