import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { groupCode } from '#features/auth/factors/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { copyToClipboard } from '#ui/copy-text.tsx'
import { useCreateRecoveryCodes, useRecoveryCodesLeft } from '../api.ts'

type RecoveryCodesProps = { hasFactors: boolean; hasCodes: boolean }

/** Recovery codes: created with the first factor, shown once, replaceable. */
export function RecoveryCodes({ hasFactors, hasCodes }: RecoveryCodesProps) {
  const create = useCreateRecoveryCodes()
  const { mutate } = create
  const hadFactors = useRef(hasFactors)
  useEffect(() => {
    if (hasFactors && !hadFactors.current && !hasCodes) mutate({ replace: false })
    hadFactors.current = hasFactors
  }, [hasFactors, hasCodes, mutate])
  if (!hasFactors) return null
  if (create.data) return <NewCodes codes={create.data.codes} onSaved={create.reset} />
  if (hasCodes)
    return <CodesLeft isReplacing={create.isPending} onReplace={() => create.mutateAsync({ replace: true })} />
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted-foreground">
        Create recovery codes. Without them, only our support can let you in if you lose your second factor.
      </p>
      <Button
        look="secondary"
        onClick={() => mutate({ replace: false })}
        pending={create.isPending}
        pendingText="One moment..."
      >
        Create recovery codes
      </Button>
    </div>
  )
}

function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const lines = codes.map(groupCode)
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
        <Button onClick={onSaved}>I have saved them</Button>
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
          ? `${data.remaining} of ${data.total} recovery codes left. If you lose your second factor, you can sign in with one of them.`
          : 'If you lose your second factor, you can sign in with a recovery code.'}
      </p>
      <ConfirmButton
        size="small"
        trigger="Replace recovery codes"
        title="Replace recovery codes"
        description="You get ten new codes. The old ones stop working."
        cancelLabel="Cancel"
        confirmLabel="Replace"
        isPending={isReplacing}
        onConfirm={onReplace}
      />
    </div>
  )
}
