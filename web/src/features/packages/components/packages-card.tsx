import type { HourPackage } from '@studiohub/contract/features/packages/schema.ts'
import { PACKAGES_OFFERED_MAX } from '@studiohub/contract/features/packages/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { AddButton } from '#ui/add-button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { usePackages, useUpdatePackage } from '../api.ts'
import { PackageDialog } from './package-dialog.tsx'

/** The packages of hours that the studio sells. */
export function PackagesCard({ studio }: { studio: Studio }) {
  const packages = usePackages(studio.id)
  // The open dialog; with `hourPackage: null` it adds a package.
  const [openDialog, setOpenDialog] = useState<{ hourPackage: HourPackage | null } | null>(null)
  const add = (
    <AddButton
      disabled={(packages.data?.length ?? 0) >= PACKAGES_OFFERED_MAX}
      onClick={() => setOpenDialog({ hourPackage: null })}
    >
      Add a package
    </AddButton>
  )
  return (
    <Card
      title="Packages"
      description="Prepaid hours that a client's bookings use automatically."
      action={packages.data && packages.data.length > 0 && add}
    >
      <QueryView
        query={packages}
        loadingText="Loading the packages..."
        errorTitle="Failed to load the packages"
        empty={
          <EmptyState icon={Hourglass} title="No packages yet" action={add}>
            For example, ten hours at a lower price, valid for a year.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Packages" className="grid divide-y divide-border">
            {rows.map((hourPackage) => (
              <PackageRow
                key={hourPackage.id}
                hourPackage={hourPackage}
                onEdit={() => setOpenDialog({ hourPackage })}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {openDialog && (
        <PackageDialog studio={studio} hourPackage={openDialog.hourPackage} onClose={() => setOpenDialog(null)} />
      )}
    </Card>
  )
}

function PackageRow({ hourPackage, onEdit }: { hourPackage: HourPackage; onEdit: () => void }) {
  const update = useUpdatePackage()
  const { id, name, minutes, price_minor, currency, valid_days, is_active, version } = hourPackage
  const valid = valid_days === null ? 'without end' : `valid ${valid_days} ${valid_days === 1 ? 'day' : 'days'}`
  return (
    <SwitchRow
      title={name}
      text={`${lengthText(minutes)} · ${priceText(price_minor, currency)} · ${valid}`}
      switchNote={`${name} can be sold`}
      isActive={is_active}
      isPending={update.isPending}
      onSwitch={(isOn) => update.mutate({ id, version, is_active: isOn })}
      editName={`Edit ${name}`}
      onEdit={onEdit}
    />
  )
}
