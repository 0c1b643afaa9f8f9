import { FILES_A_MESSAGE_MAX } from '@studiohub/contract/features/conversations/words.ts'
import { maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft.ts'
import { theFileRule } from '#lib/page/file-rule.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { deleteFile, type SentFile, type ThreadOf, uploadFile } from '../api.ts'

/** A file of the message that a person is writing. */
export type Attachment = {
  key: string
  name: string
  size_bytes: number
  /** From 0 to 1. */
  done: number
  /** The uploaded file; null while it is uploading, or after an error. */
  sent: SentFile | null
  error: string | null
  /** Null if another attempt makes no sense: the file was rejected, or the page was closed. */
  file: File | null
}

const CLOSED = 'The page was closed before this was uploaded. Attach it again.'

/** Errors that another attempt would not fix, in words. */
const messages: Partial<Record<string, (message: string) => string>> = {
  UNSUPPORTED_MEDIA_TYPE: () => 'You can send pictures (JPG, PNG, WebP), PDF, sound, video (MP4), text and ZIP.',
  PAYLOAD_TOO_LARGE: (message) => `${message}.`,
  IMAGE_UNREADABLE: (message) => message,
  IMAGE_TOO_COMPLEX: (message) => message,
}

/** Files that were attached and not sent before a reload. */
function readAttachments(name: string): Attachment[] {
  const { files }: { files?: unknown } = Object(readDraft(name))
  return (Array.isArray(files) ? files : []).flatMap((stored: unknown) => {
    const { key, id, name, size_bytes }: Record<string, unknown> = Object(stored)
    if (typeof key !== 'string' || typeof name !== 'string' || typeof size_bytes !== 'number') return []
    const sent = typeof id === 'string' ? { id, name, size_bytes } : null
    return [{ key, name, size_bytes, done: sent ? 1 : 0, sent, error: sent ? null : CLOSED, file: null }]
  })
}

/**
 * The files of the message that a person is writing in a conversation. They are uploaded one after another when they are
 * attached. After its upload a file survives a reload.
 */
export function useAttachments(thread: ThreadOf, user_id: string) {
  const name = `${user_id}.message-files ${thread.client_id} ${thread.project_id ?? ''}`
  const [files, setFiles] = useState(() => readAttachments(name))
  // The server accepts few uploads of one person at the same time.
  const queue = useRef(Promise.resolve())
  const removed = useRef(new Set<string>())

  useEffect(() => {
    if (files.length === 0) deleteDraft(name)
    else
      saveDraft(name, {
        files: files.map(({ key, sent, ...file }) => ({
          key,
          id: sent?.id,
          name: file.name,
          size_bytes: file.size_bytes,
        })),
      })
  }, [name, files])

  const change = useCallback(
    (key: string, changes: Partial<Attachment>) =>
      setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    [],
  )
  async function upload(key: string, file: File) {
    if (removed.current.has(key)) return
    try {
      const sent = await uploadFile({ thread, key, file, onProgress: (done) => change(key, { done }) })
      if (removed.current.has(key)) await deleteFile(thread, sent.id)
      else change(key, { sent, name: sent.name, done: 1, error: null })
    } catch (error) {
      const { code, message } = describeError(error)
      const describe = messages[code]
      // The same file would be rejected again.
      change(key, describe ? { error: describe(message), file: null } : { error: message })
    }
  }
  const enqueue = (key: string, file: File) => {
    queue.current = queue.current.then(() => upload(key, file))
  }
  return {
    files,
    isUploading: files.some(({ sent, error }) => sent === null && error === null),
    hasError: files.some(({ error }) => error !== null),
    add(chosen: readonly File[]) {
      const room = FILES_A_MESSAGE_MAX - files.length
      const rule = theFileRule()
      const added = chosen.slice(0, room + 1).map((file, index): Attachment => {
        const error =
          index >= room
            ? `A message has at most ${FILES_A_MESSAGE_MAX} files.`
            : file.size > maxBytes(rule)
              ? `${tooLarge(rule)}.`
              : null
        const { name, size } = file
        return { key: randomKey(), name, size_bytes: size, done: 0, sent: null, error, file: error ? null : file }
      })
      setFiles((now) => [...now, ...added])
      for (const { key, file } of added) if (file) enqueue(key, file)
    },
    retry({ key, file }: Attachment) {
      if (!file) return
      change(key, { error: null, done: 0 })
      enqueue(key, file)
    },
    remove({ key, sent }: Attachment) {
      removed.current.add(key)
      if (sent) void deleteFile(thread, sent.id)
      setFiles((now) => now.filter((one) => one.key !== key))
    },
    /** Empties the list, because the message now has the files. @returns the uploaded files */
    take(): SentFile[] {
      setFiles([])
      return files.flatMap(({ sent }) => (sent ? [sent] : []))
    },
  }
}
