import { z } from 'zod'
import { useSchemaForm } from '#lib/forms/form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

const NAME_MAX = 60
const NameForm = z.object({
  friendly_name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(NAME_MAX, `Name must be at most ${NAME_MAX} characters`),
})

/** The name, with a number appended if it is taken. */
export function findFreeName(name: string, existingNames: readonly string[]): string {
  if (!existingNames.includes(name)) return name
  const number = [...existingNames.keys()]
    .map((index) => index + 2)
    .find((candidate) => !existingNames.includes(`${name} ${candidate}`))
  return `${name} ${number}`
}

type FactorNameProps = {
  suggested: string
  serverError: string | null
  pending: boolean
  pendingText?: string
  submit: string
  onName: (name: string) => void
}

/** A form for the name of a new factor. */
export function FactorName({ suggested, serverError, pending, pendingText, submit, onName }: FactorNameProps) {
  const form = useSchemaForm(NameForm, { friendly_name: suggested })
  const error = form.formState.errors.friendly_name?.message ?? serverError ?? undefined
  return (
    <form noValidate onSubmit={form.handleSubmit(({ friendly_name }) => onName(friendly_name))} className="grid gap-4">
      <Field label="Name" required hint="To recognize it later, such as 'My phone'." error={error}>
        {(control) => <Input {...control} {...form.register('friendly_name')} data-autofocus autoComplete="off" />}
      </Field>
      <p role="status" className="sr-only">
        {serverError}
      </p>
      <Button type="submit" pending={pending} pendingText={pendingText ?? 'One moment...'}>
        {submit}
      </Button>
    </form>
  )
}
