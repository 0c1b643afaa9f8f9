import { Button } from '#ui/button.tsx'
import { ConflictList, ResolveButtons, type SaveBarProps } from '#ui/save-bar.tsx'

type CardSaveProps = Omit<SaveBarProps, 'onDiscard'> & { label: string }

/** The button that saves one card, or the choice between the changes of both sides. */
export function CardSave({ label, isDirty, isPending, conflicts, onResolve }: CardSaveProps) {
  const hasConflicts = conflicts.length > 0
  return (
    <div className="grid grid-cols-1 gap-3">
      {/* Without a place in the layout while it is empty, so that it adds no gap. */}
      <div role="status" className="empty:absolute">
        {hasConflicts && <ConflictList conflicts={conflicts} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {hasConflicts ? (
          <ResolveButtons onResolve={onResolve} />
        ) : (
          <Button type="submit" disabled={!isDirty} pending={isPending} pendingText="Saving...">
            {label}
          </Button>
        )}
      </div>
    </div>
  )
}
