import type { PlatformUser } from '@studiohub/contract/features/admin/schema.ts'
import { suspensionDays } from '@studiohub/contract/features/admin/words.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSuspendUser } from '../api.ts'
import { nameOf } from '../parts/wording.ts'

const inWords = (days: number | null) => (days === null ? 'Until it is lifted' : days === 1 ? '1 day' : `${days} days`)
const choices = suspensionDays.map((days) => ({ value: String(days), label: inWords(days) }))

/** Shuts somebody out, for how long the operator says. */
export function SuspendDialog({ person, onClose }: { person: PlatformUser; onClose: () => void }) {
  const suspend = useSuspendUser()
  const [chosen, setChosen] = useState('null')
  const days = suspensionDays.find((one) => String(one) === chosen) ?? null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Suspend ${nameOf(person)}`}
      description="They are signed out everywhere and cannot sign in. Roles, bookings and projects stay as they are."
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Do not suspend
          </Button>
          <Button
            look="danger"
            pending={suspend.isPending}
            pendingText="Suspending..."
            onClick={() => suspend.mutate({ user_id: person.id, days }, { onSuccess: onClose })}
          >
            Suspend
          </Button>
        </>
      }
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
    </Dialog>
  )
}
