import { Button } from './button.tsx'

export type SaveBarProps = {
  isDirty: boolean
  isPending: boolean
  /** Fields that were changed here and saved with another value elsewhere. */
  conflicts: readonly { label: string; mine: string; theirs: string }[]
  onDiscard: () => void
  /** Resolves all conflicts at once. */
  onResolve: (side: 'mine' | 'theirs') => void
}

/**
 * A bar at the end of the page while there are unsaved changes. Its buttons are on the left, because a toast on the right
 * would cover them.
 */
export function SaveBar({ isDirty, isPending, conflicts, onDiscard, onResolve }: SaveBarProps) {
  const hasConflicts = conflicts.length > 0
  return (
    // Without a place in the layout while it is empty, so that it adds no gap.
    <div role="status" className="sticky bottom-(--bottom-tabs) z-20 -mx-4 empty:absolute md:mx-0">
      {(isDirty || hasConflicts) && (
        <div
          data-save-bar
          className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-border bg-raised p-4 shadow-lg md:mb-4 md:flex-row-reverse md:flex-nowrap md:justify-end md:rounded-md md:border md:p-3"
        >
          {hasConflicts ? (
            <ConflictList conflicts={conflicts} />
          ) : (
            <p className="min-w-0 text-sm">You have unsaved changes. They stay in this tab until you save them.</p>
          )}
          <div className="flex shrink-0 gap-2 max-md:w-full max-md:*:flex-1">
            {hasConflicts ? (
              <ResolveButtons onResolve={onResolve} />
            ) : (
              <SaveButtons isPending={isPending} onDiscard={onDiscard} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function SaveButtons({ isPending, onDiscard }: Pick<SaveBarProps, 'isPending' | 'onDiscard'>) {
  return (
    <>
      <Button look="secondary" onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" pending={isPending} pendingText="Saving...">
        Save changes
      </Button>
    </>
  )
}

// A separate component, because a button that became the submit button during its click would submit the form.
export function ResolveButtons({ onResolve }: Pick<SaveBarProps, 'onResolve'>) {
  return (
    <>
      <Button look="secondary" onClick={() => onResolve('theirs')}>
        Use saved
      </Button>
      <Button onClick={() => onResolve('mine')}>Keep mine</Button>
    </>
  )
}

export function ConflictList({ conflicts }: Pick<SaveBarProps, 'conflicts'>) {
  return (
    <div className="grid min-w-0 flex-1 gap-2 text-sm max-md:basis-full">
      <p className="font-medium">These settings were also changed in another tab or by another admin.</p>
      <ul aria-label="Conflicting changes" className="grid max-h-40 gap-1 overflow-y-auto break-words">
        {conflicts.map(({ label, mine, theirs }) => (
          <li key={label}>
            {label}: <span className="text-muted-foreground">yours</span> {mine},{' '}
            <span className="text-muted-foreground">saved</span> {theirs}
          </li>
        ))}
      </ul>
    </div>
  )
}
