import { NewWebhook, type Webhook, type WebhookWithSecret } from '@studiohub/contract/features/webhooks/schema.ts'
import { eventGroups, WEBHOOK_LABEL_MAX, WEBHOOK_URL_MAX } from '@studiohub/contract/features/webhooks/words.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { useCreateWebhook, useUpdateWebhook } from '../api.ts'

type WebhookDialogProps = {
  studio_id: string
  /** The webhook to edit; null to add one. */
  webhook: Webhook | null
  onCreated: (webhook: WebhookWithSecret) => void
  onClose: () => void
}

/** Adds a webhook, or changes its name, address and events. */
export function WebhookDialog({ studio_id, webhook, onCreated, onClose }: WebhookDialogProps) {
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const form = useSchemaForm(NewWebhook, {
    label: webhook?.label ?? '',
    url: webhook?.url ?? 'https://',
    events: webhook?.events ?? [],
  })
  const onError = (error: Error) => showFieldErrors(form, ['label', 'url', 'events'], error)
  const submit = form.handleSubmit((input) => {
    if (webhook) update.mutate({ id: webhook.id, version: webhook.version, ...input }, { onSuccess: onClose, onError })
    else create.mutate({ studio_id, ...input }, { onSuccess: onCreated, onError })
  })
  const { errors } = form.formState
  const selectedEvents = form.watch('events')
  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.label}` : 'New webhook'}
      submitLabel={webhook ? 'Save webhook' : 'Add webhook'}
      pendingLabel="Saving..."
      isPending={create.isPending || update.isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      <Field label="Name" required error={errors.label?.message}>
        {(control) => (
          <Input {...control} {...form.register('label')} maxLength={WEBHOOK_LABEL_MAX} autoComplete="off" />
        )}
      </Field>
      <Field label="Address" hint="We send each event to it as a POST request." required error={errors.url?.message}>
        {(control) => (
          <Input {...control} {...form.register('url')} type="url" maxLength={WEBHOOK_URL_MAX} autoComplete="off" />
        )}
      </Field>
      <Events
        selected={selectedEvents}
        error={errors.events?.message}
        onChange={(events) =>
          form.setValue('events', events, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
    </FormDialog>
  )
}

type EventsProps = { selected: readonly string[]; error: string | undefined; onChange: (events: string[]) => void }

function Events({ selected, error, onChange }: EventsProps) {
  return (
    <div className="grid gap-4">
      {eventGroups.map(({ label, events }, index) => {
        const groupEvents = Object.keys(events)
        return (
          <CheckboxGroup
            key={label}
            label={label}
            choices={Object.entries(events).map(([value, text]) => ({ value, label: text }))}
            chosen={selected.filter((event) => groupEvents.includes(event))}
            error={index === eventGroups.length - 1 ? error : undefined}
            onChange={(newEvents) =>
              onChange([...selected.filter((event) => !groupEvents.includes(event)), ...newEvents])
            }
          />
        )
      })}
    </div>
  )
}
