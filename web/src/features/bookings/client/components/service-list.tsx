import { lengthText } from '@studiohub/contract/shared/length.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { ServiceLines, tileLook } from '#features/bookings/components/service-tile.tsx'

type Service = {
  key: string
  label: string
  default_minutes: number
  price_minor: number | null
  currency: string | null
}

type ServiceListProps = { services: readonly Service[]; currency: string; onChoose: (key: string) => void }

/** The bookable services, one button each. */
export function ServiceList({ services, currency, onChoose }: ServiceListProps) {
  return (
    <ul className="grid gap-2">
      {services.map(({ key, label, default_minutes, price_minor, currency: own }) => (
        <li key={key}>
          <button type="button" onClick={() => onChoose(key)} className={tileLook}>
            <ServiceLines
              label={label}
              length={lengthText(default_minutes)}
              price={priceText(price_minor, own ?? currency)}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
