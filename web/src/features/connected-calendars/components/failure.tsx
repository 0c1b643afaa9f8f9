import { describeError } from '#lib/server/describe-error.ts'

/** The message of an error that belongs to no field. */
export function GeneralError({ error }: { error: Error | null }) {
  const description = error && describeError(error)
  if (!description || Object.keys(description.fields).length > 0) return null
  return (
    <p role="alert" className="text-sm text-cancelled">
      {description.message}
    </p>
  )
}
