import { Dialog } from '#ui/dialog.tsx'
import { FactorChallenge } from './factor-challenge.tsx'

/** Asks for the second factor in a dialog over the page whose call needs it, so that the page does not lose its state. */
export function StepUpDialog({ onSettled }: { onSettled: (confirmed: boolean) => void }) {
  return (
    <Dialog
      open
      onOpenChange={() => onSettled(false)}
      title="Confirm your identity"
      description="This needs your second factor. Nothing you have typed is lost."
    >
      <FactorChallenge onConfirmed={() => onSettled(true)} />
    </Dialog>
  )
}
