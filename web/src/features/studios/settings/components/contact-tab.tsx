import { type Studio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { Email } from '@studiohub/contract/shared/text.ts'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { z } from 'zod'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSettings } from '../hooks/use-settings.ts'

const { location, contact_phone, links, websites } = StudioChanges.shape
const textField = (schema: typeof location) => z.string().pipe(schema.unwrap().unwrap())
// One address per line.
const addressLines = z.string().transform((text) => text.split(/\s+/).filter(Boolean))
const Contact = z.object({
  contact_email: z.union([z.literal(''), Email]),
  contact_phone: textField(contact_phone),
  location: textField(location),
  links: addressLines.pipe(links.unwrap()),
  websites: addressLines.pipe(websites.unwrap()),
  shows_people: z.boolean(),
  visitors_can_book: z.boolean(),
})
const fields = [
  { name: 'contact_email', label: 'Email' },
  { name: 'contact_phone', label: 'Phone' },
  { name: 'location', label: 'Location' },
  { name: 'links', label: 'Links' },
  { name: 'websites', label: 'Your websites' },
  { name: 'shows_people', label: 'Show people' },
  { name: 'visitors_can_book', label: 'Visitors can book without an account' },
] as const

const toFields = ({ contact_email, contact_phone: phone, location: address, ...rest }: Studio) => ({
  contact_email: contact_email ?? '',
  contact_phone: phone ?? '',
  location: address ?? '',
  links: rest.links.join('\n'),
  websites: rest.websites.join('\n'),
  shows_people: rest.shows_people,
  visitors_can_book: rest.visitors_can_book,
})

// The error of an address in a list is stored under its index.
const listError = (error: ListError | undefined) =>
  error?.message ?? [error].flat().find((itemError) => itemError?.message)?.message
type ListError = { message?: string | undefined } & Partial<Record<number, { message?: string | undefined }>>

const embedCode = (slug: string) =>
  `<script async src="${window.location.origin}/embed.js" data-studio="${slug}"></script>`

/**
 * The studio's location and contact data, and other content of its public page. Replies to the studio's emails go to its email
 * address.
 */
export function ContactTab({ studio }: { studio: Studio }) {
  const { form, submit, bar } = useSettings({
    studio,
    tab: 'contact',
    schema: Contact,
    toFields,
    fields,
    // An empty field deletes the value.
    toChanges: (values, isChanged) =>
      Object.fromEntries(
        fields
          .filter(({ name }) => isChanged(name))
          .map(({ name }) => [name, values[name] === '' ? null : values[name]]),
      ),
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <Card
        title="Contact Information"
        description="For your clients, in emails and calendars."
        className={sectionTitleClasses}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Email" hint="Replies to your studio's emails go here." error={errors.contact_email?.message}>
            {(control) => <Input {...control} {...form.register('contact_email')} type="email" autoComplete="email" />}
          </Field>
          <Field label="Phone" error={errors.contact_phone?.message}>
            {(control) => <Input {...control} {...form.register('contact_phone')} type="tel" autoComplete="tel" />}
          </Field>
        </div>
        <Field label="Location" hint="Shown in your clients' calendars." error={errors.location?.message}>
          {(control) => <Input {...control} {...form.register('location')} autoComplete="street-address" />}
        </Field>
      </Card>
      <Card
        title="Public page"
        description="Everyone can see this page. It shows your services, times and contact."
        action={
          <ButtonLink look="secondary" className="max-md:min-h-11">
            <Link to={paths.publicPage(studio.slug)} target="_blank">
              View page
              <ExternalLink aria-hidden />
            </Link>
          </ButtonLink>
        }
      >
        <Field label="Links" hint="One address per line, such as your portfolio." error={listError(errors.links)}>
          {(control) => <Textarea {...control} {...form.register('links')} rows={3} />}
        </Field>
        <Switch
          label="Show people"
          hint="Shows the people who can be booked, from Rooms & Equipment."
          checked={form.watch('shows_people')}
          onChange={(isOn) => form.setValue('shows_people', isOn, { shouldDirty: true })}
        />
        <Switch
          label="Visitors can book without an account"
          hint="They enter a name and email, and confirm with a link that we email them, within 15 minutes."
          checked={form.watch('visitors_can_book')}
          onChange={(isOn) => form.setValue('visitors_can_book', isOn, { shouldDirty: true })}
        />
      </Card>
      <Card
        title="Your own website"
        description="Add your websites, save, and paste this line where the booking form should be."
      >
        <Field
          label="Your websites"
          hint="One address per line. No other website can show the form."
          error={listError(errors.websites)}
        >
          {(control) => (
            <Textarea {...control} {...form.register('websites')} rows={2} placeholder="https://www.example.com" />
          )}
        </Field>
        <CopyField
          label="Code for your website"
          url={embedCode(studio.slug)}
          copiedText="Code copied to clipboard"
          canOpen={false}
        />
      </Card>
      <SaveBar {...bar} />
    </form>
  )
}
