import { BRING_MAX } from '@studiohub/contract/features/resources/schema.ts'
import {
  PERSON_TITLE_MAX,
  ROOMS_MAX,
  type SavedService,
  SERVICE_DESCRIPTION_MAX,
  SERVICE_LABEL_MAX,
  SERVICES_MAX,
  type StudioService,
} from '@studiohub/contract/features/resources/services/schema.ts'
import { noPersonText } from '@studiohub/contract/features/resources/words.ts'
import type { ComponentProps } from 'react'
import { useSchemaForm } from '#lib/forms/form.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { reminderChoices, reminderError } from '../model/reminders.ts'
import { ServiceForm, toServiceFields } from '../model/service-form.ts'
import { PicturesPart } from './pictures-part.tsx'
import { PricingFields } from './pricing-fields.tsx'

type ServiceDialogProps = {
  studio_id: string
  /** Whether text messages are set up. */
  offersTexts: boolean
  /** Null adds a service. */
  service: StudioService | null
  currency: string
  rooms: readonly { id: string; name: string }[]
  people: readonly { id: string; name: string }[]
  pending: boolean
  onSave: (service: SavedService) => void
  onRemove: (() => void) | null
  onClose: () => void
}

const AS_NUMBER = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }
const AS_OPTIONAL_NUMBER = { setValueAs: (text: unknown) => (text === '' || text === null ? null : Number(text)) }

/** Adds or edits a service: name, length, price and booking mode. */
export function ServiceDialog(props: ServiceDialogProps) {
  const { studio_id, service, currency, rooms, people, offersTexts, pending, onSave, onRemove, onClose } = props
  const form = useSchemaForm(ServiceForm, toServiceFields(service, currency))
  const submit = form.handleSubmit((fields) => {
    if (!pending) onSave({ ...fields, ...(service && { key: service.key }) })
  })
  return (
    <FormDialog
      title={service ? `Edit ${service.label}` : 'Add service'}
      submitLabel={service ? 'Save changes' : 'Add service'}
      pendingLabel="Saving..."
      isPending={pending}
      onSubmit={submit}
      onClose={onClose}
      below={
        <PicturesPart
          studio_id={studio_id}
          owner={service && { service_key: service.key }}
          name={service?.label ?? ''}
        />
      }
      extraAction={
        onRemove && (
          <Button look="quiet-danger" className="md:mr-auto" onClick={onRemove}>
            Remove service
          </Button>
        )
      }
    >
      <NameAndLengthFields form={form} />
      <RoomFields form={form} rooms={rooms} />
      {people.length > 0 && <NeededPeople form={form} people={people} />}
      <PricingFields form={form} rooms={rooms} />
      <BookingModeFields form={form} />
      <ReminderFields form={form} offersTexts={offersTexts} />
    </FormDialog>
  )
}

type PartProps = { form: ReturnType<typeof useServiceForm> }
const useServiceForm = () => useSchemaForm(ServiceForm, toServiceFields(null, 'USD'))

const MinutesInput = (props: ComponentProps<'input'>) => (
  <Input {...props} type="number" inputMode="numeric" min={5} max={1440} step={5} />
)

function NameAndLengthFields({ form }: PartProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label="Name" required error={errors.label?.message}>
        {(control) => <Input {...control} {...register('label')} maxLength={SERVICE_LABEL_MAX} data-autofocus />}
      </Field>
      <Field label="Description" hint="Optional. Clients see it." error={errors.description?.message}>
        {(control) => (
          <Textarea {...control} {...register('description')} rows={2} maxLength={SERVICE_DESCRIPTION_MAX} />
        )}
      </Field>
      <fieldset className="grid grid-cols-2 items-end gap-4 sm:grid-cols-4">
        <legend className="sr-only">Length in minutes</legend>
        <Field label="Default length (minutes)" required error={errors.default_minutes?.message}>
          {(control) => <MinutesInput {...control} {...register('default_minutes', AS_NUMBER)} />}
        </Field>
        <Field label="Shortest" error={errors.min_minutes?.message}>
          {(control) => (
            <MinutesInput {...control} {...register('min_minutes', AS_OPTIONAL_NUMBER)} placeholder="Any" />
          )}
        </Field>
        <Field label="Longest" error={errors.max_minutes?.message}>
          {(control) => (
            <MinutesInput {...control} {...register('max_minutes', AS_OPTIONAL_NUMBER)} placeholder="Any" />
          )}
        </Field>
        <Field label="In steps of" error={errors.step_minutes?.message}>
          {(control) => (
            <MinutesInput {...control} {...register('step_minutes', AS_OPTIONAL_NUMBER)} placeholder="Any" />
          )}
        </Field>
      </fieldset>
    </>
  )
}

/** The rooms of the service, and the number of people. */
function RoomFields({ form, rooms }: PartProps & Pick<ServiceDialogProps, 'rooms'>) {
  const { register, formState, watch, setValue } = form
  return (
    <>
      {rooms.length > 1 && (
        <CheckboxGroup
          label="Rooms"
          hint="Leave empty for all rooms"
          choices={rooms.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={watch('room_ids')}
          onChange={(ids) => setValue('room_ids', ids, { shouldDirty: true })}
        />
      )}
      {rooms.length > 1 && (
        <Field
          label="Rooms at once"
          hint="How many rooms clients can book together. Each room is charged separately."
          error={formState.errors.rooms_max?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...register('rooms_max', AS_NUMBER)}
              type="number"
              inputMode="numeric"
              min={1}
              max={ROOMS_MAX}
            />
          )}
        </Field>
      )}
      <Field label="People at most" hint="Leave empty for no limit" error={formState.errors.capacity?.message}>
        {(control) => (
          <Input {...control} {...register('capacity', AS_OPTIONAL_NUMBER)} type="number" inputMode="numeric" min={1} />
        )}
      </Field>
    </>
  )
}

/** The people of the service, and the word that clients see for them. Each booking needs one of these people. */
function NeededPeople({ form, people }: PartProps & Pick<ServiceDialogProps, 'people'>) {
  const { register, formState, watch, setValue } = form
  const personIds = watch('person_ids')
  return (
    <>
      <CheckboxGroup
        label="Needs one of these people"
        hint="Each booking by a client gets one of them who is free. If none is chosen, the service needs no person."
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={personIds}
        onChange={(ids) => setValue('person_ids', ids, { shouldDirty: true })}
        error={formState.errors.person_ids?.message}
      />
      {personIds.length > 0 && (
        <Field
          label="What clients call them"
          hint={`Clients see: ${noPersonText(watch('person_title'))}.`}
          error={formState.errors.person_title?.message}
        >
          {(control) => (
            <Input {...control} {...register('person_title')} placeholder="engineer" maxLength={PERSON_TITLE_MAX} />
          )}
        </Field>
      )}
    </>
  )
}

/** What clients should bring, and the times of reminders. */
function ReminderFields({ form, offersTexts }: PartProps & Pick<ServiceDialogProps, 'offersTexts'>) {
  const { register, formState, watch, setValue } = form
  const reminderHours = watch('reminder_hours')
  const textHours = watch('text_hours')
  return (
    <>
      <Field label="What to bring" hint="Optional. Reminders include it." error={formState.errors.bring?.message}>
        {(control) => <Textarea {...control} {...register('bring')} rows={2} maxLength={BRING_MAX} />}
      </Field>
      <Switch
        label="Own reminders"
        hint="If off, clients are reminded as set under Hours."
        checked={watch('has_own_reminders')}
        onChange={(isOn) => setValue('has_own_reminders', isOn, { shouldDirty: true })}
      />
      {watch('has_own_reminders') && (
        <CheckboxGroup
          label="Remind clients"
          hint="Leave empty for no reminders."
          choices={reminderChoices(reminderHours)}
          chosen={reminderHours}
          onChange={(hours) => setValue('reminder_hours', hours, { shouldDirty: true })}
          error={reminderError(reminderHours)}
        />
      )}
      {offersTexts && watch('has_own_reminders') && (
        <CheckboxGroup
          label="Remind by text message"
          hint="For clients who agreed."
          choices={reminderChoices(textHours)}
          chosen={textHours}
          onChange={(hours) => setValue('text_hours', hours, { shouldDirty: true })}
          error={reminderError(textHours)}
        />
      )}
    </>
  )
}

function BookingModeFields({ form }: PartProps) {
  const { watch, setValue } = form
  const dirty = { shouldDirty: true }
  return (
    <div className="grid gap-4">
      <Switch
        label="Clients can book it"
        hint="If off, only you can book it."
        checked={watch('is_client_bookable')}
        onChange={(isOn) => setValue('is_client_bookable', isOn, dirty)}
      />
      <Switch
        label="Confirm immediately"
        hint="If off, bookings by clients wait until you confirm them."
        checked={watch('auto_confirm')}
        disabled={!watch('is_client_bookable')}
        onChange={(isOn) => setValue('auto_confirm', isOn, dirty)}
      />
      <Switch
        label="Active"
        hint="When off, it can't be booked. Existing bookings stay."
        checked={watch('is_active')}
        onChange={(isOn) => setValue('is_active', isOn, dirty)}
      />
    </div>
  )
}

export const hasMaxServices = (services: readonly StudioService[]) => services.length >= SERVICES_MAX
