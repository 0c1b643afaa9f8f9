import type { ListedStudio, PlatformStudio } from '@studiohub/contract/features/admin/schema.ts'
import { getStudioState } from '@studiohub/contract/features/admin/words.ts'
import { studioTypeLabels } from '@studiohub/contract/features/studios/words.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { cx } from '#ui/cx.ts'
import type { RowAction } from '#ui/row-menu.tsx'
import { Table, wholeRowClasses } from '#ui/table.tsx'
import { getStudioStatus, stateReasons } from '../model/studio-states.ts'
import { useSetStudioActive } from '../studios-api.ts'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

type StudioTableProps = { rows: readonly ListedStudio[]; onEdit: (studio: PlatformStudio) => void }

/** All studios with plan, owner and status (spec section 2). */
export function StudioTable({ rows, onEdit }: StudioTableProps) {
  return (
    <Table
      framed
      label="Studios"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', narrow: 'title', cell: (studio) => <Name studio={studio} /> },
        {
          name: 'Type',
          narrow: 'hidden',
          cell: ({ type }) => <span className="whitespace-nowrap">{studioTypeLabels[type]}</span>,
        },
        { name: 'Location', narrow: 'hidden', cell: (studio) => <Location studio={studio} /> },
        { name: 'Contact', narrow: 'hidden', cell: (studio) => <Contact studio={studio} /> },
        ...(arePlansOn() ? [{ name: 'Plan', cell: (studio: PlatformStudio) => <Plan studio={studio} /> }] : []),
        { name: 'Owner', cell: ({ admins }) => <Owner admins={admins} /> },
        { name: 'Status', cell: (studio) => <Status studio={studio} /> },
        { name: 'Actions', align: 'end', narrow: 'end', cell: (studio) => <Actions studio={studio} onEdit={onEdit} /> },
      ]}
    />
  )
}

const Placeholder = ({ children }: { children: string }) => <span className="text-muted-foreground">{children}</span>

/** A dash, because most studios leave these fields empty. */
const NotSet = () => (
  <span className="text-muted-foreground">
    <span aria-hidden>–</span>
    <span className="sr-only">Not set</span>
  </span>
)

// In a narrow row long names end with an ellipsis, so that it has two lines.
const lineClasses = 'block truncate @3xl:max-w-44'

const Name = ({ studio: { id, name, slug } }: { studio: ListedStudio }) => (
  <span className="@3xl:grid @3xl:min-w-32 @3xl:gap-0.5">
    <Link
      to={paths.superAdminStudio(id)}
      title={name}
      className={cx(lineClasses, 'font-medium underline-offset-4 hover:underline', wholeRowClasses)}
    >
      {name}
    </Link>
    <span className={cx(lineClasses, 'text-xs text-muted-foreground @max-3xl:hidden')}>/{slug}</span>
  </span>
)

/** The last part of the address, which usually is the town. The street is in the tooltip. */
const Location = ({ studio: { location } }: { studio: PlatformStudio }) =>
  location ? (
    <span title={location} className="block max-w-36 truncate">
      {location.split(',').at(-1)}
    </span>
  ) : (
    <NotSet />
  )

function Contact({ studio: { contact_email, contact_phone } }: { studio: PlatformStudio }) {
  if (!contact_email && !contact_phone) return <NotSet />
  return (
    <span className="grid gap-0.5">
      {contact_email && (
        <span title={contact_email} className="max-w-48 truncate">
          {contact_email}
        </span>
      )}
      {contact_phone && <span className="text-xs whitespace-nowrap text-muted-foreground">{contact_phone}</span>}
    </span>
  )
}

const Plan = ({ studio: { tier } }: { studio: PlatformStudio }) =>
  tier ? <span className="whitespace-nowrap">{plans[tier].name}</span> : <Placeholder>No plan</Placeholder>

function Owner({ admins: [first, ...others] }: Pick<PlatformStudio, 'admins'>) {
  if (!first) return <Placeholder>No owner</Placeholder>
  return (
    <span className="@3xl:block @3xl:max-w-32 @3xl:truncate" title={first.full_name ?? undefined}>
      {first.full_name ?? 'No name'}
      {others.length > 0 && <span className="text-muted-foreground"> and {others.length} more</span>}
    </span>
  )
}

/**
 * The worst problem of a studio, or that it is active. A second line has the reason or the number of other problems. A narrow
 * row has only the reason.
 */
function Status({ studio }: { studio: ListedStudio }) {
  const { attention } = studio
  const { label, tone } = getStudioStatus({ studio, attention, hasPlans: arePlansOn() })
  const reason = stateReasons[getStudioState(studio)]
  const note = reason ?? (attention.length > 1 ? `and ${attention.length - 1} more` : null)
  return (
    <span className="@3xl:grid @3xl:justify-items-start @3xl:gap-0.5">
      <Badge tone={tone}>{label}</Badge>
      {note && (
        <span className={cx('text-xs whitespace-nowrap text-muted-foreground', !reason && '@max-3xl:hidden')}>
          <span className="@3xl:hidden"> · </span>
          {note}
        </span>
      )}
    </span>
  )
}

function Actions({ studio, onEdit }: { studio: PlatformStudio; onEdit: (studio: PlatformStudio) => void }) {
  const setActive = useSetStudioActive()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const state = getStudioState(studio)
  const activate: RowAction = {
    label: 'Activate',
    name: `Activate ${studio.name}`,
    onSelect: () => setActive.mutate({ studio_id: studio.id, is_active: true }),
  }
  const label = state === 'active' ? 'Deactivate' : 'Keep closed'
  const deactivate: RowAction = {
    label,
    name: `${label} ${studio.name}`,
    isDanger: true,
    onSelect: () => setIsDialogOpen(true),
  }
  const actions = [
    ...(state === 'active' ? [] : [activate]),
    ...(state === 'active' || state === 'paused' ? [deactivate] : []),
  ]
  return (
    <span className="flex items-center justify-end gap-2">
      <Button
        size="small"
        look="secondary"
        className="@max-3xl:hidden"
        onClick={() => onEdit(studio)}
        aria-haspopup="dialog"
      >
        Edit<span className="sr-only"> {studio.name}</span>
      </Button>
      <Suspense fallback={<span className="-my-1 size-10" />}>
        <RowMenu name={studio.name} actions={actions} />
      </Suspense>
      {isDialogOpen && <DeactivateDialog studio={studio} onClose={() => setIsDialogOpen(false)} />}
    </span>
  )
}

function DeactivateDialog({ studio, onClose }: { studio: PlatformStudio; onClose: () => void }) {
  const setActive = useSetStudioActive()
  return (
    <ConfirmDialog
      title={studio.is_active ? `Deactivate ${studio.name}` : `Keep ${studio.name} closed`}
      description="The studio accepts no new bookings or members until you activate it again; its own admins cannot. Existing bookings stay, and its pages and sign-in still work."
      cancelLabel="Cancel"
      confirmLabel={studio.is_active ? 'Deactivate' : 'Keep closed'}
      pendingLabel="Saving..."
      isPending={setActive.isPending}
      onConfirm={() => setActive.mutate({ studio_id: studio.id, is_active: false }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
