import { type Resource, type ResourceKind, resourceKinds } from '@studiohub/contract/features/resources/schema.ts'
import { useState } from 'react'
import { arePlansOn } from '#lib/page/plans.ts'
import { AddButton } from '#ui/add-button.tsx'
import { Card } from '#ui/card.tsx'
import { Meter } from '#ui/meter.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { useResources, useUpdateResource } from '../api.ts'
import { moveRow } from '../model/moved.ts'
import { Archive } from './archive.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { kindNames, ResourceDialog } from './resource-dialog.tsx'
import { ResourceRow } from './resource-row.tsx'
import { rowListClasses } from './row-title.tsx'
import { usePicturesByOwner } from './thumbnail.tsx'

type Group = { title: string; description: string; none: string }

const groups: Record<ResourceKind, Group> = {
  room: {
    title: 'Rooms',
    description: 'Where sessions take place. If a booking names no room, it gets the first free one.',
    none: 'No rooms yet. Add one to accept bookings.',
  },
  person: {
    title: 'People',
    description: 'Engineers and other people that a session needs. Each can be in one session at a time.',
    none: 'No people yet. Add engineers for your sessions.',
  },
  equipment: {
    title: 'Equipment',
    description: 'Equipment that a session can reserve, one session at a time.',
    none: 'No equipment yet. Add a microphone, a piano or a camera that sessions can reserve.',
  },
}

type OpenDialog =
  | { what: 'edit'; kind: ResourceKind; resource: Resource | null }
  | { what: 'delete'; resource: Resource }
  | null

/** Rooms, people and equipment of a studio. */
export function ResourcesTab({ studio_id }: { studio_id: string }) {
  const resources = useResources(studio_id, 'live')
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <QueryView
        query={resources}
        loadingText="Loading rooms..."
        skeleton={<SkeletonCard />}
        errorTitle="Error loading settings"
      >
        {({ items, rooms_max }) => (
          <div className="grid gap-6">
            {resourceKinds.map((kind) => (
              <ResourceGroup
                key={kind}
                studio_id={studio_id}
                kind={kind}
                all={items}
                rooms_max={rooms_max}
                onOpen={setOpenDialog}
              />
            ))}
            <Archive studio_id={studio_id} />
          </div>
        )}
      </QueryView>
      {openDialog?.what === 'edit' && <ResourceDialog studio_id={studio_id} {...openDialog} onClose={close} />}
      {openDialog?.what === 'delete' && <DeleteDialog resource={openDialog.resource} onClose={close} />}
    </>
  )
}

type ResourceGroupProps = {
  studio_id: string
  kind: ResourceKind
  all: readonly Resource[]
  rooms_max: number | null
  onOpen: (open: OpenDialog) => void
}

function ResourceGroup({ studio_id, kind, all, rooms_max, onOpen }: ResourceGroupProps) {
  const update = useUpdateResource()
  const pictures = usePicturesByOwner(studio_id)
  const { title, description, none } = groups[kind]
  const rows = all.filter((resource) => resource.kind === kind)
  const move = (resource: Resource, step: -1 | 1) => {
    // The order includes all kinds, so a resource is swapped with the next one of its kind.
    const neighbor = moveRow(rows, resource, step) && rows[rows.indexOf(resource) + step]
    if (neighbor && !update.isPending) update.mutate({ id: resource.id, position: all.indexOf(neighbor) })
  }
  return (
    <Card
      title={title}
      description={description}
      action={
        <AddButton onClick={() => onOpen({ what: 'edit', kind, resource: null })}>Add {kindNames[kind]}</AddButton>
      }
    >
      {kind === 'room' && arePlansOn() && (
        <RoomsInPlan used={rows.filter(({ is_active }) => is_active).length} limit={rooms_max} />
      )}
      {rows.length === 0 && <p className="text-sm text-muted-foreground">{none}</p>}
      <ul aria-label={title} className={rowListClasses}>
        {rows.map((resource, index) => (
          <ResourceRow
            key={resource.id}
            resource={resource}
            pictures={pictures.get(resource.id) ?? []}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
            onMove={(step) => move(resource, step)}
            onEdit={() => onOpen({ what: 'edit', kind, resource })}
            onDelete={() => onOpen({ what: 'delete', resource })}
          />
        ))}
      </ul>
    </Card>
  )
}

const RoomsInPlan = ({ used, limit }: { used: number; limit: number | null }) => (
  <Meter
    label="Active rooms in your plan"
    used={used}
    limit={limit}
    sentence={limit === null ? `${used} active, no limit in your plan` : `${used} of ${limit} rooms in your plan`}
  />
)
