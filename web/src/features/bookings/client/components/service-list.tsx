import { listOfferedLengths } from '@studiohub/contract/features/availability/choices/rules.ts'
import { priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { ServiceLines, tileClasses } from '#features/bookings/components/service-tile.tsx'
import { usePictures } from '../api.ts'

type ServiceListProps = {
  studio_id: string
  services: readonly StudioService[]
  currency: string
  onChoose: (key: string) => void
}

/** '2 h', or 'from 2 h' if the client chooses the length. */
function lengthRangeText(service: StudioService): string {
  const lengths = listOfferedLengths(service)
  return lengths.length > 1 ? `from ${lengthText(Math.min(...lengths))}` : lengthText(service.default_minutes)
}

/** The bookable services, one button each. */
export function ServiceList({ studio_id, services, currency, onChoose }: ServiceListProps) {
  const { data: pictures } = usePictures(studio_id)
  return (
    <ul className="grid gap-2">
      {services.map((service) => (
        <li key={service.key}>
          <button type="button" onClick={() => onChoose(service.key)} className={tileClasses}>
            <ServiceLines
              label={service.label}
              length={lengthRangeText(service)}
              cover={pictures?.find(({ service_key }) => service_key === service.key)}
              price={priceOfferText(service, service.currency ?? currency)}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
