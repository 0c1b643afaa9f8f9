import { priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import type { ServiceToKeep, StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { ListMusic, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTextOffer } from '#features/clients/texts/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useResources, useSaveServices, useServiceList } from '../api.ts'
import { formatLengths } from '../model/lengths.ts'
import { moved } from '../model/moved.ts'
import { toServicesInput } from '../model/service-form.ts'
import { ReorderButtons } from './reorder-buttons.tsx'
import { isFull, ServiceDialog } from './service-dialog.tsx'

/** The studio's services in their order. */
export function ServicesTab({ studio_id }: { studio_id: string }) {
  const services = useServiceList(studio_id)
  return (
    <QueryView query={services} loadingText="Loading services..." errorTitle="Error loading settings">
      {(list) => <Services studio_id={studio_id} {...list} />}
    </QueryView>
  )
}

type ServicesProps = { studio_id: string; items: StudioService[]; currency: string; version: number }

function Services({ studio_id, items, currency, version }: ServicesProps) {
  const [open, setOpen] = useState<{ service: StudioService | null } | null>(null)
  const save = useSaveServices(studio_id)
  const resources = useResources(studio_id, 'live')
  const ofKind = (kind: ResourceKind) => resources.data?.items.filter((one) => one.kind === kind) ?? []
  const texts = useTextOffer(studio_id)
  const put = (services: ServiceToKeep[]) =>
    save.mutate({ studio_id, version, items: services }, { onSuccess: () => setOpen(null) })
  const move = (service: StudioService, step: -1 | 1) => {
    const next = moved(items, service, step)
    if (next && !save.isPending) put(toServicesInput(next))
  }
  const add = (
    <Button look="secondary" onClick={() => setOpen({ service: null })} disabled={isFull(items)}>
      Add service
    </Button>
  )
  const edited = open?.service ?? null
  return (
    <>
      <Card title="Services" description="What clients choose from when they book." action={items.length > 0 && add}>
        {items.length === 0 && (
          <EmptyState icon={ListMusic} title="No services yet" action={add}>
            Without services, no sessions can be booked.
          </EmptyState>
        )}
        <ul aria-label="Services" className="grid divide-y divide-border">
          {items.map((service, index) => (
            <ServiceRow
              key={service.key}
              {...{ service, currency }}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(step) => move(service, step)}
              onEdit={() => setOpen({ service })}
            />
          ))}
        </ul>
      </Card>
      {open && (
        <ServiceDialog
          studio_id={studio_id}
          service={edited}
          currency={currency}
          offersTexts={texts.data?.offered ?? false}
          rooms={ofKind('room')}
          people={ofKind('person')}
          pending={save.isPending}
          onSave={(kept) =>
            put(
              edited
                ? toServicesInput(items).map((one) => (one.key === edited.key ? kept : one))
                : [...toServicesInput(items), kept],
            )
          }
          onRemove={edited && (() => put(toServicesInput(items.filter((one) => one !== edited))))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type ServiceRowProps = {
  service: StudioService
  currency: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onEdit: () => void
}

function ServiceRow({ service, currency, onEdit, ...place }: ServiceRowProps) {
  const { label, is_active, is_client_bookable, auto_confirm } = service
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{label}</span>
          {!is_active && <Badge>Inactive</Badge>}
          {is_active && !is_client_bookable && <Badge>Studio only</Badge>}
          {is_active && is_client_bookable && auto_confirm && <Badge tone="confirmed">Confirmed at once</Badge>}
        </span>
        <span className="text-sm text-muted-foreground">
          {formatLengths(service)} · {priceOfferText(service, service.currency ?? currency)}
        </span>
      </div>
      <div className="flex max-md:ml-auto">
        <ReorderButtons what={label} {...place} />
        <IconButton name={`Edit ${label}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
