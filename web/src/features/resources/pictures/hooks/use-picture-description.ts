import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { useDescribePicture } from '../api.ts'

/** The text of a picture while it is edited. It is saved when the field loses the focus and when the dialog closes. */
export function usePictureDescription({ id, alt }: Picture) {
  const describe = useDescribePicture()
  const [draft, setDraft] = useState<string | null>(null)
  const sentText = useRef<string | null>(null)
  const save = () => {
    if (draft === null || draft === sentText.current) return
    if (draft.trim() === alt && sentText.current === null) return setDraft(null)
    sentText.current = draft
    describe.mutate(
      { id, alt: draft },
      {
        onSuccess: () => setDraft((current) => (current === draft ? null : current)),
        onSettled: () => {
          sentText.current = null
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
