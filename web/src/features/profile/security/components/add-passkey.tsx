import { factorProblem } from '#features/auth/factors/shared/wording.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAddPasskey, useReadSecurityAgain } from '../api.ts'
import { FactorName, freeName } from './factor-name.tsx'

/** A passkey: a name for it, then the browser asks for a fingerprint, a face, a PIN or a security key. */
export function AddPasskey({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) {
  const add = useAddPasskey()
  const readAgain = useReadSecurityAgain()
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
          suggested={freeName('Passkey', taken)}
          refused={add.error && factorProblem(add.error)}
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
        <p className="text-sm text-muted-foreground">This browser knows no passkeys. Try another one.</p>
      )}
    </Dialog>
  )
}
