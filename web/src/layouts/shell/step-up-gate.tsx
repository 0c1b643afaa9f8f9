import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useStepUpRequest } from '#lib/session/step-up.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'

type StepUpDialogProps = { onSettled: (confirmed: boolean) => void }

/** Shows the step-up dialog on any page; its code loads on first use. */
export function StepUpGate() {
  const request = useStepUpRequest()
  return request && <StepUpLoader onSettled={request.resolveRequest} />
}

function StepUpLoader({ onSettled }: StepUpDialogProps) {
  const [Dialog, setDialog] = useState<ComponentType<StepUpDialogProps> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (hasFailed) return
    import('#features/auth/factors/components/step-up-dialog.tsx').then(
      ({ StepUpDialog }) => setDialog(() => StepUpDialog),
      () => setHasFailed(true),
    )
  }, [hasFailed])
  if (hasFailed) return <LoadError onRetry={() => setHasFailed(false)} onClose={() => onSettled(false)} />
  return Dialog && <Dialog onSettled={onSettled} />
}

/** Uses a native dialog: the product's dialog is part of the code that failed to load. */
function LoadError({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Confirm your identity"
      onClose={onClose}
      className="m-auto max-w-md rounded-lg border border-border bg-card text-foreground backdrop:bg-overlay"
    >
      <ErrorState
        title="Your second factor is needed"
        message="The dialog could not be loaded. Check your connection and retry. Your input is not lost."
        action={
          <>
            <Button onClick={onRetry}>Retry</Button>
            <Button look="secondary" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      />
    </dialog>
  )
}
