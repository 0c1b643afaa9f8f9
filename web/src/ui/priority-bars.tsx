import { cx } from './cx.ts'

/** Three bars, of which as many are filled as the priority is high. It is decorative, so write the priority next to it. */
export function PriorityBars({ filled, className }: { filled: 1 | 2 | 3; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" fill="currentColor" className={cx('size-4', className)}>
      {[1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 5 - 4}
          y={14 - bar * 4}
          width="3.5"
          height={bar * 4}
          rx="1"
          className={bar > filled ? 'opacity-30' : undefined}
        />
      ))}
    </svg>
  )
}
