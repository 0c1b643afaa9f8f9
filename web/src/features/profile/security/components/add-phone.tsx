import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { useConfirmCode } from '#features/auth/factors/api.ts'
import { CodeEntry } from '#features/auth/factors/shared/code-entry.tsx'
import { factorProblem } from '#features/auth/factors/shared/wording.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { abandonFactor, useEnrollPhone, useReadSecurityAgain } from '../api.ts'

// E.164, which is what the server takes; spaces and the like are for people.
const PhoneForm = z.object({
  phone: z
    .string()
    .transform((typed) => typed.replaceAll(/[\s()./-]/g, ''))
    .pipe(
      z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please enter the number with its country code, such as +43 664 1234567'),
    ),
})

function useAdding(onClose: () => void) {
  const enroll = useEnrollPhone()
  const confirm = useConfirmCode()
  const readAgain = useReadSecurityAgain()
  const begun = useRef<string | null>(null)
  // Closed half way, on purpose or by leaving the page: what was begun is let go.
  useEffect(() => () => void (begun.current && abandonFactor(begun.current)), [])

  const check = (code: string) => {
    if (!enroll.data) return
    confirm.mutate(
      { ...enroll.data, code },
      {
        onSuccess: async () => {
          begun.current = null
          await readAgain()
          toast.success({ title: 'Phone added' })
          onClose()
        },
      },
    )
  }
  const begin = (phone: string) =>
    enroll.mutate(
      { phone },
      {
        onSuccess: ({ factorId }) => {
          begun.current = factorId
        },
      },
    )
  return { enroll, confirm, begin, check }
}

/** A telephone: its number, then the code that was sent to it. */
export function AddPhone({ onClose }: { onClose: () => void }) {
  const { enroll, confirm, begin, check } = useAdding(onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add phone"
      description="We send a six-digit code as a text message. An app or a passkey is safer."
    >
      {enroll.data ? (
        <CodeEntry
          label="Six-digit code"
          hint={`We have sent it to ${enroll.variables.phone}.`}
          refused={confirm.error && factorProblem(confirm.error)}
          pending={confirm.isPending}
          submit="Turn on"
          onCode={check}
        />
      ) : (
        <Numbered refused={enroll.error && factorProblem(enroll.error)} pending={enroll.isPending} onPhone={begin} />
      )}
    </Dialog>
  )
}

type NumberedProps = { refused: string | null; pending: boolean; onPhone: (phone: string) => void }

function Numbered({ refused, pending, onPhone }: NumberedProps) {
  const form = useSchemaForm(PhoneForm, { phone: '' })
  return (
    <form noValidate onSubmit={form.handleSubmit(({ phone }) => onPhone(phone))} className="grid gap-4">
      <Field label="Phone number" required error={form.formState.errors.phone?.message ?? refused ?? undefined}>
        {(control) => (
          <Input
            {...control}
            {...form.register('phone')}
            data-autofocus
            type="tel"
            autoComplete="tel"
            placeholder="+43"
          />
        )}
      </Field>
      <Button type="submit" pending={pending} pendingText="Sending...">
        Send code
      </Button>
    </form>
  )
}
