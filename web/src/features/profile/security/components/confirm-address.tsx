import { CodeEntry } from '#features/auth/factors/shared/code-entry.tsx'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { useConfirmAddress, useReauthenticate } from '../api.ts'

type Props = { why?: string; onConfirmed?: () => void }

/** Proves one's own address by a mailed code: only then is it sure that a second factor stays with its owner. */
export function ConfirmAddress({ why = 'Confirm your email address first.', onConfirmed }: Props) {
  const mail = useReauthenticate()
  const confirm = useConfirmAddress()
  if (mail.isSuccess) {
    return (
      <CodeEntry
        label="Code from our email"
        refused={confirm.error && describeError(confirm.error).message}
        pending={confirm.isPending}
        submit="Confirm my email"
        onCode={(nonce) => confirm.mutate({ nonce }, { ...(onConfirmed && { onSuccess: onConfirmed }) })}
      />
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm">{why} We send a code to your email address.</p>
      <Button look="secondary" onClick={() => mail.mutate()} pending={mail.isPending} pendingText="Sending...">
        Send me a code
      </Button>
    </div>
  )
}
