import { useNow } from '../hooks/use-now.ts'
import { formatRelative } from './format-relative.ts'
import { formatDateTime } from './time.ts'

type RelativeTimeProps = {
  /** ISO 8601 */
  at: string
  /** The time zone of the exact time, by default the browser's. */
  zone?: string
}

/** '5 min ago', with the exact time on hover and for screen readers. */
export function RelativeTime({ at, zone }: RelativeTimeProps) {
  const now = useNow()
  const exact = formatDateTime(at, zone)
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap">
      {formatRelative(at, now)}
      <span className="sr-only">, {exact}</span>
    </time>
  )
}
