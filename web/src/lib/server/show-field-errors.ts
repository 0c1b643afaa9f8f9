import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { describeError } from './describe-error.ts'

/** Shows the server's error messages next to their fields. All other messages appear in the toast. */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  fieldNames: readonly FieldPath<Input>[],
  error: unknown,
) {
  const { fields } = describeError(error)
  for (const name of fieldNames.toReversed()) {
    const message = fields[name]
    if (message) form.setError(name, { type: 'server', message }, { shouldFocus: true })
  }
}
