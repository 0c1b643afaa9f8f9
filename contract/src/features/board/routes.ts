import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  Card,
  CardChanges,
  CardComment,
  CardFile,
  CardMove,
  CardPerson,
  CardWithHistory,
  NewCard,
  NewComment,
} from './schema.ts'
import { cardFileTypes, FILE_MAX_MB } from './words.ts'

const One = z.object({ id: Id })

export const board = {
  /** A whole board, column by column in its order. Without `studio_id` the asker's own studio. */
  list: route
    .route({ method: 'GET', path: '/cards' })
    .input(z.object({ studio_id: Id.optional(), project_id: Id.optional() }))
    .output(z.object({ items: z.array(Card) }))
    .errors(pickErrors('FORBIDDEN', 'TOO_LONG')),
  create: route
    .route({ method: 'POST', path: '/cards', successStatus: 201 })
    .input(NewCard)
    .output(Card)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'TOO_LONG', 'FILES_QUOTA')),
  get: route
    .route({ method: 'GET', path: '/cards/{id}' })
    .input(One)
    .output(CardWithHistory)
    .errors(pickErrors('NOT_FOUND')),
  update: route
    .route({ method: 'PATCH', path: '/cards/{id}' })
    .input(CardChanges.extend({ id: Id }))
    .output(Card)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  delete: route
    .route({ method: 'DELETE', path: '/cards/{id}' })
    .input(One)
    .output(One)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Its place and its history are computed by the server. */
  move: route
    .route({ method: 'POST', path: '/cards/{id}/move' })
    .input(CardMove.extend({ id: Id }))
    .output(Card)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** One project and five cards on a client's empty board, once; false where there is nothing to do. */
  createSample: route
    .route({ method: 'POST', path: '/board/sample' })
    .input(z.strictObject({}).optional())
    .output(z.object({ created: z.boolean() }))
    .errors(pickErrors('FORBIDDEN')),
  deleteSample: route
    .route({ method: 'DELETE', path: '/board/sample' })
    .output(z.object({ removed: z.boolean() }))
    .errors(pickErrors('FORBIDDEN')),
  /** Who can be mentioned on a card: the studio's people and its client. */
  listPeople: route
    .route({ method: 'GET', path: '/cards/{id}/people' })
    .input(One)
    .output(z.object({ items: z.array(CardPerson) }))
    .errors(pickErrors('NOT_FOUND')),
  /** The oldest first. */
  listComments: route
    .route({ method: 'GET', path: '/cards/{id}/comments' })
    .input(PageQuery.extend({ id: Id }))
    .output(pageOf(CardComment))
    .errors(pickErrors('NOT_FOUND')),
  createComment: route
    .route({ method: 'POST', path: '/cards/{id}/comments', successStatus: 201 })
    .input(NewComment.extend({ id: Id }))
    .output(CardComment)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  deleteComment: route
    .route({ method: 'DELETE', path: '/cards/{id}/comments/{comment_id}' })
    .input(z.object({ id: Id, comment_id: Id }))
    .output(One)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  listFiles: route
    .route({ method: 'GET', path: '/cards/{id}/files' })
    .input(One)
    .output(z.object({ items: z.array(CardFile) }))
    .errors(pickErrors('NOT_FOUND')),
  /** Multipart, in the field `file`. Its type is found in the bytes. */
  createFile: uploadRoute
    .meta({ upload: { max_mb: FILE_MAX_MB, types: cardFileTypes } })
    .route({ method: 'POST', path: '/cards/{id}/files', successStatus: 201 })
    .input(z.strictObject({ id: Id, file: z.file('Please choose a file') }))
    .output(CardFile)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'TOO_LONG')),
  deleteFile: route
    .route({ method: 'DELETE', path: '/cards/{id}/files/{file_id}' })
    .input(z.object({ id: Id, file_id: Id }))
    .output(One)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
