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
import { changedIn, useKeptForm } from './kept-form.ts'

/**
 * A form that checks itself with a schema of the contract: on leaving a changed field and on submit, with the first field
 * at fault focused. What was typed stays until the screen resets it, also over a session that runs out.
 */
export function useFormOf<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const options: UseFormProps<Input, unknown, Output> = {
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
  }
  const [formControl] = useState(() => createPatientControl(options))
  const form = useForm<Input, unknown, Output>({ ...options, formControl })
  useKeptForm(form, defaultValues)
  return form
}

/**
 * A form control that does not check a field which is left unchanged. An error that appears on blur moves the form between
 * the press and the release of the mouse, so the click that caused the blur would miss its target.
 */
function createPatientControl<Input extends FieldValues, Output>(options: UseFormProps<Input, unknown, Output>) {
  const { formControl } = createFormControl<Input, unknown, Output>(options)
  const { register } = formControl
  const patient: UseFormRegister<Input> = (name, rules) => {
    const field = register(name, rules)
    return {
      ...field,
      onBlur: async (event) => {
        const { isDirty, invalid } = formControl.getFieldState(name)
        if (isDirty || invalid) await field.onBlur(event)
      },
    }
  }
  formControl.register = patient
  formControl.control.register = patient
  return formControl
}

/**
 * Takes what the server has kept as what the form starts from. What was typed while it was on its way stays, unsaved.
 * @param sent what stood in the form when it was sent; without it nothing that stands there is kept
 */
export function settle<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'getValues' | 'reset'>,
  saved: Input,
  sent: FieldValues = form.getValues(),
) {
  const typed = changedIn(form.getValues(), sent)
  form.reset(saved)
  if (Object.keys(typed).length > 0) form.reset({ ...saved, ...typed }, { keepDefaultValues: true })
}
