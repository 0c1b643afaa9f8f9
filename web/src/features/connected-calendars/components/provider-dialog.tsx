import {
  type CalendarProviderKind,
  calendarProviderNames,
} from '@studiohub/contract/features/connected-calendars/words.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { usePageReturn } from '#lib/page/use-page-return.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateGrant } from '../api.ts'
import { GeneralError } from './failure.tsx'

type ProviderDialogProps = {
  studio_id: string
  kind: CalendarProviderKind
  /** The people or rooms whose calendars can be connected. */
  resources: readonly { id: string; name: string }[]
  intro: ReactNode
  onClose: () => void
}

/** Connects calendars by consent. The browser then opens the provider's page, which asks for it. */
export function ProviderDialog({ studio_id, kind, resources, intro, onClose }: ProviderDialogProps) {
  const create = useCreateGrant()
  usePageReturn(create.reset)
  const onlyResource = resources.length === 1 ? resources[0] : undefined
  const [resource_id, setResource] = useState(onlyResource?.id ?? '')
  const [error, setError] = useState<string>()
  const name = calendarProviderNames[kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(resource_id === '' ? 'Choose a person or a room' : undefined)
    if (resource_id === '') return
    create.mutate({ studio_id, resource_id, kind }, { onSuccess: ({ url }) => window.location.assign(url) })
  }
  return (
    <FormDialog
      title="Connect a calendar"
      description={`${name} asks you for permission. Then you choose the calendars.`}
      submitLabel={`Continue with ${name}`}
      pendingLabel={`Opening ${name}...`}
      isPending={create.isPending || create.isSuccess}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
      intro={intro}
    >
      <GeneralError error={create.error} />
      {!onlyResource && (
        <Field label="Blocks the time of" required error={error}>
          {(control) => (
            <Select
              {...control}
              choices={resources.map(({ id, name: label }) => ({ value: id, label }))}
              placeholder="Select a room or person"
              value={resource_id}
              onChange={(event) => setResource(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="text-sm text-muted-foreground">
        We read when your calendars are busy, and add confirmed sessions to the one you choose. The studio never sees
        what else is in them.
      </p>
    </FormDialog>
  )
}
