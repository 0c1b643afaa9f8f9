import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useStepUp } from '#lib/session/step-up.ts'
import { Button } from '#ui/button.tsx'
import { Failed } from '#ui/states.tsx'

type Answer = { onSettled: (confirmed: boolean) => void }

/** Where the question for the second factor is put, over any page; its code comes with the first question. */
export function StepUpGate() {
  const asking = useStepUp()
  return asking && <Question onSettled={asking.settle} />
}

function Question({ onSettled }: Answer) {
  const [Dialog, setDialog] = useState<ComponentType<Answer> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (hasFailed) return
    import('#features/auth/factors/components/step-up-dialog.tsx').then(
      ({ StepUpDialog }) => setDialog(() => StepUpDialog),
      () => setHasFailed(true),
    )
  }, [hasFailed])
  if (hasFailed) return <NotLoaded onRetry={() => setHasFailed(false)} onClose={() => onSettled(false)} />
  return Dialog && <Dialog onSettled={onSettled} />
}

/** In the browser's own dialog: the product's comes with the code that did not come. */
function NotLoaded({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Confirm that it is you"
      onClose={onClose}
      className="m-auto max-w-md rounded-lg border border-border bg-card text-foreground backdrop:bg-overlay"
    >
      <Failed
        title="Your second factor is needed"
        message="The question for it could not be loaded. Please check your connection. Nothing you have typed is lost."
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
