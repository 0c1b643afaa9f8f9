import { listServicePictures, usualLengthText } from '@studiohub/contract/features/availability/choices/rules.ts'
import { priceAndUnitTexts } from '@studiohub/contract/features/prices/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { ServiceLines, tileClasses } from '#features/bookings/components/service-tile.tsx'
import { usePictures } from '../api.ts'

type ServiceListProps = {
  studio_id: string
  services: readonly StudioService[]
  currency: string
  onChoose: (key: string) => void
}

/** A small picture for each service, as in the public list: its own or one of its rooms. */
function useServiceCovers(studio_id: string, services: readonly StudioService[]) {
  const { data: pictures = [] } = usePictures(studio_id)
  const ofRooms = Map.groupBy(pictures, ({ resource_id }) => resource_id)
  ofRooms.delete(null)
  const urls = listServicePictures(
    services.map(({ key, room_ids }) => ({
      room_ids,
      pictures: pictures.filter(({ service_key }) => service_key === key),
    })),
    [...ofRooms].map(([id, roomPictures]) => ({ id: id ?? '', pictures: roomPictures })),
  )
  return urls.map((url) => pictures.find(({ small_url }) => small_url === url))
}

/** The bookable services, one button each. */
export function ServiceList({ studio_id, services, currency, onChoose }: ServiceListProps) {
  const covers = useServiceCovers(studio_id, services)
  return (
    <ul className="grid gap-2">
      {services.map((service, index) => (
        <li key={service.key}>
          <button type="button" onClick={() => onChoose(service.key)} className={tileClasses}>
            <ServiceLines
              label={service.label}
              length={usualLengthText(service)}
              cover={covers[index]}
              {...priceAndUnitTexts(service, service.currency ?? currency)}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
