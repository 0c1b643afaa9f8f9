import { studioTypeLabels, studioTypes } from '@studiohub/contract/features/studios/words.ts'
import { useEffect } from 'react'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { countryFor, listCountries } from '#lib/page/country-choices.ts'
import { arePlansOn } from '#lib/page/plans.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { OnboardingForm } from '../model/onboarding-form.ts'
import { PlanCards } from './plan-cards.tsx'

const types = studioTypes.map((value) => ({ value, label: studioTypeLabels[value] }))

/** The founder's studio details. */
export function StudioFields({ form }: { form: OnboardingForm }) {
  const { errors } = form.formState
  // The first field's message is about both fields, so the second one does not repeat it.
  const typeError = errors.studio_name && errors.studio_type ? 'The type is missing' : errors.studio_type?.message
  useEffect(() => {
    if (!form.getValues('country')) form.setValue('country', countryFor(browserTimeZone(), navigator.language))
  }, [form])
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Field label="Studio name" required error={errors.studio_name?.message}>
          {(control) => <Input {...control} {...form.register('studio_name')} autoComplete="organization" />}
        </Field>
        <Field label="Studio type" required error={typeError}>
          {(control) => (
            <Select {...control} {...form.register('studio_type')} choices={types} placeholder="Choose a type" />
          )}
        </Field>
        <Field
          label="Country"
          hint="Sets the format of dates, hours and prices in emails and on your page."
          error={errors.country?.message}
        >
          {(control) => (
            <Select
              {...control}
              {...form.register('country')}
              choices={listCountries()}
              placeholder="Choose a country"
            />
          )}
        </Field>
      </div>
      {arePlansOn() && <PlanCards form={form} />}
    </>
  )
}
