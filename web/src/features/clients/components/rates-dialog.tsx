import { CLIENT_RATES_MAX } from '@studiohub/contract/features/clients/rates/schema.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { randomKey } from '#lib/server/random-key.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useUpdateRates } from '../api.ts'
import { type RateFields, readRate, toRateFields } from '../model/rates-form.ts'

type RatesDialogProps = {
  client: Client
  services: readonly StudioService[]
  /** The currency of the studio. */
  currency: string
  onClose: () => void
}

const kinds = [
  { value: 'percent', label: 'Percent off' },
  { value: 'hour', label: 'Own price per hour' },
]
const emptyRate: RateFields = { service_type: '', kind: 'percent', value: '' }

/** Edits the rates that a client pays instead of the listed prices. */
export function RatesDialog({ client, services, currency, onClose }: RatesDialogProps) {
  const update = useUpdateRates()
  const currencyOf = (key: string) => services.find((service) => service.key === key)?.currency ?? currency
  const [rows, setRows] = useState(() =>
    (client.rates.length > 0 ? client.rates.map((rate) => toRateFields(rate, currencyOf)) : [emptyRate]).map(
      (rate) => ({
        ...rate,
        id: randomKey(),
      }),
    ),
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const rates = rows.map((row) => readRate(row, rows, currencyOf))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const validRates = rates.flatMap((rate) => ('error' in rate ? [] : [rate]))
    if (validRates.length < rates.length || update.isPending) return
    const { studio_id, id: client_id, version } = client
    update.mutate({ studio_id, client_id, version, rates: validRates }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Own rates"
      description="They apply to new bookings. The client sees “your rate” next to the price."
      submitLabel="Save rates"
      pendingLabel="Saving..."
      isPending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      {rows.map((row, index) => {
        const rate = rates[index]
        return (
          <RateRow
            key={row.id}
            row={row}
            services={services}
            name={`rate ${index + 1}`}
            currency={currencyOf(row.service_type)}
            error={isSubmitted && rate && 'error' in rate ? rate.error : undefined}
            onChange={(changes) =>
              setRows(rows.map((current) => (current.id === row.id ? { ...current, ...changes } : current)))
            }
            onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
          />
        )
      })}
      {rows.length < CLIENT_RATES_MAX && (
        <Button
          look="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => setRows([...rows, { ...emptyRate, id: randomKey() }])}
        >
          <Plus aria-hidden />
          Add a rate
        </Button>
      )}
    </FormDialog>
  )
}

type RateRowProps = {
  row: RateFields
  /** For screen readers. */
  name: string
  services: readonly StudioService[]
  currency: string
  error: string | undefined
  onChange: (changes: Partial<RateFields>) => void
  onRemove: () => void
}

/** The fields of one rate. */
function RateRow({ row, name, services, currency, error, onChange, onRemove }: RateRowProps) {
  return (
    <fieldset className="relative grid items-start gap-4 pr-12 sm:grid-cols-3">
      <legend className="sr-only">{name}</legend>
      <Field label="Service">
        {(control) => (
          <Select
            {...control}
            placeholder="Every other service"
            choices={services.map(({ key, label }) => ({ value: key, label }))}
            value={row.service_type}
            onChange={({ target }) => onChange({ service_type: target.value })}
          />
        )}
      </Field>
      <Field label="Rate">
        {(control) => (
          <Select
            {...control}
            choices={kinds}
            value={row.kind}
            onChange={({ target }) => onChange({ kind: target.value === 'hour' ? 'hour' : 'percent' })}
          />
        )}
      </Field>
      <Field label={row.kind === 'hour' ? `Price (${currency})` : 'Percent'} error={error}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={row.value}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        )}
      </Field>
      <div className="absolute top-6 right-0">
        <IconButton name={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  )
}
