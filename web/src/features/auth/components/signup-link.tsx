import { useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useConfirmSignupLink } from '../email-links-api.ts'
import { AuthCard } from './auth-card.tsx'
import { LinkExpired } from './link-expired.tsx'

type SignupLinkProps = { token_hash: string; owner: string; namespace: string | null }

/**
 * The page of a sign-up email. It asks for the password of the sign-up, because another person may have signed up with
 * this address. A user who did not choose that password confirms without it and sets a new password next.
 */
export function SignupLink({ token_hash, owner, namespace }: SignupLinkProps) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const navigate = useNavigate()
  const confirm = useConfirmSignupLink()
  const destination = { namespace }
  const error = confirm.error && describeError(confirm.error)
  if (error?.code === 'otp_expired') return <LinkExpired owner={owner} namespace={namespace} />
  const send = (link: { token_hash: string; password?: string }, target: string) =>
    confirm.mutate(link, { onSuccess: () => navigate(target, { replace: true }) })
  const isWrongPassword = error?.code === 'current_password_invalid'
  const serverError = isWrongPassword ? 'This is not the password of this account' : undefined
  return (
    <AuthCard
      title="Confirm your email address"
      subtitle="Enter the password that you chose when you signed up"
      owner={owner}
    >
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(password === '')
          if (password !== '') send({ token_hash, password }, paths.callback(destination))
        }}
      >
        <Field label="Password" required error={isMissing ? 'Password is required' : serverError}>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
        {error && !isWrongPassword && (
          <p role="alert" className="text-sm text-cancelled">
            {error.message}
          </p>
        )}
        <Button type="submit" pending={confirm.isPending || confirm.isSuccess} pendingText="Confirming...">
          Confirm
        </Button>
      </form>
      <Button
        look="secondary"
        disabled={confirm.isPending || confirm.isSuccess}
        onClick={() => send({ token_hash }, paths.resetPassword(destination))}
      >
        I did not choose a password
      </Button>
    </AuthCard>
  )
}
