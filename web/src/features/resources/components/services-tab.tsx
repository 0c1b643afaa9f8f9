import { findLowestPrice, priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import type { Picture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import type { SavedService, StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { ListMusic } from 'lucide-react'
import { useState } from 'react'
import { useTextOffer } from '#features/clients/texts/api.ts'
import { AddButton } from '#ui/add-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useResources, useSaveServices, useServiceSettings } from '../api.ts'
import { formatBookingFacts } from '../model/booking-facts.ts'
import { formatLengths } from '../model/lengths.ts'
import { moveRow } from '../model/moved.ts'
import { toServicesInput } from '../model/service-form.ts'
import { RowButtons } from './row-buttons.tsx'
import { RowTitle, rowClasses, rowListClasses } from './row-title.tsx'
import { hasMaxServices, ServiceDialog } from './service-dialog.tsx'
import { chooseServiceIcon } from './service-icon.ts'
import { IconTile, Thumbnail, usePicturesByOwner } from './thumbnail.tsx'

/** The studio's services in their order. */
export function ServicesTab({ studio_id }: { studio_id: string }) {
  const services = useServiceSettings(studio_id)
  return (
    <QueryView
      query={services}
      loadingText="Loading services..."
      skeleton={<SkeletonCard />}
      errorTitle="Error loading settings"
    >
      {(list) => <Services studio_id={studio_id} {...list} />}
    </QueryView>
  )
}

type ServicesProps = { studio_id: string; items: StudioService[]; currency: string; version: number }

function Services({ studio_id, items, currency, version }: ServicesProps) {
  // The open dialog; with `service: null` it adds a service.
  const [openDialog, setOpenDialog] = useState<{ service: StudioService | null } | null>(null)
  const save = useSaveServices(studio_id)
  const resources = useResources(studio_id, 'live')
  const resourcesOfKind = (kind: ResourceKind) =>
    resources.data?.items.filter((resource) => resource.kind === kind) ?? []
  const texts = useTextOffer(studio_id)
  const pictures = usePicturesByOwner(studio_id)
  const saveServices = (services: SavedService[]) =>
    save.mutate({ studio_id, version, items: services }, { onSuccess: () => setOpenDialog(null) })
  const move = (service: StudioService, step: -1 | 1) => {
    const next = moveRow(items, service, step)
    if (next && !save.isPending) saveServices(toServicesInput(next))
  }
  const add = (
    <AddButton onClick={() => setOpenDialog({ service: null })} disabled={hasMaxServices(items)}>
      Add service
    </AddButton>
  )
  const editedService = openDialog?.service ?? null
  return (
    <>
      <Card
        title="Services"
        description="What clients choose from when they book."
        action={items.length > 0 && add}
        className={sectionTitleClasses}
      >
        {items.length === 0 && (
          <EmptyState icon={ListMusic} title="No services yet" action={add}>
            Without services, no sessions can be booked.
          </EmptyState>
        )}
        <ul aria-label="Services" className={rowListClasses}>
          {items.map((service, index) => (
            <ServiceRow
              key={service.key}
              service={service}
              picture={pictures.get(service.key)?.[0]}
              currency={currency}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(step) => move(service, step)}
              onEdit={() => setOpenDialog({ service })}
            />
          ))}
        </ul>
      </Card>
      {openDialog && (
        <ServiceDialog
          studio_id={studio_id}
          service={editedService}
          currency={currency}
          offersTexts={texts.data?.offered ?? false}
          rooms={resourcesOfKind('room')}
          people={resourcesOfKind('person')}
          pending={save.isPending}
          onSave={(savedService) =>
            saveServices(
              editedService
                ? toServicesInput(items).map((service) => (service.key === editedService.key ? savedService : service))
                : [...toServicesInput(items), savedService],
            )
          }
          onRemove={
            editedService && (() => saveServices(toServicesInput(items.filter((service) => service !== editedService))))
          }
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  )
}

/** Whether the price of a service has no other unit. */
const isPricedPerSession = (service: StudioService) =>
  service.pricing.unit === 'session' && Boolean(findLowestPrice(service).price_minor)

const furtherFactClasses = "max-md:whitespace-nowrap max-md:before:mx-1 max-md:before:content-['·'/'']"

type ServiceRowProps = {
  service: StudioService
  picture: Picture | undefined
  currency: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onEdit: () => void
}

function ServiceRow({ service, picture, currency, onEdit, ...rowPosition }: ServiceRowProps) {
  const { key, label, is_active, is_client_bookable } = service
  return (
    <li className={rowClasses}>
      {picture ? <Thumbnail picture={picture} /> : <IconTile icon={chooseServiceIcon(key)} />}
      <div className="grid min-w-0 flex-1 gap-0.5 md:grid-cols-[minmax(0,1fr)_12rem_9rem] md:items-center md:gap-x-4">
        <span className="flex min-w-0 items-center gap-x-2 *:not-first:shrink-0">
          <RowTitle name={label} onEdit={onEdit} />
          {!is_active && <Badge>Inactive</Badge>}
          {is_active && !is_client_bookable && <Badge>Studio only</Badge>}
        </span>
        {/* On phones they are one line, the price first. What does not fit wraps into a hidden line, so no word is cut. */}
        <span className="flex h-4 flex-wrap overflow-hidden text-xs text-muted-foreground md:contents">
          <span className={cx(furtherFactClasses, 'md:row-span-2 md:text-sm')}>{formatLengths(service)}</span>
          <span className="font-medium text-foreground tabular-nums max-md:-order-1 md:row-span-2 md:text-right md:text-sm">
            {priceOfferText(service, service.currency ?? currency)}
            {isPricedPerSession(service) && ' per session'}
          </span>
          <span className={cx(furtherFactClasses, 'empty:hidden md:col-start-1 md:row-start-2 md:truncate')}>
            {formatBookingFacts(service, currency)}
          </span>
        </span>
      </div>
      <RowButtons itemName={label} onEdit={onEdit} {...rowPosition} />
    </li>
  )
}
