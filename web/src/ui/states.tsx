import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode }

/** An empty state: what belongs here, why it is empty, and how to add something. Inside a card it has no border of its own. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-md border border-dashed border-border px-4 py-8 text-center sm:px-6 sm:[@media(min-height:37.5rem)]:py-14 in-data-ui-card:border-0 in-data-ui-card:py-4 sm:[@media(min-height:37.5rem)]:in-data-ui-card:py-6">
      <span className="grid size-12 place-items-center rounded-full bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-6" />
      </span>
      <h2 className="text-lg font-semibold in-data-ui-card:text-base">{title}</h2>
      {children && <div className="max-w-md text-sm text-muted-foreground">{children}</div>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}

/** Several cards of a page can fail at once, so only an error that replaces the page has a filled button. */
const quietInCardClasses = 'in-data-ui-card:bg-muted in-data-ui-card:text-foreground in-data-ui-card:hover:bg-border'

type ErrorStateProps = { title?: string; message: string; onRetry?: () => void; retrying?: boolean; action?: ReactNode }

/** Error state with a Retry button. Inside a card it has no border of its own. */
export function ErrorState({
  title = 'This could not be loaded',
  message,
  onRetry,
  retrying = false,
  action,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-md border border-border px-6 py-8 text-center [@media(min-height:37.5rem)]:py-14 in-data-ui-card:gap-2 in-data-ui-card:border-0 in-data-ui-card:px-0 in-data-ui-card:py-4 [@media(min-height:37.5rem)]:in-data-ui-card:py-4"
    >
      <CircleAlert aria-hidden className="size-8 text-cancelled in-data-ui-card:size-6" />
      <h2 className="text-lg font-semibold in-data-ui-card:text-base">{title}</h2>
      <p className="max-w-md text-sm text-muted-foreground">{message}</p>
      <div className="flex flex-wrap justify-center gap-2 pt-2">
        {onRetry && (
          <Button onClick={onRetry} pending={retrying} className={quietInCardClasses}>
            Retry
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}
