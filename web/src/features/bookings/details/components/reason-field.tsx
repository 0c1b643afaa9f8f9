import { CANCEL_REASON_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'

type ReasonFieldProps = { hint: string; rows: number; value: string; onChange: (reason: string) => void }

/** The optional reason of the studio for cancelling or declining. */
export function ReasonField({ hint, rows, value, onChange }: ReasonFieldProps) {
  return (
    <Field label="Reason" hint={hint}>
      {(control) => (
        <Textarea
          {...control}
          rows={rows}
          maxLength={CANCEL_REASON_MAX}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
