import { CloudOff, WifiOff } from 'lucide-react'
import { retryConnection, useConnection } from '#lib/server/connection.ts'
import { Button } from '#ui/button.tsx'

const notices = {
  offline: { icon: WifiOff, text: 'You are offline. What you see may be out of date.' },
  unreachable: { icon: CloudOff, text: 'We cannot reach the server. Trying again...' },
}

/** A notice while the server does not respond. It closes by itself, and the data on screen is then loaded again. */
export function ConnectionNotice() {
  const connection = useConnection()
  const notice = connection === 'fine' ? null : notices[connection]
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-tabs)+5rem)] z-30 flex justify-center px-4 md:bottom-4"
    >
      {notice && (
        <div className="pointer-events-auto flex animate-in items-center gap-3 rounded-md border border-border bg-raised px-4 py-2 text-sm shadow-lg">
          <notice.icon aria-hidden className="size-5 shrink-0 text-pending" />
          <p>{notice.text}</p>
          <Button look="link" size="small" className="-mr-2 shrink-0" onClick={() => void retryConnection()}>
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}
