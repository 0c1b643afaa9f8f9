import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { groupsOf } from '#features/auth/factors/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { copyToClipboard } from '#ui/copy-text.tsx'
import { useMakeRecoveryCodes, useRecoveryCodesLeft } from '../api.ts'

type RecoveryCodesProps = { hasFactors: boolean; hasCodes: boolean }

/** Recovery codes: made with the first factor and shown once, counted from then on, replaced when asked for. */
export function RecoveryCodes({ hasFactors, hasCodes }: RecoveryCodesProps) {
  const make = useMakeRecoveryCodes()
  const { mutate } = make
  const hadFactors = useRef(hasFactors)
  useEffect(() => {
    if (hasFactors && !hadFactors.current && !hasCodes) mutate({ replace: false })
    hadFactors.current = hasFactors
  }, [hasFactors, hasCodes, mutate])
  if (!hasFactors) return null
  if (make.data) return <ShownOnce codes={make.data.codes} onStored={make.reset} />
  if (hasCodes) return <CodesLeft isReplacing={make.isPending} onReplace={() => make.mutateAsync({ replace: true })} />
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted-foreground">
        Make recovery codes: without them, only our support can let you in if you lose your second factor.
      </p>
      <Button
        look="secondary"
        onClick={() => mutate({ replace: false })}
        pending={make.isPending}
        pendingText="One moment..."
      >
        Make recovery codes
      </Button>
    </div>
  )
}

function ShownOnce({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const lines = codes.map(groupsOf)
  return (
    <section aria-label="Your recovery codes" className="grid gap-3 rounded-md border border-border p-4">
      <p role="status" className="text-sm">
        Store these recovery codes now: they are shown only once. If you lose your second factor, each of them lets you
        in one time.
      </p>
      <ul className="grid grid-cols-1 gap-1 font-mono text-sm sm:grid-cols-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          onClick={() => copyToClipboard(lines.join('\n'), 'Recovery codes copied to clipboard')}
        >
          <Copy aria-hidden />
          Copy codes
        </Button>
        <Button onClick={onStored}>I have stored them</Button>
      </div>
    </section>
  )
}

function CodesLeft({ isReplacing, onReplace }: { isReplacing: boolean; onReplace: () => Promise<unknown> }) {
  const { data } = useRecoveryCodesLeft()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted-foreground">
        {data
          ? `${data.remaining} of ${data.total} recovery codes left. If you lose your second factor, one of them lets you in.`
          : 'If you lose your second factor, one of your recovery codes lets you in.'}
      </p>
      <ConfirmButton
        size="small"
        trigger="Replace recovery codes"
        title="Replace recovery codes"
        description="You get ten new codes. The earlier ones no longer work."
        cancelLabel="Cancel"
        confirmLabel="Replace"
        isPending={isReplacing}
        onConfirm={onReplace}
      />
    </div>
  )
}
