import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { problemOf } from './problem.ts'

/**
 * A form that checks itself with a schema of the contract: on leaving a field and on submit, with the first field at
 * fault focused. What was typed stays until the screen resets it.
 */
export function useFormOf<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode: 'onTouched' })
}

/** Puts the server's message for each field of the form at that field; what belongs to no field is left to the toast. */
export function showRefusal<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  fieldNames: readonly FieldPath<Input>[],
  error: unknown,
) {
  const { fields } = problemOf(error)
  for (const name of fieldNames.toReversed()) {
    const message = fields[name]
    if (message) form.setError(name, { type: 'server', message }, { shouldFocus: true })
  }
}
