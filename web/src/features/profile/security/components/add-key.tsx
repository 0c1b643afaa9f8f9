import { describeFactorError } from '#features/auth/factors/shared/wording.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAddKey, useRefetchSecurity } from '../api.ts'
import { FactorName, findFreeName } from './factor-name.tsx'

/** Adds a security key: a name, then the browser's prompt. */
export function AddKey({ existingNames, onClose }: { existingNames: readonly string[]; onClose: () => void }) {
  const add = useAddKey()
  const refetchSecurity = useRefetchSecurity()
  const isSupported = 'PublicKeyCredential' in window
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add security key"
      description="A key that you plug in or hold near, or this device, confirms that it is you."
    >
      {isSupported ? (
        <FactorName
          suggested={findFreeName('Security key', existingNames)}
          serverError={add.error && describeFactorError(add.error)}
          pending={add.isPending}
          pendingText="Waiting for your key..."
          submit="Continue"
          onName={(friendlyName) =>
            add.mutate(
              { friendlyName },
              {
                onSuccess: async (added) => {
                  await refetchSecurity()
                  if (added) onClose()
                },
              },
            )
          }
        />
      ) : (
        <p className="text-sm text-muted-foreground">This browser does not support security keys. Try another one.</p>
      )}
    </Dialog>
  )
}
