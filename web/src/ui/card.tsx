import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  title?: string
  description?: ReactNode
  action?: ReactNode
  children?: ReactNode
  className?: string
}

const emptyCardClasses = cx(
  'has-[>[data-empty]]:flex has-[>[data-empty]]:min-h-14 has-[>[data-empty]]:flex-wrap has-[>[data-empty]]:items-center',
  'has-[>[data-empty]]:justify-between has-[>[data-empty]]:gap-x-4 has-[>[data-empty]]:gap-y-1 has-[>[data-empty]]:py-3',
  'has-[>[data-empty]]:content-center [&:has(>[data-empty])>header]:contents [&:has(>[data-empty])>header_p]:hidden',
  // The action is behind the line.
  '[&:has(>[data-empty])>header>:first-child]:basis-auto [&:has(>[data-empty])>header>:nth-child(2)]:order-1',
)

/** Says that a card is empty. The card is then one line, without its description. */
export function EmptyLine({ children }: { children: ReactNode }) {
  return (
    <p data-empty className="text-sm text-muted-foreground">
      {children}
    </p>
  )
}

/** A bordered section of a page, optionally with a heading. */
export function Card({ title, description, action, children, className }: CardProps) {
  return (
    <section
      data-ui-card
      className={cx(
        'grid grid-cols-1 content-start gap-4 rounded-md border border-border bg-card p-4 sm:p-5',
        emptyCardClasses,
        className,
      )}
    >
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className={cx('grid min-w-0 gap-0.5', description ? 'flex-1 basis-60' : 'grow')}>
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
