import { getZoneNote } from '#features/bookings/shared/wording.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'

/**
 * Says that the times of sessions in a list of the whole platform are those of each studio. Renders nothing for readers
 * whose clocks show the same.
 * @param zones the zones of the sessions in the list
 */
export function SessionZonesNote({ zones }: { zones: readonly string[] }) {
  const viewerZone = browserTimeZone()
  const differs = zones.some((zone) => getZoneNote(zone, viewerZone) !== null)
  return differs && <p className="text-xs text-muted-foreground">Session times in each studio's time zone</p>
}
