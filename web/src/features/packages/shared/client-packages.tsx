import type { SoldPackage } from '@studiohub/contract/features/packages/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatMediumDate, formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useEndPackage, useSoldPackages } from '../api.ts'

const SellPackageDialog = lazy(async () => ({
  default: (await import('./sell-package-dialog.tsx')).SellPackageDialog,
}))

type ClientPackagesProps = {
  studio_id: string
  client_id: string
  /** The heading level: one below the surrounding heading. */
  heading: 'h2' | 'h3'
  /** Whether the user can end the packages. */
  canEnd?: boolean
  /** A button next to the heading. */
  action?: ReactNode
}

/** The prepaid hours of a client, with the sessions that use them. Renders nothing if there are none and no `action`. */
export function ClientPackages({
  studio_id,
  client_id,
  heading: Heading,
  canEnd = false,
  action,
}: ClientPackagesProps) {
  const { data: sold = [] } = useSoldPackages(studio_id, client_id)
  if (sold.length === 0 && !action) return null
  return (
    <section aria-label="Packages" className="grid grid-cols-1 gap-3 text-sm">
      <div className="flex items-center justify-between gap-2">
        <Heading className="font-semibold">Packages</Heading>
        {action}
      </div>
      {sold.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {sold.map((soldPackage) => (
            <SoldRow key={soldPackage.id} soldPackage={soldPackage} canEnd={canEnd} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The button that sells a package to a client, with its form. */
export function SellPackageButton({ studio_id, client_id }: { studio_id: string; client_id: string }) {
  const [isSelling, setSelling] = useState(false)
  return (
    <>
      <Button look="secondary" size="small" className="max-md:min-h-11" onClick={() => setSelling(true)}>
        Sell a package
      </Button>
      {isSelling && (
        <Suspense fallback={null}>
          <SellPackageDialog studio_id={studio_id} client_id={client_id} onClose={() => setSelling(false)} />
        </Suspense>
      )}
    </>
  )
}

function SoldRow({ soldPackage, canEnd }: { soldPackage: SoldPackage; canEnd: boolean }) {
  const end = useEndPackage()
  const [isEnding, setEnding] = useState(false)
  const { name, minutes, left_minutes, last_date, ended_at, draws } = soldPackage
  return (
    <li className="grid gap-2 rounded-md border border-border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium break-words">{name}</span>
        {ended_at ? (
          <Badge>Ended</Badge>
        ) : (
          <span className="tabular-nums">
            <strong>{left_minutes === 0 ? '0 min' : lengthText(left_minutes)}</strong> of {lengthText(minutes)} left
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {last_date && !ended_at && (
          <p className="text-muted-foreground">For sessions until {formatMediumDate(last_date)}</p>
        )}
        {canEnd && !ended_at && (
          <Button
            look="quiet-danger"
            size="small"
            className="-my-1 -mr-3 ml-auto max-md:min-h-11"
            onClick={() => setEnding(true)}
          >
            End package
          </Button>
        )}
      </div>
      {draws.length > 0 && (
        <ul aria-label={`Sessions of ${name}`} className="grid gap-1 text-muted-foreground">
          {draws.map(({ booking_id, booking_date, start_time, label, minutes: usedMinutes }) => (
            <li key={booking_id} className="flex justify-between gap-4 tabular-nums">
              <span>
                {formatWeekdayAndDay(booking_date)}, {timeText(start_time)} · {label}
              </span>
              <span className="whitespace-nowrap">{lengthText(usedMinutes)}</span>
            </li>
          ))}
        </ul>
      )}
      {isEnding && (
        <ConfirmDialog
          title={`End ${name}?`}
          description="The remaining hours can no longer be used. Correct the invoice to refund money."
          confirmLabel="End package"
          pendingLabel="Ending..."
          isPending={end.isPending}
          cancelLabel="Keep package"
          onConfirm={() => end.mutate({ id: soldPackage.id }, { onSuccess: () => setEnding(false) })}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  )
}
