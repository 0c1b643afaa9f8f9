import { ChevronDown } from 'lucide-react'
import { cx } from '#ui/cx.ts'

type EndedSessionsButtonProps = {
  count: number
  isOpen: boolean
  onToggle: () => void
  className?: string
  /** In the line of a heading: a short text, no higher than the line, with a larger tap area. */
  isInline?: boolean
}

/** The line in place of today's sessions that are over; it opens them. */
export const EndedSessionsButton = ({ count, isOpen, onToggle, className, isInline }: EndedSessionsButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onToggle}
    className={cx(
      'flex items-center text-left text-xs text-muted-foreground',
      isInline ? 'relative shrink-0 gap-1 after:absolute after:-inset-x-2 after:-inset-y-3' : 'min-h-11 gap-1.5 px-3',
      className,
    )}
  >
    <ChevronDown aria-hidden className={cx('size-4 transition duration-150', isOpen && 'rotate-180')} />
    <span>
      {count} <span className={cx(isInline && 'sr-only')}>{count === 1 ? 'session is' : 'sessions are'} </span>over
    </span>
  </button>
)
