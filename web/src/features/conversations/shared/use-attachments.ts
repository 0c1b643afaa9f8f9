import { FILES_PER_MESSAGE_MAX } from '@studiohub/contract/features/conversations/words.ts'
import { maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft-storage.ts'
import { currentFileRule } from '#lib/page/file-rule.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { type ConversationKey, deleteFile, type UploadedFile, uploadFile } from '../api.ts'

/** A file of the message that a person is writing. */
export type Attachment = {
  key: string
  name: string
  size_bytes: number
  /** From 0 to 1. */
  progress: number
  /** The uploaded file; null while it is uploading, or after an error. */
  uploaded: UploadedFile | null
  error: string | null
  /** Null if the upload cannot be tried again, because the file was rejected or the page was closed. */
  file: File | null
}

const PAGE_CLOSED = 'The page was closed before the upload finished. Attach the file again.'

/** Messages for errors that another attempt would not fix, by the code of the error. */
const finalErrors: Partial<Record<string, (message: string) => string>> = {
  UNSUPPORTED_MEDIA_TYPE: () => 'You can send images (JPG, PNG, WebP), PDF, audio, video (MP4), text and ZIP.',
  PAYLOAD_TOO_LARGE: (message) => `${message}.`,
  IMAGE_UNREADABLE: (message) => message,
  IMAGE_TOO_COMPLEX: (message) => message,
}

/** The files that were attached before the page was reloaded, and not sent. */
function readAttachments(name: string): Attachment[] {
  const { files }: { files?: unknown } = Object(readDraft(name))
  return (Array.isArray(files) ? files : []).flatMap((stored: unknown) => {
    const { key, id, name, size_bytes, error: reason }: Record<string, unknown> = Object(stored)
    if (typeof key !== 'string' || typeof name !== 'string' || typeof size_bytes !== 'number') return []
    const uploaded = typeof id === 'string' ? { id, name, size_bytes } : null
    const error = uploaded ? null : typeof reason === 'string' ? reason : PAGE_CLOSED
    return [{ key, name, size_bytes, progress: uploaded ? 1 : 0, uploaded, error, file: null }]
  })
}

/**
 * The files of the message that a person is writing in a conversation. Each file is uploaded when it is attached, one after
 * another. An uploaded file survives a reload of the page.
 */
export function useAttachments(thread: ConversationKey, user_id: string) {
  const name = `${user_id}.message-files ${thread.studio_id} ${thread.client_id} ${thread.project_id ?? ''}`
  const [files, setFiles] = useState(() => readAttachments(name))
  // The server limits the number of simultaneous uploads per person.
  const queue = useRef(Promise.resolve())
  const removedKeys = useRef(new Set<string>())

  useEffect(() => {
    if (files.length === 0) deleteDraft(name)
    else
      saveDraft(name, {
        files: files.map(({ key, uploaded, ...file }) => ({
          key,
          id: uploaded?.id,
          name: file.name,
          size_bytes: file.size_bytes,
          // Another attempt needs the file, which a reload loses.
          error: file.file === null ? file.error : null,
        })),
      })
  }, [name, files])

  const updateFile = useCallback(
    (key: string, changes: Partial<Attachment>) =>
      setFiles((current) => current.map((file) => (file.key === key ? { ...file, ...changes } : file))),
    [],
  )
  async function upload(key: string, file: File) {
    if (removedKeys.current.has(key)) return
    try {
      const uploaded = await uploadFile({ thread, key, file, onProgress: (progress) => updateFile(key, { progress }) })
      if (removedKeys.current.has(key)) await deleteFile(thread, uploaded.id)
      else updateFile(key, { uploaded, name: uploaded.name, progress: 1, error: null })
    } catch (error) {
      const { code, message } = describeError(error)
      const describeFinalError = finalErrors[code]
      // The same file would be rejected again.
      updateFile(key, describeFinalError ? { error: describeFinalError(message), file: null } : { error: message })
    }
  }
  const enqueue = (key: string, file: File) => {
    queue.current = queue.current.then(() => upload(key, file))
  }
  return {
    files,
    isUploading: files.some(({ uploaded, error }) => uploaded === null && error === null),
    hasError: files.some(({ error }) => error !== null),
    add(newFiles: readonly File[]) {
      const freeCount = FILES_PER_MESSAGE_MAX - files.length
      const rule = currentFileRule()
      const attachments = newFiles.slice(0, freeCount + 1).map((file, index): Attachment => {
        const error =
          index >= freeCount
            ? `A message has at most ${FILES_PER_MESSAGE_MAX} files.`
            : file.size > maxBytes(rule)
              ? `${tooLarge(rule)}.`
              : null
        const { name, size } = file
        return {
          key: randomKey(),
          name,
          size_bytes: size,
          progress: 0,
          uploaded: null,
          error,
          file: error ? null : file,
        }
      })
      setFiles((current) => [...current, ...attachments])
      for (const { key, file } of attachments) if (file) enqueue(key, file)
    },
    retry({ key, file }: Attachment) {
      if (!file) return
      updateFile(key, { error: null, progress: 0 })
      enqueue(key, file)
    },
    remove({ key, uploaded }: Attachment) {
      removedKeys.current.add(key)
      if (uploaded) void deleteFile(thread, uploaded.id)
      setFiles((current) => current.filter((file) => file.key !== key))
    },
    /** Returns the uploaded files for the message, and empties the list. */
    takeUploadedFiles(): UploadedFile[] {
      setFiles([])
      return files.flatMap(({ uploaded }) => (uploaded ? [uploaded] : []))
    },
  }
}
