import { cx } from './cx.ts'

type MeterProps = {
  label: string
  used: number
  /** The limit; null if unlimited. */
  limit: number | null
  /** Instead of label and numbers, until the limit is nearly used up. */
  sentence?: string
}

/** The share from which a limit counts as nearly used up. */
export const NEARLY_FULL = 0.8

/** Usage of a limit: '42 of 50'. It has a bar if the limit is nearly used up. */
export function Meter({ label, used, limit, sentence }: MeterProps) {
  const share = limit ? Math.min(used / limit, 1) : 0
  const isNearlyFull = share >= NEARLY_FULL
  const words = limit === null ? `${used}, no limit` : `${used} of ${limit}`
  return (
    <div className="grid gap-1.5 text-sm">
      {sentence && !isNearlyFull ? (
        <p className="text-muted-foreground tabular-nums">{sentence}</p>
      ) : (
        <div className={cx('flex gap-x-4 max-sm:justify-between', isNearlyFull && 'justify-between')}>
          <span>{label}</span>
          <span className="text-muted-foreground tabular-nums">{words}</span>
        </div>
      )}
      {limit !== null && (
        <meter aria-label={label} max={limit} value={Math.min(used, limit)} className="sr-only">
          {words}
        </meter>
      )}
      {isNearlyFull && (
        <div aria-hidden className="h-2 overflow-hidden rounded-full bg-muted">
          <div
            className={cx('h-full rounded-full', share >= 1 ? 'bg-cancelled' : 'bg-pending')}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
