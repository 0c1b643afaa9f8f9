import { CodeEntry } from '#features/auth/factors/shared/code-entry.tsx'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { useConfirmAddress, useReauthenticate } from '../api.ts'

type ConfirmAddressProps = { reason?: string; onConfirmed?: () => void }

/** Confirms the user's address with an emailed code. Otherwise the owner of the address could later remove the factor. */
export function ConfirmAddress({ reason = 'Confirm your email address first.', onConfirmed }: ConfirmAddressProps) {
  const mail = useReauthenticate()
  const confirm = useConfirmAddress()
  if (mail.isSuccess) {
    return (
      <CodeEntry
        label="Code from our email"
        serverError={confirm.error && describeError(confirm.error).message}
        pending={confirm.isPending}
        submit="Confirm my email"
        onCode={(nonce) => confirm.mutate({ nonce }, { ...(onConfirmed && { onSuccess: onConfirmed }) })}
      />
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm">{reason} We send a code to your email address.</p>
      <Button look="secondary" onClick={() => mail.mutate()} pending={mail.isPending} pendingText="Sending...">
        Send me a code
      </Button>
    </div>
  )
}
