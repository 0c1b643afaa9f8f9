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
    .min(1, 'Please give it a name')
    .max(NAME_MAX, `A name has at most ${NAME_MAX} characters`),
})

/** The name, or with a number behind it where it is taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  const number = [...taken.keys()].map((index) => index + 2).find((next) => !taken.includes(`${wanted} ${next}`))
  return `${wanted} ${number}`
}

type FactorNameProps = {
  suggested: string
  refused: string | null
  pending: boolean
  pendingText?: string
  submit: string
  onName: (name: string) => void
}

/** What a factor is to be called, for the person who later has to tell several apart. */
export function FactorName({ suggested, refused, pending, pendingText, submit, onName }: FactorNameProps) {
  const form = useSchemaForm(NameForm, { friendly_name: suggested })
  const error = form.formState.errors.friendly_name?.message ?? refused ?? undefined
  return (
    <form noValidate onSubmit={form.handleSubmit(({ friendly_name }) => onName(friendly_name))} className="grid gap-4">
      <Field label="Name" required hint="So that you recognise it, such as 'My phone'." error={error}>
        {(control) => <Input {...control} {...form.register('friendly_name')} data-autofocus autoComplete="off" />}
      </Field>
      <p role="status" className="sr-only">
        {refused}
      </p>
      <Button type="submit" pending={pending} pendingText={pendingText ?? 'One moment...'}>
        {submit}
      </Button>
    </form>
  )
}
