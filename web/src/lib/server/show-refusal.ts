import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { problemOf } from './problem.ts'

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
