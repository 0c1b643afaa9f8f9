import { cx } from './cx.ts'

type MeterProps = {
  label: string
  used: number
  /** The limit; null if unlimited. */
  limit: number | null
}

/** The share from which a limit counts as nearly used up. */
export const NEARLY_FULL = 0.8

/** Usage of a limit as text and bar: '42 of 50'. */
export function Meter({ label, used, limit }: MeterProps) {
  const share = limit ? Math.min(used / limit, 1) : 0
  const words = limit === null ? `${used}, no limit` : `${used} of ${limit}`
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        <span className="text-muted-foreground tabular-nums">{words}</span>
      </div>
      {limit !== null && (
        <>
          <meter aria-label={label} max={limit} value={Math.min(used, limit)} className="sr-only">
            {words}
          </meter>
          <div aria-hidden className="h-2 overflow-hidden rounded-full bg-muted">
            <div className={cx('h-full rounded-full', toneOf(share))} style={{ width: `${share * 100}%` }} />
          </div>
        </>
      )}
    </div>
  )
}

const toneOf = (share: number) => (share >= 1 ? 'bg-cancelled' : share >= NEARLY_FULL ? 'bg-pending' : 'bg-primary')
