import { browserTimeZone } from '#lib/page/browser-time.ts'
import { cx } from '#ui/cx.ts'
import { getZoneNote } from './wording.ts'

/** Says that the times next to it are the studio's. Renders nothing for readers whose clocks show the same. */
export function ZoneNote({ zone, className }: { zone: string; className?: string }) {
  const note = getZoneNote(zone, browserTimeZone())
  return note && <p className={cx('text-xs text-muted-foreground', className)}>{note}</p>
}
