import { fail } from '@studiohub/contract/errors.ts'
import type { MessageFile } from '@studiohub/contract/features/conversations/schema.ts'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type LinkedFile, linkTo } from '#platform/files/links.ts'
import { requireFileQuota } from '#platform/files/quota.ts'
import { listFileKeys, storeFile } from '#platform/files/store-file.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type ConversationInput, requireOpenConversation } from '../require-conversation.ts'
import { deleteUnusedMessageFile, UNSENT_FILE_HOURS } from './jobs.ts'
import * as queries from './queries.ts'

const uploadLimit: Limit = { name: 'message-file', count: 120, per_seconds: 3600 }
const DELETE_AFTER_MINUTES = [15, UNSENT_FILE_HOURS * 60]

type LinkReader = { session_id: string | null; now: Date }

/** Adds links to a file. They work only in this session, and only while its user may read the conversation. */
export function toMessageFile({ file_key, preview_key, ...row }: queries.FileRow, reader: LinkReader): MessageFile {
  const { id, name, content_type, size_bytes } = row
  const link = (file: LinkedFile) =>
    linkTo({ ...file, session_id: reader.session_id ?? fail('UNAUTHENTICATED') }, reader.now)
  return {
    id,
    name,
    content_type,
    size_bytes,
    url: link({ key: file_key, name, content_type }),
    preview_url: preview_key && link({ key: preview_key, name: 'preview.webp', content_type: 'image/webp' }),
  }
}

type CreateFileInput = ConversationInput & { key: string; file: File; now: Date }

/**
 * Uploads a file for a message that is not sent yet. Repeating the upload with the same key returns the same file. Before
 * it stores the file, it queues jobs that delete it if no message uses it.
 */
export async function createFile(caller: Caller, { key, file, now, ...input }: CreateFileInput): Promise<MessageFile> {
  const target = await asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const { conversationKey } = await requireOpenConversation(tx, actor, input)
    const upload = { uploaded_by: user_id, upload_key: key }
    const existingFile = await queries.findUpload(tx, upload)
    await requireFileQuota(tx, actor, { studio_id: conversationKey.studio_id, bytes: existingFile ? 0 : file.size })
    return { conversationKey, upload, existingFile }
  })
  if (target.existingFile) return toMessageFile(target.existingFile, { ...caller, now })
  await requireLimits([{ limit: uploadLimit, by: target.upload.uploaded_by }], now)
  const storedFile = await storeFile({
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    folder: `message-files/${target.conversationKey.studio_id}`,
    beforeStoring: (keys) => asActor(caller, (tx) => queueDeletions(tx, keys, now)),
  })
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    // The quotas count the files of all conversations and cards.
    await lock(tx, 'studio', target.conversationKey.studio_id)
    const { conversationKey } = await requireOpenConversation(tx, actor, input)
    const { studio_id, client_id } = conversationKey
    await requireFileQuota(tx, actor, { studio_id, bytes: storedFile.size_bytes })
    const row = { studio_id, client_id, ...target.upload, ...storedFile, created_at: now.toISOString() }
    const createdFile = await queries.insertFile(tx, row)
    if (!createdFile)
      return toMessageFile((await queries.findUpload(tx, target.upload)) ?? fail('NOT_FOUND'), { ...caller, now })
    const object = { object_type: 'message_file', object_id: createdFile.id, request_id: caller.request_id }
    const after = { client_id, size_bytes: createdFile.size_bytes }
    await audit(tx, actor, { ...object, action: 'conversations.createFile', studio_id, after })
    return toMessageFile(createdFile, { ...caller, now })
  })
}

/** Queues jobs that delete files of incomplete uploads, and files that are never sent. */
export async function queueDeletions(tx: Tx, keys: readonly string[], now: Date) {
  for (const key of keys)
    for (const minutes of DELETE_AFTER_MINUTES)
      await enqueue(tx, deleteUnusedMessageFile, { key }, { startAfter: new Date(now.getTime() + minutes * MINUTE_MS) })
}

/** Deletes a file that the caller has uploaded but not sent. */
export function deleteFile(caller: Caller, { id, studio_id }: { id: string; studio_id: string }) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    if (actor.studio_id !== studio_id) fail('FORBIDDEN')
    const file = (await queries.deleteUnsentFile(tx, { id, studio_id, uploaded_by: user_id })) ?? fail('NOT_FOUND')
    for (const key of listFileKeys(file)) await enqueue(tx, deleteUnusedMessageFile, { key })
    const object = { object_type: 'message_file', object_id: id, request_id: caller.request_id }
    const before = { size_bytes: file.size_bytes }
    await audit(tx, actor, { ...object, action: 'conversations.deleteFile', studio_id, before })
    return { id }
  })
}

/** Whether the caller may read a stored file now. @param key the file's key, from its link */
export const canReadMessageFile = (caller: Caller, key: string): Promise<boolean> =>
  asActor(caller, (tx) => queries.isFileOfMessage(tx, key))
