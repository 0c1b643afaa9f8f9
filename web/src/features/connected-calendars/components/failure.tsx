import { describeError } from '#lib/server/describe-error.ts'

/** The sentence of an error that belongs to no field. */
export function Failure({ error }: { error: Error | null }) {
  const failure = error && describeError(error)
  if (!failure || Object.keys(failure.fields).length > 0) return null
  return (
    <p role="alert" className="text-sm text-cancelled">
      {failure.message}
    </p>
  )
}
