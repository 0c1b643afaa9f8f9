import { ChevronDown } from 'lucide-react'
import { cx } from '#ui/cx.ts'

type EndedSessionsButtonProps = { count: number; isOpen: boolean; onToggle: () => void; className?: string }

/** The line in place of today's sessions that are over; it opens them. */
export const EndedSessionsButton = ({ count, isOpen, onToggle, className }: EndedSessionsButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onToggle}
    className={cx('flex min-h-11 items-center gap-1.5 px-3 text-left text-sm text-muted-foreground', className)}
  >
    <ChevronDown aria-hidden className={cx('size-4 transition duration-150', isOpen && 'rotate-180')} />
    {count === 1 ? '1 session is over' : `${count} sessions are over`}
  </button>
)
