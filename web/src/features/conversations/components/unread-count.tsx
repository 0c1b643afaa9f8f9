import { cx } from '#ui/cx.ts'
import { useUnreadCount } from '../api.ts'

const SHOWN_MAX = 99

/**
 * The number of conversations with unread messages. Renders nothing for zero.
 * @param small shows the number at the corner of an icon
 */
export function UnreadCount({ studio_id, small }: { studio_id: string; small: boolean }) {
  const { data: unread = 0 } = useUnreadCount(studio_id)
  if (unread === 0) return null
  return (
    <span
      className={cx(
        'grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-semibold text-on-primary tabular-nums',
        small ? 'absolute -top-1 -right-1' : 'ml-auto',
      )}
    >
      {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  )
}
