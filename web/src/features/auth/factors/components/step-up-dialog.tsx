import { Dialog } from '#ui/dialog.tsx'
import { FactorChallenge } from './factor-challenge.tsx'

/** Asks for the second factor in a dialog over the page whose call needs it, so the page keeps its state. */
export function StepUpDialog({ onSettled }: { onSettled: (confirmed: boolean) => void }) {
  return (
    <Dialog
      open
      onOpenChange={() => onSettled(false)}
      title="Confirm that it is you"
      description="This needs your second factor. Nothing you have typed is lost."
    >
      <FactorChallenge onConfirmed={() => onSettled(true)} />
    </Dialog>
  )
}
