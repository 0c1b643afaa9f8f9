import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { suspensionDays } from '@studiohub/contract/features/admin/words.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { getDisplayName } from '../model/wording.ts'
import { useSuspendUser } from '../users-api.ts'

const formatDays = (days: number | null) =>
  days === null ? 'Until it is lifted' : days === 1 ? '1 day' : `${days} days`
const choices = suspensionDays.map((days) => ({ value: String(days), label: formatDays(days) }))

/** Suspends a user for some days, or until the suspension is lifted. */
export function SuspendDialog({ person, onClose }: { person: PlatformUser; onClose: () => void }) {
  const suspend = useSuspendUser()
  const [selected, setSelected] = useState('null')
  const days = suspensionDays.find((count) => String(count) === selected) ?? null
  return (
    <ConfirmDialog
      title={`Suspend ${getDisplayName(person)}`}
      description="They are signed out everywhere and cannot sign in. Roles, bookings and projects stay as they are."
      cancelLabel="Do not suspend"
      confirmLabel="Suspend"
      pendingLabel="Suspending..."
      isPending={suspend.isPending}
      onConfirm={() => suspend.mutate({ user_id: person.id, days }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label="For how long">
        {(control) => (
          <Select
            {...control}
            data-autofocus
            choices={choices}
            value={selected}
            onChange={({ target }) => setSelected(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
