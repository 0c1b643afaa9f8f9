import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { ServiceTile } from '../../parts/service-tile.tsx'

/** A service in the words of the page. */
export type Offered = { key: string; label: string; length: string; price: string }

export const offeredOf = ({ key, label, default_minutes, price_minor, currency }: PublicService): Offered => ({
  key,
  label,
  length: lengthText(default_minutes),
  price: priceText(price_minor, currency),
})

type ServicesToBookProps = {
  offered: readonly Offered[]
  /** The studio's. */
  name: string
  /** Whether it takes bookings; null in the page that is written for any studio, which holds both answers. */
  isOpen: boolean | null
  /** Left out while the page is being made ready. */
  onChoose?: (key: string) => void
}

/** What a studio offers. The server writes it into the page (`data-each`), so that it is there before any script. */
export function ServicesToBook({ offered, name, isOpen, onChoose }: ServicesToBookProps) {
  return (
    <>
      <h1 className="text-xl font-semibold">Book a session at {name}</h1>
      {isOpen !== true && (
        <p data-when="no_is_active" className="rounded-md border border-border bg-card p-4">
          This studio takes no new bookings at the moment.
        </p>
      )}
      {isOpen !== false && (
        <section data-when="is_active" className="grid gap-3">
          <h2 className="text-sm text-muted-foreground">Choose a service to see when it is free</h2>
          <ul className="grid gap-2">
            {offered.map(({ key, label, length, price }) => (
              <li key={key} data-each="service">
                <ServiceTile {...{ label, length, price }} onChoose={onChoose ? () => onChoose(key) : null} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
