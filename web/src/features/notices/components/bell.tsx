import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { useNotices } from '../api.ts'

const NoticeSheet = lazy(async () => ({ default: (await import('./notice-sheet.tsx')).NoticeSheet }))

const SHOWN_MAX = 99

/** The header's bell with a live unread count. A click opens the list, whose code loads on first use. */
export function Bell() {
  const notices = useNotices()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const unread = notices.data?.pages[0]?.unread ?? 0
  // The number on the icon of the installed app.
  useEffect(() => {
    if (notices.isSuccess) void navigator.setAppBadge?.(unread).catch(() => {})
  }, [notices.isSuccess, unread])
  const openSheet = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <span className="relative">
        <IconButton
          name={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          aria-haspopup="dialog"
          onClick={openSheet}
        >
          <BellIcon aria-hidden />
        </IconButton>
        {unread > 0 && (
          <span
            aria-hidden
            // On the upper right third of the bell. Longer numbers grow to the right.
            className="pointer-events-none absolute top-0.5 left-4.5 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-semibold text-on-primary tabular-nums ring-2 ring-background max-md:top-1 max-md:left-5"
          >
            {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
          </span>
        )}
      </span>
      {wasOpened && (
        <Suspense fallback={null}>
          <NoticeSheet open={isOpen} onOpenChange={setOpen} notices={notices} />
        </Suspense>
      )}
    </>
  )
}
