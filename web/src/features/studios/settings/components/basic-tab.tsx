import { type Studio, StudioChanges, WeekStart } from '@studiohub/contract/features/studios/schema.ts'
import { studioTypeLabels, studioTypes } from '@studiohub/contract/features/studios/words.ts'
import { Country } from '@studiohub/contract/shared/time.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { listCountries } from '#lib/page/country-choices.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { type Choice, Select } from '#ui/select.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSettings } from '../hooks/use-settings.ts'
import { ZoneChangeConflicts } from './blocking-bookings.tsx'

const Basics = StudioChanges.pick({
  name: true,
  type: true,
  timezone: true,
  currency: true,
  is_active: true,
  approve_new_clients: true,
  crew_changes_sessions: true,
  crew_sees_contacts: true,
  crew_sees_prices: true,
})
  .required()
  // Empty for a studio without a country.
  .extend({ country: Country.or(z.literal('')), week_starts_on: z.string().transform(Number).pipe(WeekStart) })
const types = studioTypes.map((value) => ({ value, label: studioTypeLabels[value] }))
const zoneText = (zone: string) => zone.replaceAll('_', ' ')
const typeText = (type: string) => types.find(({ value }) => value === type)?.label ?? type
const fields = [
  { name: 'name', label: 'Studio name' },
  { name: 'type', label: 'Type', formatValue: typeText },
  { name: 'timezone', label: 'Time zone', formatValue: zoneText },
  { name: 'country', label: 'Country', formatValue: (code: string) => countryText(code) },
  { name: 'week_starts_on', label: 'Weeks start on', formatValue: (day: unknown) => weekStartText(day) },
  { name: 'currency', label: 'Currency' },
  { name: 'is_active', label: 'Accepting bookings' },
  { name: 'approve_new_clients', label: 'Approve new clients' },
  { name: 'crew_changes_sessions', label: 'Crew can change their sessions' },
  { name: 'crew_sees_contacts', label: 'Crew can see client contacts' },
  { name: 'crew_sees_prices', label: 'Crew can see prices' },
] as const

const toFields = (studio: Studio) => ({
  name: studio.name,
  type: studio.type,
  timezone: studio.timezone,
  currency: studio.currency,
  country: studio.country ?? '',
  week_starts_on: String(studio.week_starts_on),
  is_active: studio.is_active,
  approve_new_clients: studio.approve_new_clients,
  crew_changes_sessions: studio.crew_changes_sessions,
  crew_sees_contacts: studio.crew_sees_contacts,
  crew_sees_prices: studio.crew_sees_prices,
})

type Form = UseFormReturn<z.input<typeof Basics>, unknown, z.output<typeof Basics>>

/** The studio's name, time zone, currency, and approval of new clients. */
export function BasicTab({ studio }: { studio: Studio }) {
  const { form, submit, error, bar } = useSettings({
    studio,
    tab: 'basic',
    schema: Basics,
    toFields,
    fields,
    toChanges: (values, isChanged) =>
      Object.fromEntries(fields.filter(({ name }) => isChanged(name)).map(({ name }) => [name, values[name]])),
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <BasicFields form={form} error={error} />
      <StatusSwitches form={form} />
      <CrewSwitches form={form} />
      <StudioLinks slug={studio.slug} />
      <SaveBar {...bar} />
    </form>
  )
}

const pairClasses = 'grid items-start gap-4 sm:grid-cols-2'

function BasicFields({ form, error }: { form: Form; error: unknown }) {
  const { errors } = form.formState
  return (
    <Card title="Basic Information" description="Shown to your clients and crew." className={sectionTitleClasses}>
      <div className={pairClasses}>
        <Field label="Studio name" required error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="organization" />}
        </Field>
        <Field label="Type" required error={errors.type?.message}>
          {(control) => <Select {...control} {...form.register('type')} choices={types} />}
        </Field>
      </div>
      <div className={pairClasses}>
        <ComboboxField
          form={form}
          name="country"
          label="Country"
          hint="Sets the format of dates, hours and prices in emails and on your page."
          choices={countryChoices}
        />
        <ComboboxField
          form={form}
          name="timezone"
          label="Time zone"
          hint="Upcoming sessions keep their date and time."
          choices={zones}
        />
      </div>
      <ZoneChangeConflicts error={error} />
      <div className={pairClasses}>
        <Field label="Weeks start on" error={errors.week_starts_on?.message}>
          {(control) => <Select {...control} {...form.register('week_starts_on')} choices={weekStarts} />}
        </Field>
        <ComboboxField
          form={form}
          name="currency"
          label="Currency"
          hint="For new prices. Existing bookings keep their currency."
          choices={currencies}
        />
      </div>
    </Card>
  )
}

type ComboboxFieldProps = {
  form: Form
  name: 'timezone' | 'currency' | 'country'
  label: string
  hint: string
  choices: readonly Choice[]
}

function ComboboxField({ form, name, label, hint, choices }: ComboboxFieldProps) {
  const value = form.watch(name)
  // Browsers do not list former names of time zones.
  const isListed = choices.some((choice) => choice.value === value)
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {(control) => (
        <Combobox
          {...control}
          choices={isListed || value === '' ? choices : [{ value, label: value }, ...choices]}
          value={value}
          onChange={(next) => form.setValue(name, next, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </Field>
  )
}

type StatusField =
  | 'is_active'
  | 'approve_new_clients'
  | 'crew_changes_sessions'
  | 'crew_sees_contacts'
  | 'crew_sees_prices'

const createSwitchSetter = (form: Form) => (name: StatusField) => (value: boolean) =>
  form.setValue(name, value, { shouldDirty: true })

function StatusSwitches({ form }: { form: Form }) {
  const setSwitch = createSwitchSetter(form)
  return (
    <Card title="Status">
      <Switch
        label="Accepting bookings"
        hint="If off, the studio accepts no new bookings or members and is not listed publicly. Your pages and sign-in still work."
        checked={form.watch('is_active')}
        onChange={setSwitch('is_active')}
      />
      <Switch
        label="Approve new clients"
        hint="People who sign up wait until you approve them."
        checked={form.watch('approve_new_clients')}
        onChange={setSwitch('approve_new_clients')}
      />
    </Card>
  )
}

function CrewSwitches({ form }: { form: Form }) {
  const setSwitch = createSwitchSetter(form)
  return (
    <Card title="Crew permissions">
      <Switch
        label="Crew can change their sessions"
        hint="Crew confirm and move the sessions that they are assigned to, and change nothing else."
        checked={form.watch('crew_changes_sessions')}
        onChange={setSwitch('crew_changes_sessions')}
      />
      <Switch
        label="Crew can see client contacts"
        hint="If on, crew also see the email address, phone and company of clients, not only the name."
        checked={form.watch('crew_sees_contacts')}
        onChange={setSwitch('crew_sees_contacts')}
      />
      <Switch
        label="Crew can see prices"
        hint="If on, crew also see prices, deposits and fees of sessions. Crew at the desk always do."
        checked={form.watch('crew_sees_prices')}
        onChange={setSwitch('crew_sees_prices')}
      />
    </Card>
  )
}

const weekStarts = [
  { value: '0', label: 'Sunday' },
  { value: '1', label: 'Monday' },
  { value: '6', label: 'Saturday' },
]
const weekStartText = (day: unknown) => weekStarts.find(({ value }) => value === String(day))?.label ?? ''
const countryChoices = listCountries()
const countryText = (code: string) => countryChoices.find(({ value }) => value === code)?.label ?? 'None'
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
  value,
  label: zoneText(value),
}))
const currencies = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} - ${currencyNames.of(value) ?? value}`,
}))

function StudioLinks({ slug }: { slug: string }) {
  const toFullUrl = (path: string) => window.location.origin + path
  return (
    <Card title="Links" description="Share these with your clients and your crew.">
      <CopyField
        label="Booking link"
        hint="Visitors see your services and free times, and book with a new account."
        url={toFullUrl(paths.bookingLink(slug))}
        copiedText="URL copied to clipboard"
      />
      <CopyField
        label="Sign-up link"
        hint="People who sign up here become clients of your studio."
        url={toFullUrl(paths.signupLink(slug))}
        copiedText="URL copied to clipboard"
      />
      <CopyField
        label="Sign-in URL"
        hint="Your own sign-in page, under your brand."
        url={toFullUrl(paths.signinLink(slug))}
        copiedText="URL copied to clipboard"
      />
    </Card>
  )
}
