import { Dialog } from '#ui/dialog.tsx'
import { FactorChallenge } from './factor-challenge.tsx'

/** The second factor, asked for over the page whose call was refused; what stands there stays as it is. */
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
