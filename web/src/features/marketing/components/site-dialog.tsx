import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

type SiteDialogProps = { id: string; title: string; text?: string; wide?: boolean; children: ReactNode }

/**
 * A native dialog of a static page. Buttons with `data-opens={id}` open it (see `lib/site/button-actions.ts`). On screens narrower
 * than 768 px it appears at the bottom edge.
 */
export function SiteDialog({ id, title, text, wide = false, children }: SiteDialogProps) {
  return (
    <dialog
      id={id}
      aria-labelledby={`${id}-title`}
      className={cx(
        'fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-y-auto rounded-t-md border border-border',
        'bg-card p-0 text-foreground shadow-lg backdrop:bg-overlay open:animate-rise',
        'md:inset-x-auto md:top-[8dvh] md:bottom-auto md:left-1/2 md:max-h-[86dvh] md:-translate-x-1/2 md:rounded-md',
        wide ? 'md:max-w-4xl' : 'md:max-w-lg',
      )}
    >
      {/* The padding is here, because a click on the dialog's own padding would close it like a click on the backdrop. */}
      <div className="grid gap-4 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <header className="flex items-start justify-between gap-4">
          <div className="grid gap-1">
            <h2 id={`${id}-title`} className="text-lg font-semibold">
              {title}
            </h2>
            {text && <p className="text-sm text-muted-foreground">{text}</p>}
          </div>
          <IconButton name="Close" data-closes="" className="-mt-1.5 -mr-1.5">
            <X aria-hidden />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  )
}
