import { Button } from './button.tsx'

type SaveBarProps = {
  isDirty: boolean
  isPending: boolean
  /** Whether somebody else has saved since these changes were begun. */
  isStale: boolean
  onDiscard: () => void
  /** Puts these changes on top of what the other person saved. */
  onKeep: () => void
}

/**
 * Stands at the end of the page, within reach of a thumb, as long as something is not saved. Its buttons are on the left:
 * a toast on the right would lie over them.
 */
export function SaveBar({ isDirty, isPending, isStale, onDiscard, onKeep }: SaveBarProps) {
  const words = isStale
    ? 'Somebody else has changed these settings meanwhile. Keep your changes and check them, or discard them.'
    : 'You have unsaved changes. They are kept here until you save them.'
  return (
    <div role="status" className="sticky bottom-0 z-20 -mx-4 md:mx-0">
      {(isDirty || isStale) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-border bg-raised p-4 shadow-lg md:mb-4 md:flex-row-reverse md:justify-end md:rounded-md md:border">
          <p className="text-sm">{words}</p>
          <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
            <Button look="secondary" onClick={onDiscard}>
              Discard
            </Button>
            {isStale ? (
              <Button onClick={onKeep}>Keep my changes</Button>
            ) : (
              <Button type="submit" pending={isPending} pendingText="Saving...">
                Save changes
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
