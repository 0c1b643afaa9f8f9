import { useNow } from '#lib/hooks/use-now.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { formatMessageTime } from './days.ts'

type MessageTimeProps = {
  at: string
  /** By default the reader's, like the times next to the messages. */
  zone?: string
}

/** When the newest message of a conversation was sent. */
export function MessageTime({ at, zone = browserTimeZone() }: MessageTimeProps) {
  const exact = formatDateTime(at, zone)
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap tabular-nums">
      <span aria-hidden>{formatMessageTime(at, useNow(), zone)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}
