import { useState } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useReauthenticate } from '../api.ts'

type ProofKind = 'password' | 'code'

const emptyMessages: Record<ProofKind, string> = {
  password: 'Enter your current password',
  code: 'Enter the six digits from the email',
}

/**
 * The proof that the owner changes their sign-in: the current password. If the account has no password and the session is
 * older, the server asks for an emailed code.
 */
export function usePasswordOrCode(hasPassword: boolean) {
  const [kind, setKind] = useState<ProofKind | null>(hasPassword ? 'password' : null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const mail = useReauthenticate()

  /** Shows an error about the proof at its field. @returns whether the error was about the proof */
  const showProofError = (serverError: unknown): boolean => {
    const { code, message } = describeError(serverError)
    if (code === 'reauthentication_needed') {
      mail.mutate()
      setKind('code')
      setText('')
    } else if (code.startsWith('current_password')) {
      setKind('password')
      setError(message)
    } else if (code === 'reauthentication_not_valid') setError(message)
    else return false
    return true
  }
  const validateInput = () => {
    setError(kind && !text ? emptyMessages[kind] : null)
    return !kind || text !== ''
  }
  const values = text === '' ? {} : kind === 'code' ? { nonce: text.trim() } : { current_password: text }
  const clear = () => {
    setText('')
    setError(null)
  }
  return { kind, text, setText, error, proofValues: values, validateInput, showProofError, clear }
}

export function PasswordOrCodeField({ proof }: { proof: ReturnType<typeof usePasswordOrCode> }) {
  const { kind, text, setText, error } = proof
  if (kind === null) return null
  const inputProps = { value: text, onChange: ({ target }: { target: { value: string } }) => setText(target.value) }
  if (kind === 'password') {
    return (
      <Field label="Current password" required error={error ?? undefined}>
        {(control) => <PasswordInput {...control} {...inputProps} autoComplete="current-password" />}
      </Field>
    )
  }
  return (
    <Field label="Code from our email" required hint="We just sent it to you." error={error ?? undefined}>
      {(control) => (
        <Input {...control} {...inputProps} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      )}
    </Field>
  )
}
