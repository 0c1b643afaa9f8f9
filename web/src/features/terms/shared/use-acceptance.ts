import type { OpenTerms, Signature } from '@studiohub/contract/features/terms/schema.ts'
import { useState } from 'react'

/** The client's acceptance and signature. A new version must be accepted again; name and drawing stay. */
export function useAcceptance(terms: OpenTerms | null) {
  const [acceptedId, setAcceptedId] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [drawing, setDrawing] = useState<string | null>(null)
  const isAccepted = terms !== null && terms.id === acceptedId
  const signature: Signature | null = terms?.needs_signature ? { name: name.trim(), drawing } : null
  return {
    isAccepted,
    setAccepted: (accepted: boolean) => setAcceptedId(accepted && terms ? terms.id : null),
    name,
    setName,
    setDrawing,
    signature,
    /** Whether the acceptance is complete; true if there are no terms. */
    isComplete: terms === null || (isAccepted && signature?.name !== ''),
  }
}

export type AcceptanceState = ReturnType<typeof useAcceptance>
