import { sql } from 'kysely'
import type { ExportPart } from './auth-queries.ts'
import { isOwn, workColumns } from './part-queries.ts'

const PROJECT = 'title description project_type status phase is_sample updated_at'
const CARD = 'project_id title description priority phase status is_sample updated_at'
const TASK = 'title description priority status due_date completed_at'

/** Work on projects, and messages about it. */
export const boardParts: readonly ExportPart[] = [
  {
    name: 'projects',
    tables: ['projects'],
    select: (
      me,
    ) => sql`select p.id, p.studio_id, s.name as studio_name, p.created_at, ${workColumns(me, 'p', PROJECT)}, ${isOwn(me, 'p')} as as_client, p.created_by = ${me} as made_by_me
      from projects p join studios s on s.id = p.studio_id
      where ${isOwn(me, 'p')} or p.created_by = ${me} order by p.created_at, p.id`,
  },
  {
    name: 'cards',
    tables: ['production_cards'],
    select: (
      me,
    ) => sql`select c.id, c.studio_id, c.created_at, ${workColumns(me, 'c', CARD)}, ${isOwn(me, 'c')} as as_client, c.created_by = ${me} as made_by_me
      from production_cards c where ${isOwn(me, 'c')} or c.created_by = ${me} order by c.created_at, c.id`,
  },
  {
    name: 'card_comments',
    tables: ['card_comments'],
    select: (me) => sql`select id, card_id, studio_id, body, created_at from card_comments
      where author_id = ${me} order by created_at, id`,
  },
  {
    name: 'card_files',
    tables: ['card_files'],
    select: (me) => sql`select id, card_id, studio_id, name, content_type, size_bytes, created_at from card_files
      where uploaded_by = ${me} order by created_at, id`,
  },
  {
    name: 'board_samples',
    tables: ['board_samples'],
    select: (me) => sql`select studio_id, created_at from board_samples q where ${isOwn(me, 'q')} order by created_at`,
  },
  {
    name: 'tasks',
    tables: ['tasks'],
    select: (
      me,
    ) => sql`select t.id, t.studio_id, s.name as studio_name, t.created_at, ${workColumns(me, 't', TASK, sql`false`)}, t.assigned_to = ${me} as assigned_to_me, t.created_by = ${me} as made_by_me
      from tasks t join studios s on s.id = t.studio_id
      where t.assigned_to = ${me} or t.created_by = ${me} order by t.created_at, t.id`,
  },
  {
    name: 'assistant_messages',
    tables: ['assistant_messages'],
    select: (me) => sql`select a.id, a.studio_id, s.name as studio_name, a.project_id, a.role, a.content, a."timestamp"
      from assistant_messages a join studios s on s.id = a.studio_id where a.user_id = ${me} order by a.seq`,
  },
  {
    name: 'conversations',
    tables: ['conversations'],
    select: (
      me,
    ) => sql`select c.id, c.studio_id, s.name as studio_name, c.project_id, c.messages, c.created_at, c.last_message_at
      from conversations c join studios s on s.id = c.studio_id where ${isOwn(me, 'c')} order by c.created_at, c.id`,
  },
  {
    name: 'conversation_messages',
    tables: ['conversation_messages'],
    select: (
      me,
    ) => sql`select m.id, m.conversation_id, m.studio_id, m.created_at, ${workColumns(me, 'm', 'body')}, m.from_studio,
        coalesce(m.author_id = ${me}, false) as written_by_me
      from conversation_messages m where ${isOwn(me, 'm')} or m.author_id = ${me}
      order by m.created_at, m.conversation_id, m.seq`,
  },
  {
    name: 'message_files',
    tables: ['message_files'],
    select: (
      me,
    ) => sql`select f.id, f.message_id, f.studio_id, ${workColumns(me, 'f', 'name')}, f.content_type, f.size_bytes,
        f.created_at, coalesce(f.uploaded_by = ${me}, false) as uploaded_by_me
      from message_files f where (${isOwn(me, 'f')} and f.message_id is not null) or f.uploaded_by = ${me}
      order by f.created_at, f.id`,
  },
  {
    name: 'conversation_reads',
    tables: ['conversation_reads'],
    select: (me) => sql`select conversation_id, studio_id, seq, read_at from conversation_reads
      where user_id = ${me} order by read_at, conversation_id`,
  },
]
