import { useCallback, useEffect, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft-storage.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { type ConversationKey, type UnsentMessage, type UploadedFile, useCreateMessage } from '../api.ts'

/** A message that is being sent, or whose last attempt failed with `error`. */
export type OutgoingMessage = UnsentMessage & { error: string | null }

type Outbox = { body: string; unsent: OutgoingMessage[] }

/**
 * The last attempt to send each message, by key. An attempt continues when the conversation is closed. It stays here until the
 * page is reloaded, so that the conversation can show its result when it opens again.
 */
const attempts = new Map<string, Promise<unknown>>()

/**
 * The text and the messages that were not sent when the conversation was closed or the page was reloaded. The server may have
 * stored a message already. Sent again with the same key, it is still stored only once.
 */
function readOutbox(name: string): Outbox {
  // Checked without zod, because these pages do not load it.
  const stored: { body?: unknown; unsent?: unknown } = Object(readDraft(name))
  const unsent: unknown[] = Array.isArray(stored.unsent) ? stored.unsent : []
  const error = 'The page was closed before this was sent.'
  return {
    body: typeof stored.body === 'string' ? stored.body : '',
    unsent: unsent.flatMap((message) => {
      const { key, body, files }: { key?: unknown; body?: unknown; files?: unknown } = Object(message)
      return typeof key === 'string' && typeof body === 'string'
        ? [{ key, body, files: readFiles(files), error: attempts.has(key) ? null : error }]
        : []
    }),
  }
}

function saveOutbox(name: string, { body, unsent }: Outbox) {
  if (body === '' && unsent.length === 0) deleteDraft(name)
  else saveDraft(name, { body, unsent: unsent.map(({ error: _, ...message }) => message) })
}

/** Removes a sent message from the draft, because the conversation may be closed. */
function removeSentMessage(name: string, key: string) {
  const { body, unsent } = readOutbox(name)
  saveOutbox(name, { body, unsent: unsent.filter((message) => message.key !== key) })
}

const readFiles = (stored: unknown): UploadedFile[] =>
  (Array.isArray(stored) ? stored : []).flatMap((file: unknown) => {
    const { id, name, size_bytes }: Record<string, unknown> = Object(file)
    return typeof id === 'string' && typeof name === 'string' && typeof size_bytes === 'number'
      ? [{ id, name, size_bytes }]
      : []
  })

// The error of a field is more precise than the error of the call.
function getErrorMessage(error: unknown): string {
  const { message, fields } = describeError(error)
  return fields.file_ids ?? fields.body ?? message
}

/** The text that a person is typing in a conversation, and their messages that are not sent yet. */
export function useOutbox(thread: ConversationKey, user_id: string) {
  const name = `${user_id}.messages ${thread.studio_id} ${thread.client_id} ${thread.project_id ?? ''}`
  const [outbox, setOutbox] = useState(() => readOutbox(name))
  const { mutateAsync } = useCreateMessage(thread)

  useEffect(() => saveOutbox(name, outbox), [name, outbox])

  const replaceMessage = useCallback(
    (key: string, replace: (message: OutgoingMessage) => OutgoingMessage[]) =>
      setOutbox((current) => ({
        ...current,
        unsent: current.unsent.flatMap((message) => (message.key === key ? replace(message) : [message])),
      })),
    [],
  )
  const showResult = useCallback(
    (key: string, attempt: Promise<unknown>) =>
      void attempt.then(
        () => replaceMessage(key, () => []),
        (error) => replaceMessage(key, (message) => [{ ...message, error: getErrorMessage(error) }]),
      ),
    [replaceMessage],
  )
  useEffect(() => {
    for (const { key } of readOutbox(name).unsent) {
      const attempt = attempts.get(key)
      if (attempt) showResult(key, attempt)
    }
  }, [name, showResult])

  // Does not use the callbacks of `mutate`: they are called only for the last message, and only while the conversation is open.
  const send = ({ key, body, files }: UnsentMessage) => {
    const attempt = mutateAsync({ key, body, files }).then(() => removeSentMessage(name, key))
    attempts.set(key, attempt)
    showResult(key, attempt)
  }
  return {
    body: outbox.body,
    unsent: outbox.unsent,
    setBody: (body: string) => setOutbox((current) => ({ ...current, body })),
    send(files: readonly UploadedFile[]) {
      const message = { key: randomKey(), body: outbox.body.trim(), files }
      if (message.body === '' && files.length === 0) return
      setOutbox((current) => ({ body: '', unsent: [...current.unsent, { ...message, error: null }] }))
      send(message)
    },
    retry(message: OutgoingMessage) {
      replaceMessage(message.key, (outgoing) => [{ ...outgoing, error: null }])
      send(message)
    },
    discard: ({ key }: OutgoingMessage) => replaceMessage(key, () => []),
  }
}
