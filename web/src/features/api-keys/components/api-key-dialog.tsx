import { type ApiKey, type ApiKeyWithSecret, NewApiKey } from '@studiohub/contract/features/api-keys/schema.ts'
import {
  API_KEY_LABEL_MAX,
  type ApiKeyScope,
  apiKeyAreaNames,
  apiKeyAreas,
} from '@studiohub/contract/features/api-keys/words.ts'
import { useState } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateApiKey, useCreateOwnApiKey, useUpdateApiKey } from '../api.ts'
import { accessChoices, areaAccess, endOfDay, parseNetworks, withAccess } from '../model/api-key-text.ts'

type ApiKeyDialogProps = {
  /** Null for a personal key of the current user. */
  studio_id: string | null
  /** Null creates a key. */
  apiKey: ApiKey | null
  onCreated: (apiKey: ApiKeyWithSecret) => void
  onClose: () => void
}

/** Creates an API key, or changes its name, permissions, addresses and end. */
export function ApiKeyDialog({ studio_id, apiKey, onCreated, onClose }: ApiKeyDialogProps) {
  const create = useCreateApiKey()
  const createOwn = useCreateOwnApiKey()
  const update = useUpdateApiKey()
  const [addresses, setAddresses] = useState((apiKey?.networks ?? []).join('\n'))
  const form = useSchemaForm(NewApiKey, {
    label: apiKey?.label ?? '',
    scopes: apiKey?.scopes ?? [],
    networks: apiKey?.networks ?? [],
    ends_at: apiKey?.ends_at ?? null,
  })
  const onError = (error: Error) => showFieldErrors(form, ['label', 'scopes', 'networks', 'ends_at'], error)
  const submit = form.handleSubmit((input) => {
    if (apiKey) update.mutate({ id: apiKey.id, version: apiKey.version, ...input }, { onSuccess: onClose, onError })
    else if (studio_id === null) createOwn.mutate(input, { onSuccess: onCreated, onError })
    else create.mutate({ studio_id, ...input }, { onSuccess: onCreated, onError })
  })
  const { errors, isSubmitted } = form.formState
  const setOptions = { shouldDirty: true, shouldValidate: isSubmitted }
  return (
    <FormDialog
      title={apiKey ? `Edit ${apiKey.label}` : 'New API key'}
      submitLabel={apiKey ? 'Save API key' : 'Create API key'}
      pendingLabel="Saving..."
      isPending={create.isPending || createOwn.isPending || update.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <Field label="Name" hint="The activity log shows it." required error={errors.label?.message}>
        {(control) => (
          <Input {...control} {...form.register('label')} maxLength={API_KEY_LABEL_MAX} autoComplete="off" />
        )}
      </Field>
      <Permissions
        scopes={form.watch('scopes')}
        error={errors.scopes?.message}
        onChange={(scopes) => form.setValue('scopes', scopes, setOptions)}
      />
      <DateField
        label="Last day"
        hint="Without a date the key works until you revoke it."
        value={form.watch('ends_at')?.slice(0, 10) ?? ''}
        error={errors.ends_at?.message}
        onChange={({ target }) => form.setValue('ends_at', endOfDay(target.value), setOptions)}
      />
      <Field
        label="Addresses"
        hint="Addresses or networks from which it works, one per line. Leave it empty to allow all."
        error={errors.networks?.message ?? errors.networks?.[0]?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={addresses}
            onChange={({ target }) => {
              setAddresses(target.value)
              form.setValue('networks', parseNetworks(target.value), setOptions)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}

type PermissionsProps = {
  scopes: readonly string[]
  error: string | undefined
  onChange: (scopes: ApiKeyScope[]) => void
}

const isSensitive = (area: (typeof apiKeyAreaNames)[number]) => 'isSensitive' in apiKeyAreas[area]
const groups = [
  { label: 'Permissions', areas: apiKeyAreaNames.filter((area) => !isSensitive(area)) },
  { label: 'Sensitive permissions', areas: apiKeyAreaNames.filter(isSensitive) },
]

function Permissions({ scopes, error, onChange }: PermissionsProps) {
  const validScopes = apiKeyAreaNames.flatMap((area): ApiKeyScope[] => {
    const access = areaAccess(scopes, area)
    return access === '' ? [] : [`${area}:${access}`]
  })
  return (
    <div className="grid gap-4">
      {groups.map(({ label, areas }, index) => (
        <fieldset key={label} className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">{label}</legend>
          {areas.map((area) => (
            <div key={area} className="grid grid-cols-[1fr_9.5rem] items-center gap-3 text-sm">
              <span aria-hidden>{apiKeyAreas[area].label}</span>
              <Select
                aria-label={apiKeyAreas[area].label}
                choices={accessChoices(area)}
                value={areaAccess(scopes, area)}
                onChange={({ target }) => onChange(withAccess(validScopes, area, target.value))}
              />
            </div>
          ))}
          {index === 0 && error && (
            <p role="alert" className="text-sm text-cancelled">
              {error}
            </p>
          )}
        </fieldset>
      ))}
    </div>
  )
}
