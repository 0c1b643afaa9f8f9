import { fail } from '@studiohub/contract/errors.ts'
import type { ProjectFile } from '@studiohub/contract/features/projects/schema.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { type LinkedFile, linkTo } from '#platform/files/links.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getProject } from '../queries.ts'
import * as queries from './queries.ts'

type ListInput = { id: string; cursor?: string | undefined; limit?: number | undefined }

type Reader = { session_id: string | null; now: Date }

/** Lists the files of a project that the actor may read, each with a signed address that expires. */
export function listFiles(caller: Caller, query: ListInput, now: Date) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const project = (await getProject(tx, query.id)) ?? fail('NOT_FOUND')
    const { session_id } = actor
    const files = await queries.listFiles(tx, project, { after, limit: rows })
    const { items, ...page } = toPageByTime(files, limit, ({ id }) => id)
    return { ...page, items: items.map((row) => toProjectFile(row, { session_id, now })) }
  })
}

function toProjectFile(
  { file_key, preview_key, ...row }: queries.ProjectFileRow,
  { session_id, now }: Reader,
): ProjectFile {
  const { name, content_type } = row
  // A link to a file of a message works only in the reader's session, as in the conversation. Files of cards have no such limit.
  const sessionBinding = row.card_id === null ? { session_id: session_id ?? fail('UNAUTHENTICATED') } : {}
  const link = (file: LinkedFile) => linkTo({ ...file, ...sessionBinding }, now)
  return {
    ...row,
    url: link({ key: file_key, name, content_type }),
    preview_url: preview_key && link({ key: preview_key, name: 'preview.webp', content_type: 'image/webp' }),
  }
}

/** Lists the comments on the cards of a project that the actor may read. */
export function listComments(caller: Caller, query: ListInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const project = (await getProject(tx, query.id)) ?? fail('NOT_FOUND')
    const comments = await queries.listComments(tx, project, { after, limit: rows })
    return toPageByTime(comments, limit, ({ id }) => id)
  })
}
