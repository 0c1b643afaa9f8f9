import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'border-border bg-muted text-foreground',
  /** What does not count, or not yet. */
  muted: 'border-border text-muted-foreground',
  pending: 'border-current/40 bg-pending-soft text-pending',
  confirmed: 'border-current/40 bg-confirmed/10 text-confirmed',
  cancelled: 'border-current/40 bg-cancelled-soft text-cancelled',
  completed: 'border-current/40 bg-completed/10 text-completed',
  accent: 'border-current/40 bg-link/10 text-link',
}

export type Tone = keyof typeof tones

/** A label for a state. Text and icon already show the state, so the color is not needed to understand it. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  tone?: Tone
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span
      data-badge
      className={cx(
        'inline-flex w-fit items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden className="size-3" />}
      {children}
    </span>
  )
}
