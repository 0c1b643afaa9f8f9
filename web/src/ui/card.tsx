import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  title?: string
  description?: ReactNode
  action?: ReactNode
  children?: ReactNode
  className?: string
}

/** A bordered section of a page, optionally with a heading. */
export function Card({ title, description, action, children, className }: CardProps) {
  return (
    <section
      data-ui-card
      className={cx(
        'grid grid-cols-1 content-start gap-4 rounded-md border border-border bg-card p-4 sm:p-5',
        className,
      )}
    >
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className={cx('grid min-w-0 gap-0.5', description ? 'flex-1 basis-52' : 'grow')}>
            <h2 className="text-base font-semibold">{title}</h2>
            {description && <p className="text-sm text-muted-foreground">{description}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}
