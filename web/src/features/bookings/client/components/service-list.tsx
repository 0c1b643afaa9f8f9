import { usualLengthText } from '@studiohub/contract/features/availability/choices/rules.ts'
import { priceAndUnitTexts } from '@studiohub/contract/features/prices/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ServiceLines, tileClasses } from '#features/bookings/components/service-tile.tsx'
import { useServiceCovers } from '../api.ts'

type ServiceListProps = {
  studio: Pick<Studio, 'slug' | 'is_active'>
  services: readonly StudioService[]
  currency: string
  onChoose: (key: string) => void
}

/** The bookable services, one button each. */
export function ServiceList({ studio, services, currency, onChoose }: ServiceListProps) {
  const covers = useServiceCovers(studio)
  return (
    <ul className="grid gap-2">
      {services.map((service) => (
        <li key={service.key}>
          <button type="button" onClick={() => onChoose(service.key)} className={tileClasses}>
            <ServiceLines
              label={service.label}
              length={usualLengthText(service)}
              cover={covers?.get(service.key)}
              {...priceAndUnitTexts(service, service.currency ?? currency)}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
