import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useKeptForm } from './kept-form.ts'

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
