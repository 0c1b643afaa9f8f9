import type { ClientRate } from '@studiohub/contract/features/clients/rates/schema.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useState } from 'react'
import { useActiveStudio } from '#features/profile/api.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { Button } from '#ui/button.tsx'
import { RatesDialog } from './rates-dialog.tsx'

/** The rates that a client pays instead of the listed prices. */
export function RatesSection({ client }: { client: Client }) {
  const { studio } = useActiveStudio()
  const { data: services } = useServices(client.studio_id)
  const [isOpen, setOpen] = useState(false)
  if (!studio || !services) return null
  const textOf = ({ service_type, percent_off, hour_minor }: ClientRate) => {
    const service = services.find(({ key }) => key === service_type)
    const name = service_type === null ? 'Every other service' : (service?.label ?? service_type)
    if (hour_minor === null) return `${name}: ${percent_off}% off`
    return `${name}: ${moneyText(hour_minor, service?.currency ?? studio.currency)} per hour`
  }
  return (
    <section aria-label="Own rates" className="grid grid-cols-1 gap-1 text-sm">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-semibold">Own rates</h3>
        <Button look="secondary" size="small" className="max-md:min-h-11" onClick={() => setOpen(true)}>
          {client.rates.length === 0 ? 'Set a rate' : 'Change rates'}
        </Button>
      </div>
      {client.rates.length === 0 && <p className="text-muted-foreground">This client pays your listed prices.</p>}
      <ul className="grid gap-1 empty:hidden">
        {client.rates.map((rate) => (
          <li key={rate.service_type}>{textOf(rate)}</li>
        ))}
      </ul>
      {isOpen && (
        <RatesDialog client={client} services={services} currency={studio.currency} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
