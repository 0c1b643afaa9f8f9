import { useEffect, useRef, useState } from 'react'
import { useConfirmCode } from '#features/auth/factors/api.ts'
import { CodeEntry } from '#features/auth/factors/shared/code-entry.tsx'
import { describeFactorError } from '#features/auth/factors/shared/wording.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { abandonFactor, useEnrollApp, useRefetchSecurity } from '../api.ts'
import { FactorName, findFreeName } from './factor-name.tsx'

type AddAppProps = { existingNames: readonly string[]; onClose: () => void }

/** Adds an authenticator app: name, QR code or secret, first code. */
export function AddApp({ existingNames, onClose }: AddAppProps) {
  const enroll = useEnrollApp()
  const refetchSecurity = useRefetchSecurity()
  const unconfirmedId = useRef<string | null>(null)
  const [finished, setFinished] = useState(false)
  // Deletes the unconfirmed factor if the dialog closes early.
  useEffect(() => () => void (unconfirmedId.current && abandonFactor(unconfirmedId.current)), [])

  const enrollApp = (friendlyName: string) =>
    enroll.mutate(
      { friendlyName },
      {
        onSuccess: ({ id }) => {
          unconfirmedId.current = id
        },
      },
    )
  const finish = async () => {
    unconfirmedId.current = null
    await refetchSecurity()
    setFinished(true)
    toast.success({ title: 'Authenticator app added' })
    onClose()
  }
  return (
    <Dialog
      open={!finished}
      onOpenChange={onClose}
      title="Add authenticator app"
      description="An app that shows a new six-digit code every 30 seconds, such as 1Password, Aegis or Google Authenticator."
    >
      {enroll.data ? (
        <ScanStep factorId={enroll.data.id} {...enroll.data.totp} onConfirmed={finish} />
      ) : (
        <FactorName
          suggested={findFreeName('Authenticator app', existingNames)}
          serverError={enroll.error && describeFactorError(enroll.error)}
          pending={enroll.isPending}
          submit="Continue"
          onName={enrollApp}
        />
      )}
    </Dialog>
  )
}

type ScanProps = { factorId: string; qr_code: string; secret: string; onConfirmed: () => void }

const groupsOfFour = /.{1,4}/g

function ScanStep({ factorId, qr_code, secret, onConfirmed }: ScanProps) {
  const confirm = useConfirmCode()
  const checkCode = (code: string) => confirm.mutate({ factorId, challengeId: null, code }, { onSuccess: onConfirmed })
  return (
    <div className="grid gap-5">
      <img
        src={qr_code}
        alt="QR code for your authenticator app"
        className="size-48 justify-self-center rounded-md bg-white p-2"
      />
      <CopyText
        label="Or type this secret into the app"
        text={secret.match(groupsOfFour)?.join(' ') ?? secret}
        value={secret}
        copiedText="Secret copied to clipboard"
      />
      <CodeEntry
        label="Six-digit code"
        hint="The one that your app shows now."
        serverError={confirm.error && describeFactorError(confirm.error)}
        pending={confirm.isPending}
        submit="Turn on"
        onCode={checkCode}
      />
    </div>
  )
}
