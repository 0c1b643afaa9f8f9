import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  createFormControl,
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormRegister,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { getChangedFields, useFormDraft } from './form-draft.ts'

/**
 * A form that a schema of the contract validates: when a changed field loses focus, and on submit. An invalid submit focuses
 * the first invalid field. Input survives an expired session.
 * @param survivesLeaving for a form in one of several tabs: its input is restored when the user comes back
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  { survivesLeaving = false } = {},
): UseFormReturn<Input, unknown, Output> {
  const options: UseFormProps<Input, unknown, Output> = {
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
  }
  const [formControl] = useState(() => createControl(options))
  const form = useForm<Input, unknown, Output>({ ...options, formControl })
  useFormDraft(form, defaultValues, survivesLeaving)
  return form
}

/**
 * A form control that does not validate an unchanged field on blur. An error that appears on blur moves the form between pressing
 * and releasing the mouse, so the click that caused the blur would miss its target.
 */
function createControl<Input extends FieldValues, Output>(options: UseFormProps<Input, unknown, Output>) {
  const { formControl } = createFormControl<Input, unknown, Output>(options)
  const { register } = formControl
  const registerWithBlurFilter: UseFormRegister<Input> = (name, rules) => {
    const field = register(name, rules)
    return {
      ...field,
      onBlur: async (event) => {
        const { isDirty, invalid } = formControl.getFieldState(name)
        if (isDirty || invalid) await field.onBlur(event)
      },
    }
  }
  // `useForm` returns the first, `Controller` uses the second.
  formControl.register = registerWithBlurFilter
  formControl.control.register = registerWithBlurFilter
  return formControl
}

/**
 * Makes saved values the new defaults of the form. Input that was typed during the request stays as unsaved changes.
 * @param sent the form's values when it was sent; without it, all unsaved input is replaced
 */
export function applySavedValues<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'getValues' | 'reset'>,
  saved: Input,
  sent: FieldValues = form.getValues(),
) {
  const unsaved = getChangedFields(form.getValues(), sent)
  if (Object.keys(unsaved).length > 0) resetWithUnsaved(form, saved, { ...saved, ...unsaved })
  else form.reset(saved)
}

/** Sets saved values and unsaved changes. The first reset sets the defaults, the second the values that differ from them. */
export function resetWithUnsaved<Input extends FieldValues, Output>(
  { reset }: Pick<UseFormReturn<Input, unknown, Output>, 'reset'>,
  saved: Input,
  values: Input,
) {
  reset(saved)
  reset(values, { keepDefaultValues: true })
}
