import { Link } from 'react-router'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useRejectFactor } from '../api.ts'
import { AuthCard } from './auth-card.tsx'
import { ExpiredLink } from './expired-link.tsx'

type FactorLinkProps = { token_hash: string; owner: string; namespace: string | null }

/** The page behind the mail about an added or removed second factor: its owner ends what a thief has done. */
export function FactorLink({ token_hash, owner, namespace }: FactorLinkProps) {
  const reject = useRejectFactor()
  const place = { namespace }
  if (reject.isSuccess) {
    return (
      <AuthCard
        title="The second factor was removed"
        subtitle="The password and the other sign-in methods were removed too, and every device is signed out. Choose a new password now."
        owner={owner}
      >
        <ButtonLink>
          <Link to={paths.forgotPassword(place)}>Choose a new password</Link>
        </ButtonLink>
      </AuthCard>
    )
  }
  if (reject.error && describeError(reject.error).code === 'otp_expired') {
    return (
      <ExpiredLink
        subtitle="It works once, for three days. If you cannot sign in, write to us."
        owner={owner}
        namespace={namespace}
      />
    )
  }
  return (
    <AuthCard
      title="Your second factors changed"
      subtitle="If you changed them, there is nothing to do: close this page."
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
