import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { suspensionDays } from '@studiohub/contract/features/admin/words.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useSuspendUser } from '../api.ts'
import { getDisplayName } from '../model/wording.ts'

const formatDays = (days: number | null) =>
  days === null ? 'Until it is lifted' : days === 1 ? '1 day' : `${days} days`
const choices = suspensionDays.map((days) => ({ value: String(days), label: formatDays(days) }))

/** Suspends a user for a chosen time. */
export function SuspendDialog({ person, onClose }: { person: PlatformUser; onClose: () => void }) {
  const suspend = useSuspendUser()
  const [chosen, setChosen] = useState('null')
  const days = suspensionDays.find((one) => String(one) === chosen) ?? null
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
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
