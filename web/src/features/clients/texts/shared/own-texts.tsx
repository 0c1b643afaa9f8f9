import { type FormEvent, useState } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useTexts, useUpdateTexts } from '../api.ts'

type OwnTextsProps = {
  studio: { id: string; name: string }
  client_id: string
  /** The number of the account, as a suggestion. */
  phone: string | null
  /** Renders nothing for clients who have agreed. */
  onlyOffer?: boolean
}

/** A client's own agreement to text reminders from a studio. Empty if text messages are not set up. */
export function OwnTexts({ studio, client_id, phone, onlyOffer = false }: OwnTextsProps) {
  const { data: texts } = useTexts(studio.id, client_id)
  const update = useUpdateTexts()
  const [typed, setTyped] = useState<string | null>(null)
  if (!texts || !(texts.offered || texts.phone) || (onlyOffer && texts.phone)) return null
  const { phone: number, stopped_at } = texts
  const value = typed ?? number ?? phone ?? ''
  const set = (agreed: boolean) =>
    update.mutate(
      { studio_id: studio.id, client_id, agreed, ...(agreed && { phone: value }) },
      {
        onSuccess: () => setTyped(null),
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set(true)
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
              setTyped(target.value)
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
        {(number === null || (typed !== null && typed !== number)) && (
          <Button type="submit" look="secondary" pending={update.isPending} pendingText="Saving...">
            {number === null ? 'Text me before my sessions' : 'Change the number'}
          </Button>
        )}
        {number !== null && (
          <Button look="secondary" pending={update.isPending} onClick={() => set(false)}>
            No more text messages
          </Button>
        )}
      </div>
    </form>
  )
}
