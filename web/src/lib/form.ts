import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { changedIn, useKeptForm } from './kept-form.ts'

/**
 * A form that checks itself with a schema of the contract: on leaving a field and on submit, with the first field at
 * fault focused. What was typed stays until the screen resets it, also over a session that runs out.
 */
export function useFormOf<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode: 'onTouched' })
  useKeptForm(form, defaultValues)
  return form
}

/**
 * Takes what the server has kept as what the form starts from. What was typed while it was on its way stays, unsaved.
 * @param sent what stood in the form when it was sent; without it nothing that stands there is kept
 */
export function settle<Input extends FieldValues, Output>(
  form: Pick<UseFormReturn<Input, unknown, Output>, 'getValues' | 'reset'>,
  saved: Input,
  sent: Input = form.getValues(),
) {
  const typed = changedIn(form.getValues(), sent)
  form.reset(saved)
  if (Object.keys(typed).length > 0) form.reset({ ...saved, ...typed }, { keepDefaultValues: true })
}
