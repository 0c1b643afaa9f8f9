import { useNow } from '../hooks/use-now.ts'
import { formatRelative } from './format-relative.ts'
import { formatDateTime } from './time.ts'

/** '5 min ago', with the exact time on hover and for screen readers. @param at ISO 8601 */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const exact = formatDateTime(at)
  return (
    <time dateTime={at} title={exact}>
      {formatRelative(at, now)}
      <span className="sr-only">, {exact}</span>
    </time>
  )
}
