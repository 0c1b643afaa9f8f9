import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { fileRule } from '../../shared/files.ts'
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

const CardById = z.object({ id: Id })

export const board = {
  /** All cards of a board in column order. Without `studio_id` the caller's own studio. */
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
    .input(CardById)
    .output(CardWithHistory)
    .errors(pickErrors('NOT_FOUND')),
  update: route
    .route({ method: 'PATCH', path: '/cards/{id}' })
    .input(CardChanges.extend({ id: Id }))
    .output(Card)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  delete: route
    .route({ method: 'DELETE', path: '/cards/{id}' })
    .input(CardById)
    .output(CardById)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The server computes the position and the phase history. */
  move: route
    .route({ method: 'POST', path: '/cards/{id}/move' })
    .input(CardMove.extend({ id: Id }))
    .output(Card)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** Puts one sample project with five cards on a client's empty board, once; `created` is false if it did nothing. */
  createSample: route
    .route({ method: 'POST', path: '/board/sample' })
    .input(z.strictObject({}).optional())
    .output(z.object({ created: z.boolean() }))
    .errors(pickErrors('FORBIDDEN')),
  deleteSample: route
    .route({ method: 'DELETE', path: '/board/sample' })
    .output(z.object({ removed: z.boolean() }))
    .errors(pickErrors('FORBIDDEN')),
  /** The people who can be mentioned on a card: admins and crew of the studio, and the card's client. */
  listPeople: route
    .route({ method: 'GET', path: '/cards/{id}/people' })
    .input(CardById)
    .output(z.object({ items: z.array(CardPerson) }))
    .errors(pickErrors('NOT_FOUND')),
  /** Oldest first. */
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
    .output(CardById)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  listFiles: route
    .route({ method: 'GET', path: '/cards/{id}/files' })
    .input(CardById)
    .output(z.object({ items: z.array(CardFile) }))
    .errors(pickErrors('NOT_FOUND')),
  /** Multipart, in the field `file`. The server detects the type from the content. */
  createFile: uploadRoute
    .meta({ upload: fileRule })
    .route({ method: 'POST', path: '/cards/{id}/files', successStatus: 201 })
    .input(z.strictObject({ id: Id, file: z.file('Please choose a file') }))
    .output(CardFile)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'TOO_LONG')),
  deleteFile: route
    .route({ method: 'DELETE', path: '/cards/{id}/files/{file_id}' })
    .input(z.object({ id: Id, file_id: Id }))
    .output(CardById)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
