import { describeError } from '#lib/server/describe-error.ts'
import { describePasskeyError } from '#lib/session/passkey-error.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAddPasskey } from '../api.ts'
import { FactorName, findFreeName } from './factor-name.tsx'

/** Adds a passkey: a name, then the browser's prompt. */
export function AddPasskey({ existingNames, onClose }: { existingNames: readonly string[]; onClose: () => void }) {
  const add = useAddPasskey()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add passkey"
      description="Your device or your password manager stores it. Give it a name, then follow your browser."
    >
      {'PublicKeyCredential' in window ? (
        <FactorName
          suggested={findFreeName('My passkey', existingNames)}
          serverError={add.error && describeAddError(add.error)}
          pending={add.isPending}
          pendingText="Waiting for your passkey..."
          submit="Continue"
          onName={(friendlyName) => add.mutate({ friendlyName }, { onSuccess: onClose })}
        />
      ) : (
        <p className="text-sm text-muted-foreground">This browser does not support passkeys. Try another one.</p>
      )}
    </Dialog>
  )
}

function describeAddError(error: Error): string {
  const info = describeError(error)
  if (
    /InvalidStateError|previously.registered|already registered/i.test(`${error.name} ${info.code} ${info.message}`)
  ) {
    return 'This device already has a passkey for your account.'
  }
  return describePasskeyError(info)
}
