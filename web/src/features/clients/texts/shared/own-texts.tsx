import { type FormEvent, useState } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useTextConsent, useUpdateTextConsent } from '../api.ts'

type OwnTextsProps = {
  studio: { id: string; name: string }
  client_id: string
  /** The phone number of the account, which is suggested. */
  phone: string | null
  /** Renders nothing for clients who have agreed. */
  onlyOffer?: boolean
}

/** Lets a client agree to text reminders from a studio. Renders nothing if text messages are not set up. */
export function OwnTexts({ studio, client_id, phone, onlyOffer = false }: OwnTextsProps) {
  const { data: consent } = useTextConsent(studio.id, client_id)
  const update = useUpdateTextConsent()
  const [typedNumber, setTypedNumber] = useState<string | null>(null)
  if (!consent || !(consent.offered || consent.phone) || (onlyOffer && consent.phone)) return null
  const { phone: number, stopped_at } = consent
  const value = typedNumber ?? number ?? phone ?? ''
  const setAgreed = (agreed: boolean) =>
    update.mutate(
      { studio_id: studio.id, client_id, agreed, ...(agreed && { phone: value }) },
      {
        onSuccess: () => setTypedNumber(null),
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAgreed(true)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Text reminders">
      <Field
        label="Mobile number for reminders"
        hint={`${studio.name} texts you before your sessions. Reply STOP to any message to end them.`}
        error={update.error ? describeError(update.error).fields.phone : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="tel"
            value={value}
            onChange={({ target }) => {
              update.reset()
              setTypedNumber(target.value)
            }}
          />
        )}
      </Field>
      {stopped_at && (
        <p role="status" className="text-sm">
          This number answered STOP. Send START to the number of our last message to get reminders again.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(number === null || (typedNumber !== null && typedNumber !== number)) && (
          <Button type="submit" look="secondary" pending={update.isPending} pendingText="Saving...">
            {number === null ? 'Text me before my sessions' : 'Change the number'}
          </Button>
        )}
        {number !== null && (
          <Button look="secondary" pending={update.isPending} onClick={() => setAgreed(false)}>
            Stop text messages
          </Button>
        )}
      </div>
    </form>
  )
}
