import { getZoneNote } from '#features/bookings/shared/wording.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'

/**
 * Says that the times of sessions are those of their studios. Renders nothing for readers whose clocks show the same.
 * @param zones the zones of the sessions in the list
 * @param isOne whether it is below the time of a single session
 */
export function SessionZonesNote({ zones, isOne = false }: { zones: readonly string[]; isOne?: boolean }) {
  const viewerZone = browserTimeZone()
  const differs = zones.some((zone) => getZoneNote(zone, viewerZone) !== null)
  if (!differs) return null
  return (
    <p className="text-xs text-muted-foreground">
      {isOne ? "In the studio's time zone" : "Session times in each studio's time zone"}
    </p>
  )
}
