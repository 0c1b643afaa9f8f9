import { useEffect, useRef, useState } from 'react'
import { useConfirmCode } from '#features/auth/factors/api.ts'
import { CodeEntry } from '#features/auth/factors/shared/code-entry.tsx'
import { factorProblem } from '#features/auth/factors/shared/wording.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { abandonFactor, useEnrollApp, useReadSecurityAgain } from '../api.ts'
import { FactorName, freeName } from './factor-name.tsx'

type AddAppProps = { taken: readonly string[]; onClose: () => void }

/** An authenticator app: a name for it, then its picture or secret, then the first code. */
export function AddApp({ taken, onClose }: AddAppProps) {
  const enroll = useEnrollApp()
  const begun = useRef<string | null>(null)
  const [finished, setFinished] = useState(false)
  // Closed half way, on purpose or by leaving the page: what was begun is let go.
  useEffect(() => () => void (begun.current && abandonFactor(begun.current)), [])

  const start = (friendlyName: string) =>
    enroll.mutate(
      { friendlyName },
      {
        onSuccess: ({ id }) => {
          begun.current = id
        },
      },
    )
  const finish = () => {
    begun.current = null
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
        <Scan factorId={enroll.data.id} {...enroll.data.totp} onDone={finish} />
      ) : (
        <FactorName
          suggested={freeName('Authenticator app', taken)}
          refused={enroll.error && factorProblem(enroll.error)}
          pending={enroll.isPending}
          submit="Continue"
          onName={start}
        />
      )}
    </Dialog>
  )
}

type ScanProps = { factorId: string; qr_code: string; secret: string; onDone: () => void }

const FOUR = /.{1,4}/g

function Scan({ factorId, qr_code, secret, onDone }: ScanProps) {
  const confirm = useConfirmCode()
  const readAgain = useReadSecurityAgain()
  const check = (code: string) =>
    confirm.mutate(
      { factorId, challengeId: null, code },
      {
        onSuccess: async () => {
          await readAgain()
          onDone()
        },
      },
    )
  return (
    <div className="grid gap-5">
      <img
        src={qr_code}
        alt="QR code for your authenticator app"
        className="size-48 justify-self-center rounded-md bg-white p-2"
      />
      <CopyText
        label="Or type this secret into the app"
        text={secret.match(FOUR)?.join(' ') ?? secret}
        value={secret}
        copiedText="Secret copied to clipboard"
      />
      <CodeEntry
        label="Six-digit code"
        hint="The one that your app shows now."
        refused={confirm.error && factorProblem(confirm.error)}
        pending={confirm.isPending}
        submit="Turn on"
        onCode={check}
      />
    </div>
  )
}
