import { type Studio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { Email } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { useSettings } from '../hooks/use-settings.ts'

const { location, contact_phone } = StudioChanges.shape
const text = (schema: typeof location) => z.string().pipe(schema.unwrap().unwrap())
const Contact = z.object({
  contact_email: z.union([z.literal(''), Email]),
  contact_phone: text(contact_phone),
  location: text(location),
})
const fields = [
  { name: 'contact_email', label: 'Email' },
  { name: 'contact_phone', label: 'Phone' },
  { name: 'location', label: 'Location' },
] as const

const fieldsOf = ({ contact_email, contact_phone: phone, location: place }: Studio) => ({
  contact_email: contact_email ?? '',
  contact_phone: phone ?? '',
  location: place ?? '',
})

/** The studio's location and contact data. Replies to its emails go to its address. */
export function ContactTab({ studio }: { studio: Studio }) {
  const { form, submit, bar } = useSettings({
    studio,
    part: 'contact',
    schema: Contact,
    fieldsOf,
    fields,
    // An emptied field deletes its value.
    changesOf: (read, isChanged) =>
      Object.fromEntries(fields.filter(({ name }) => isChanged(name)).map(({ name }) => [name, read[name] || null])),
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid max-w-2xl gap-6">
      <Card title="Contact Information" description="For your clients, in emails and calendars.">
        <Field label="Email" hint="Replies to your studio's emails go here." error={errors.contact_email?.message}>
          {(control) => <Input {...control} {...form.register('contact_email')} type="email" autoComplete="email" />}
        </Field>
        <Field label="Phone" error={errors.contact_phone?.message}>
          {(control) => <Input {...control} {...form.register('contact_phone')} type="tel" autoComplete="tel" />}
        </Field>
        <Field label="Location" hint="Shown in your clients' calendars." error={errors.location?.message}>
          {(control) => <Input {...control} {...form.register('location')} autoComplete="street-address" />}
        </Field>
      </Card>
      <SaveBar {...bar} />
    </form>
  )
}
