import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { useDescribePicture } from '../api.ts'

/** The text of a picture while it is edited. It is saved when the field loses focus, also when the dialog closes. */
export function useDescription({ id, alt }: Picture) {
  const describe = useDescribePicture()
  const [draft, setDraft] = useState<string | null>(null)
  const sent = useRef<string | null>(null)
  const save = () => {
    if (draft === null || draft === sent.current) return
    if (draft.trim() === alt && sent.current === null) return setDraft(null)
    sent.current = draft
    describe.mutate(
      { id, alt: draft },
      {
        onSuccess: () => setDraft((now) => (now === draft ? null : now)),
        onSettled: () => {
          sent.current = null
        },
      },
    )
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])
  const error = describe.error && describeError(describe.error)
  return { text: draft ?? alt, setText: setDraft, save, error: error ? (error.fields.alt ?? error.message) : undefined }
}
