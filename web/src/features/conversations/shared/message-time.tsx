import { useNow } from '#lib/hooks/use-now.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { formatMessageTime } from './days.ts'

/** When the newest message of a conversation was sent: like the times next to the messages, in the reader's time zone. */
export function MessageTime({ at }: { at: string }) {
  const zone = browserTimeZone()
  const exact = formatDateTime(at, zone)
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap tabular-nums">
      <span aria-hidden>{formatMessageTime(at, useNow(), zone)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}
