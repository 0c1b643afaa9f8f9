import { Link } from 'react-router'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useRejectFactor } from '../email-links-api.ts'
import { AuthCard } from './auth-card.tsx'
import { ExpiredLink } from './expired-link.tsx'

type FactorLinkProps = { token_hash: string; owner: string; namespace: string | null }

/** The page of the email about an added or removed second factor: the owner can undo the change. */
export function FactorLink({ token_hash, owner, namespace }: FactorLinkProps) {
  const reject = useRejectFactor()
  const destination = { namespace }
  if (reject.isSuccess) {
    return (
      <AuthCard
        title="Second factor removed"
        subtitle="The password and the other sign-in methods were removed too, and every device is signed out. Choose a new password now."
        owner={owner}
      >
        <ButtonLink>
          <Link to={paths.forgotPassword(destination)}>Choose a new password</Link>
        </ButtonLink>
      </AuthCard>
    )
  }
  if (reject.error && describeError(reject.error).code === 'otp_expired') {
    return (
      <ExpiredLink
        subtitle="It works once, within three days. If you cannot sign in, contact us."
        owner={owner}
        namespace={namespace}
      />
    )
  }
  return (
    <AuthCard
      title="Your second factors changed"
      subtitle="If you made this change, you can close this page."
      owner={owner}
    >
      <ConfirmButton
        trigger="This was not me"
        title="This was not me"
        description="The second factor, the password and all other sign-in methods are removed, and every device is signed out. Then you choose a new password."
        cancelLabel="Cancel"
        confirmLabel="Remove them"
        isPending={reject.isPending}
        onConfirm={() => reject.mutateAsync({ token_hash })}
      />
    </AuthCard>
  )
}
