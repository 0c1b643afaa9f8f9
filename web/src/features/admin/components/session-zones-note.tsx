import { getZoneNote } from '#features/bookings/shared/wording.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { browserTimeZone } from '#lib/page/browser-time.ts'

/**
 * Says that the times of sessions in a list of several studios are those of each studio. Renders nothing for readers whose
 * clocks show the same.
 * @param zones the zones of the sessions in the list
 */
export function SessionZonesNote({ zones }: { zones: readonly string[] }) {
  const [zone, ...more] = new Set(zones)
  if (zone === undefined) return null
  if (more.length === 0) return <ZoneNote zone={zone} />
  const viewerZone = browserTimeZone()
  const differs = [zone, ...more].some((one) => getZoneNote(one, viewerZone) !== null)
  return (
    differs && <p className="text-xs text-muted-foreground">Times of sessions are in the time zone of each studio</p>
  )
}
