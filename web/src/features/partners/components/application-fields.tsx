import {
  PARTNERSHIP_MAX,
  partnershipTypeLabels,
  partnershipTypes,
} from '@studiohub/contract/features/partners/schema.ts'
import { HONEYPOT } from '@studiohub/contract/shared/honeypot.ts'
import { useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useApplicationForm } from '../parts/application-form.ts'

type Form = ReturnType<typeof useApplicationForm>['form']

const types = partnershipTypes.map((type) => ({ value: type, label: partnershipTypeLabels[type] }))

export function ApplicationForm() {
  const { form, submit, isReady, isSending } = useApplicationForm()
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <WhoFields form={form} />
      <Field label="Partnership type" required error={form.formState.errors.partnershipType?.message}>
        {(control) => (
          <Select
            {...control}
            {...form.register('partnershipType')}
            required
            choices={types}
            placeholder="Select a partnership type"
          />
        )}
      </Field>
      <MessageField form={form} />
      {/* Nobody sees this field; programs fill it in. */}
      <div aria-hidden="true" className="absolute -left-[200vw]">
        <label>
          Leave this empty
          <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button
        type="submit"
        size="large"
        disabled={!isReady}
        pending={isSending}
        pendingText="Submitting..."
        // Leaving a field can bring a message that moves the button away from under the pointer: stay in it until the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        Submit Application
      </Button>
    </form>
  )
}

function WhoFields({ form }: { form: Form }) {
  const { errors } = form.formState
  const field = (name: 'companyName' | 'contactName' | 'email' | 'phone') => ({
    ...form.register(name),
    maxLength: PARTNERSHIP_MAX[name],
    required: true,
  })
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Field label="Company name" required error={errors.companyName?.message}>
        {(control) => <Input {...control} {...field('companyName')} autoComplete="organization" />}
      </Field>
      <Field label="Contact name" required error={errors.contactName?.message}>
        {(control) => <Input {...control} {...field('contactName')} autoComplete="name" />}
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        {(control) => <Input {...control} {...field('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Phone" required error={errors.phone?.message}>
        {(control) => <Input {...control} {...field('phone')} type="tel" autoComplete="tel" />}
      </Field>
    </div>
  )
}

function MessageField({ form }: { form: Form }) {
  const message = useWatch({ control: form.control, name: 'message' }) ?? ''
  return (
    <Field
      label="Message"
      required
      error={form.formState.errors.message?.message}
      hint={`${message.length}/${PARTNERSHIP_MAX.message}`}
    >
      {(control) => (
        <Textarea
          {...control}
          {...form.register('message')}
          rows={6}
          required
          maxLength={PARTNERSHIP_MAX.message}
          placeholder="What do you do, and what would you like to do with us?"
        />
      )}
    </Field>
  )
}
