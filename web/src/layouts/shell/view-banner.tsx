import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { useEndOwnerView } from '#features/admin/owner-view-api.ts'
import { useSecondsLeft } from '#lib/hooks/use-seconds-left.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'

type ViewBannerProps = { ends_at: string; studio: Me['studio'] }

/** Shows that an operator sees this studio as its owner, and the time left. At the end it opens the operator's page of the studio. */
export function ViewBanner({ ends_at, studio }: ViewBannerProps) {
  const stop = useEndOwnerView()
  const secondsLeft = useSecondsLeft(ends_at)
  const isOver = secondsLeft === 0
  const page = studio ? paths.superAdminStudio(studio.id) : paths.superAdmin
  useEffect(() => {
    if (isOver) window.location.assign(page)
  }, [isOver, page])
  const minutes = Math.ceil(secondsLeft / 60)
  return (
    <div
      role="status"
      className="sticky top-16 z-10 grid grid-cols-[auto_1fr_auto] items-center gap-3 border-b border-pending bg-raised px-4 py-2 text-sm"
    >
      <Eye aria-hidden className="size-5 shrink-0 text-pending" />
      <p>
        <span className="font-medium">You are viewing {studio?.name ?? 'this studio'} as its owner.</span>{' '}
        <span className="text-muted-foreground">
          Read only, {minutes} {minutes === 1 ? 'minute' : 'minutes'} left.
        </span>
      </p>
      <Button
        size="small"
        pending={stop.isPending}
        pendingText="Stopping..."
        onClick={() => stop.mutate(undefined, { onSuccess: () => window.location.assign(page) })}
      >
        Stop
      </Button>
    </div>
  )
}
