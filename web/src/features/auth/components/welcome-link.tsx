import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#lib/page/time.ts'
import { describeError, type ErrorInfo } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useConfirmWelcome, useRejectWelcome } from '../email-links-api.ts'
import { AuthCard } from './auth-card.tsx'
import { ExpiredLink } from './expired-link.tsx'

type WelcomeLinkProps = { token_hash: string; owner: string; namespace: string | null }

/**
 * The page of the welcome email's link. In the browser of the sign-up, one click confirms the address; elsewhere it
 * asks for the password, because another person may have signed up with this address.
 */
export function WelcomeLink({ token_hash, owner, namespace }: WelcomeLinkProps) {
  const confirm = useConfirmWelcome()
  const reject = useRejectWelcome()
  const destination = { namespace }
  if (confirm.isSuccess) {
    return (
      <AuthCard title="Your email address is confirmed" subtitle="You can close this page." owner={owner}>
        <ButtonLink>
          <Link to={paths.callback(destination)}>Continue</Link>
        </ButtonLink>
      </AuthCard>
    )
  }
  if (reject.isSuccess) {
    return (
      <AuthCard title={getRejectedTitle(reject.data)} subtitle={getRejectedSubtitle(reject.data)} owner={owner}>
        <ButtonLink>
          <Link to={paths.forgotPassword(destination)}>Choose a password</Link>
        </ButtonLink>
      </AuthCard>
    )
  }
  const isExpired = [confirm.error, reject.error].some((error) => error && describeError(error).code === 'otp_expired')
  if (isExpired) {
    return (
      <ExpiredLink
        subtitle="It may already have been used. You can confirm your address in your profile."
        owner={owner}
        namespace={namespace}
      />
    )
  }
  return (
    <AuthCard title="Confirm your email address" subtitle="Did you sign up with this address?" owner={owner}>
      <ConfirmForm confirm={confirm} token_hash={token_hash} />
      <ConfirmButton
        trigger="This was not me"
        title="This was not me"
        description="The person who created the account loses access: password, sign-in methods and sessions end. If the account has a second factor, they end after a waiting period."
        cancelLabel="Cancel"
        confirmLabel="End it"
        isPending={reject.isPending}
        onConfirm={() => reject.mutateAsync({ token_hash })}
      />
    </AuthCard>
  )
}

const getRejectedTitle = (factors_end_at: string | null) =>
  factors_end_at === null ? 'The other person has lost access' : 'The other person will lose access'

const getRejectedSubtitle = (factors_end_at: string | null) =>
  factors_end_at === null
    ? 'Password, sign-in methods and sessions have ended. To use the account yourself, choose a password.'
    : `Password, sign-in methods and second factor end on ${formatDateTime(factors_end_at)}. After that, choose a password to use the account yourself.`

function getPasswordError({ code, message }: ErrorInfo) {
  if (code === 'current_password_invalid') return 'This is not the password of this account'
  return code === 'current_password_required' ? undefined : message
}

function ConfirmForm({ confirm, token_hash }: { confirm: ReturnType<typeof useConfirmWelcome>; token_hash: string }) {
  const [password, setPassword] = useState('')
  const error = confirm.error && describeError(confirm.error)
  const asksForPassword = password !== '' || error?.code.startsWith('current_password')
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ token_hash, ...(password && { password }) })
      }}
    >
      {asksForPassword && (
        <Field
          label="Password"
          required
          hint="The password from your sign-up."
          error={error ? getPasswordError(error) : undefined}
        >
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      {error && !asksForPassword && (
        <p role="alert" className="text-sm text-cancelled">
          {error.message}
        </p>
      )}
      <Button type="submit" pending={confirm.isPending} pendingText="Confirming...">
        Confirm
      </Button>
    </form>
  )
}
