import { describeFactorError } from '#features/auth/factors/shared/wording.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAddPasskey, useRefetchSecurity } from '../api.ts'
import { FactorName, findFreeName } from './factor-name.tsx'

/** Adds a passkey: a name, then the browser's prompt. */
export function AddPasskey({ existingNames, onClose }: { existingNames: readonly string[]; onClose: () => void }) {
  const add = useAddPasskey()
  const readAgain = useRefetchSecurity()
  const isSupported = 'PublicKeyCredential' in window
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add passkey"
      description="This device, your password manager or a security key confirms that it is you."
    >
      {isSupported ? (
        <FactorName
          suggested={findFreeName('Passkey', existingNames)}
          serverError={add.error && describeFactorError(add.error)}
          pending={add.isPending}
          pendingText="Waiting for your passkey..."
          submit="Continue"
          onName={(friendlyName) =>
            add.mutate(
              { friendlyName },
              {
                onSuccess: async (added) => {
                  await readAgain()
                  if (added) onClose()
                },
              },
            )
          }
        />
      ) : (
        <p className="text-sm text-muted-foreground">This browser does not support passkeys. Try another one.</p>
      )}
    </Dialog>
  )
}
