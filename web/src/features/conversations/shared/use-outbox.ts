import { useCallback, useEffect, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#lib/forms/draft.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { type SentFile, type ThreadOf, type UnsentMessage, useCreateMessage } from '../api.ts'

/** A message that is being sent, or whose last attempt failed for a reason. */
export type OutgoingMessage = UnsentMessage & { error: string | null }

type Outbox = { body: string; unsent: OutgoingMessage[] }

/**
 * The message that was not sent before a reload. It may have arrived, but sending it again with its key stores it only once.
 */
function readOutbox(name: string): Outbox {
  // Checked by hand, because these pages do not load zod.
  const stored: { body?: unknown; unsent?: unknown } = Object(readDraft(name))
  const unsent: unknown[] = Array.isArray(stored.unsent) ? stored.unsent : []
  const error = 'The page was closed before this was sent.'
  return {
    body: typeof stored.body === 'string' ? stored.body : '',
    unsent: unsent.flatMap((message) => {
      const { key, body, files }: { key?: unknown; body?: unknown; files?: unknown } = Object(message)
      return typeof key === 'string' && typeof body === 'string' ? [{ key, body, files: readFiles(files), error }] : []
    }),
  }
}

const readFiles = (stored: unknown): SentFile[] =>
  (Array.isArray(stored) ? stored : []).flatMap((file: unknown) => {
    const { id, name, size_bytes }: Record<string, unknown> = Object(file)
    return typeof id === 'string' && typeof name === 'string' && typeof size_bytes === 'number'
      ? [{ id, name, size_bytes }]
      : []
  })

// The error of a field is more precise than that of the call.
function sentenceOf(error: unknown): string {
  const { message, fields } = describeError(error)
  return fields.file_ids ?? fields.body ?? message
}

/** The text that a person is typing in a conversation, and their messages that have not arrived yet. */
export function useOutbox(thread: ThreadOf, user_id: string) {
  const name = `${user_id}.messages ${thread.client_id} ${thread.project_id ?? ''}`
  const [outbox, setOutbox] = useState(() => readOutbox(name))
  const { mutate } = useCreateMessage(thread)

  useEffect(() => {
    if (outbox.body === '' && outbox.unsent.length === 0) deleteDraft(name)
    else saveDraft(name, { body: outbox.body, unsent: outbox.unsent.map(({ error: _, ...message }) => message) })
  }, [name, outbox])

  const change = useCallback(
    (key: string, next: (message: OutgoingMessage) => OutgoingMessage[]) =>
      setOutbox((now) => ({ ...now, unsent: now.unsent.flatMap((one) => (one.key === key ? next(one) : [one])) })),
    [],
  )
  const attempt = ({ key, body, files }: UnsentMessage) =>
    mutate(
      { key, body, files },
      {
        onSuccess: () => change(key, () => []),
        onError: (error) => change(key, (message) => [{ ...message, error: sentenceOf(error) }]),
      },
    )
  return {
    body: outbox.body,
    unsent: outbox.unsent,
    setBody: (body: string) => setOutbox((now) => ({ ...now, body })),
    send(files: readonly SentFile[]) {
      const message = { key: randomKey(), body: outbox.body.trim(), files }
      if (message.body === '' && files.length === 0) return
      setOutbox((now) => ({ body: '', unsent: [...now.unsent, { ...message, error: null }] }))
      attempt(message)
    },
    retry(message: OutgoingMessage) {
      change(message.key, (one) => [{ ...one, error: null }])
      attempt(message)
    },
    discard: ({ key }: OutgoingMessage) => change(key, () => []),
  }
}
