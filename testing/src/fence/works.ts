import { cast, objectId, studios } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Projects, cards, comments and files of a studio.

const { alpha, beta, closed } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: keyof typeof cast) => `'${cast[name].id}'`

type Work = { project: string; card: string; studio: string; client: keyof typeof cast; by: keyof typeof cast }

const works: Record<string, Work> = {
  'of client A1': { project: objectId(51), card: objectId(61), studio: alpha, client: 'client A1', by: 'client A1' },
  'of client A2, made by crew': {
    project: objectId(52),
    card: objectId(62),
    studio: alpha,
    client: 'client A2',
    by: 'crew of A',
  },
  'at A of client A to B': {
    project: objectId(53),
    card: objectId(63),
    studio: alpha,
    client: 'client A to B',
    by: 'client A to B',
  },
  'of client of B': {
    project: objectId(54),
    card: objectId(64),
    studio: beta,
    client: 'client of B',
    by: 'client of B',
  },
  'of client of B, made by crew': {
    project: objectId(55),
    card: objectId(65),
    studio: beta,
    client: 'client of B',
    by: 'crew of B',
  },
}
const all = Object.entries(works)
const sampleOf = { a1: objectId(56), b: objectId(57) }
const imported = { project: objectId(9201), by: objectId(9202) }

const history = `'[{"phase":"pre_production","moved_at":"2030-06-01T00:00:00.000Z","moved_by":null}]'`
const project = (work: Work, { id = work.project, by = idOf(work.by), sample = false } = {}) =>
  `('${id}', '${work.studio}', ${idOf(work.client)}, 'Project', 'podcast', ${history}, ${by}, ${sample})`
const projectInto =
  'insert into projects (id, studio_id, client_id, title, project_type, phase_history, created_by, is_sample) values'
const card = (work: Work, { id = work.card, by = idOf(work.by) } = {}) =>
  `('${id}', '${work.studio}', ${idOf(work.client)}, '${work.project}', 'Card', 1, ${history}, ${by})`
const cardInto =
  'insert into production_cards (id, studio_id, client_id, project_id, title, position, phase_history, created_by) values'
const cardColumns = (work: Work, by = idOf(work.by)) => `'${work.card}', '${work.studio}', ${idOf(work.client)}, ${by}`
const comment = (work: Work, by?: string) => `(${cardColumns(work, by)}, 'Said')`
const commentInto = 'insert into card_comments (card_id, studio_id, client_id, author_id, body) values'
const file = (work: Work, key: string, by?: string) =>
  `(${cardColumns(work, by)}, 'take.wav', 'audio/wav', 1, '${key}')`
const fileInto =
  'insert into card_files (card_id, studio_id, client_id, uploaded_by, name, content_type, size_bytes, file_key) values'
const sampleInto = 'insert into board_samples (studio_id, client_id) values'

const first = works['of client A1'] as Work
const ofB = works['of client of B'] as Work

/** Inserts the rows as the login role; users and studios exist already. */
export const worksSql = `
${projectInto} ${all.map(([, work]) => project(work)).join(', ')},
  ${project(first, { id: sampleOf.a1, sample: true })}, ${project(ofB, { id: sampleOf.b, sample: true })};
${cardInto} ${all.map(([, work]) => card(work)).join(', ')};
${commentInto} ${all.map(([, work]) => comment(work)).join(', ')};
${fileInto} ${all.map(([, work], index) => file(work, `card-files/${index}.wav`)).join(', ')};
${sampleInto} ('${alpha}', ${idOf('client A1')}), ('${alpha}', ${idOf('client A to B')}), ('${beta}', ${idOf('client of B')});
insert into imports (id, kind, studio_id, created) values ('${imported.by}', 'projects', '${alpha}', 1);
${projectInto} ${project(first, { id: imported.project })};
update projects set import_id = '${imported.by}' where id = '${imported.project}';`

const rowsBy = (column: 'project' | 'card', name: string) =>
  Object.fromEntries(all.map(([about, work]) => [about, `${name} = '${work[column]}'`]))

/** Rows that the caller inserts for one client of each studio, and one in the name of another user. */
const insertsOf = (insert: (work: Work, by: string) => string): Record<string, RowToInsert> => ({
  'for client A1': { sql: insert(first, me) },
  'for client A2': { sql: insert(works['of client A2, made by crew'] as Work, me) },
  'for client of B': { sql: insert(ofB, me) },
  'for client A1, in the name of another': { sql: insert(first, idOf('banned admin of A')) },
})

const projects: TableUnderTest = {
  rows: {
    ...rowsBy('project', 'id'),
    'sample of client A1': `id = '${sampleOf.a1}'`,
    'sample of client of B': `id = '${sampleOf.b}'`,
    'imported, of client A1': `id = '${imported.project}'`,
  },
  changes: {
    rename: "title = 'Renamed'",
    move: "phase = 'production', status = 'active', version = version + 1",
    'name another author': `created_by = ${idOf('partner')}`,
    'make a sample of it': 'is_sample = not is_sample',
  },
  inserts: insertsOf((work, by) => `${projectInto} ${project(work, { id: objectId(58), by })}`),
}

const cards: TableUnderTest = {
  rows: rowsBy('card', 'id'),
  changes: {
    rename: "title = 'Renamed'",
    move: "phase = 'production', position = 2, version = version + 1",
    'name another author': `created_by = ${idOf('partner')}`,
    'make a sample of it': 'is_sample = not is_sample',
  },
  inserts: insertsOf((work, by) => `${cardInto} ${card(work, { id: objectId(68), by })}`),
}

const comments: TableUnderTest = {
  rows: rowsBy('card', 'card_id'),
  changes: { rewrite: "body = 'Rewritten'", 'give to another person': `author_id = ${idOf('partner')}` },
  inserts: insertsOf((work, by) => `${commentInto} ${comment(work, by)}`),
}

const files: TableUnderTest = {
  rows: rowsBy('card', 'card_id'),
  changes: {
    rename: "name = 'renamed.wav'",
    'replace the file': "file_key = 'other/' || id",
    'give to another person': `uploaded_by = ${idOf('partner')}`,
  },
  inserts: insertsOf((work, by) => `${fileInto} ${file(work, 'card-files/new.wav', by)}`),
}

const samples: TableUnderTest = {
  rows: {
    'of client A1': `client_id = ${idOf('client A1')}`,
    'at A of client A to B': `client_id = ${idOf('client A to B')}`,
    'of client of B': `client_id = ${idOf('client of B')}`,
  },
  changes: { 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: Object.fromEntries(
    [
      ['of their own at A', alpha, me],
      ['of their own at B', beta, me],
      ['of client A2', alpha, idOf('client A2')],
    ].map(([about, studio, client]) => [
      about,
      {
        clear: `delete from board_samples where client_id = ${client}`,
        sql: `${sampleInto} ('${studio}', ${client})`,
      },
    ]),
  ),
}

/** The tables of projects and of the board. */
export const workTables: Record<string, TableUnderTest> = {
  projects,
  production_cards: cards,
  card_comments: comments,
  card_files: files,
  board_samples: samples,
}
