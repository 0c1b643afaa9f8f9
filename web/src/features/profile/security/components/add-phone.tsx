import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { useConfirmCode } from '#features/auth/factors/api.ts'
import { CodeEntry } from '#features/auth/factors/shared/code-entry.tsx'
import { describeFactorError } from '#features/auth/factors/shared/wording.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { abandonFactor, useEnrollPhone, useRefetchSecurity } from '../api.ts'

// The server expects E.164 without separators.
const PhoneForm = z.object({
  phone: z
    .string()
    .transform((text) => text.replaceAll(/[\s()./-]/g, ''))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Enter the number with its country code, such as +43 664 1234567')),
})

function useAddPhone(onClose: () => void) {
  const enroll = useEnrollPhone()
  const confirm = useConfirmCode()
  const refetchSecurity = useRefetchSecurity()
  const unconfirmedId = useRef<string | null>(null)
  // Deletes the unconfirmed factor if the dialog closes early.
  useEffect(() => () => void (unconfirmedId.current && abandonFactor(unconfirmedId.current)), [])

  const checkCode = (code: string) => {
    if (!enroll.data) return
    confirm.mutate(
      { ...enroll.data, code },
      {
        onSuccess: async () => {
          unconfirmedId.current = null
          await refetchSecurity()
          toast.success({ title: 'Phone added' })
          onClose()
        },
      },
    )
  }
  const enrollPhone = (phone: string) =>
    enroll.mutate(
      { phone },
      {
        onSuccess: ({ factorId }) => {
          unconfirmedId.current = factorId
        },
      },
    )
  return { enroll, confirm, enrollPhone, checkCode }
}

/** Adds a phone: number, then the code by text message. */
export function AddPhone({ onClose }: { onClose: () => void }) {
  const { enroll, confirm, enrollPhone, checkCode } = useAddPhone(onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add phone"
      description="We send a six-digit code as a text message. An app or a security key is safer."
    >
      {enroll.data ? (
        <CodeEntry
          label="Six-digit code"
          hint={`We sent it to ${enroll.variables.phone}.`}
          serverError={confirm.error && describeFactorError(confirm.error)}
          pending={confirm.isPending}
          submit="Turn on"
          onCode={checkCode}
        />
      ) : (
        <PhoneNumberForm
          serverError={enroll.error && describeFactorError(enroll.error)}
          pending={enroll.isPending}
          onPhone={enrollPhone}
        />
      )}
    </Dialog>
  )
}

type PhoneNumberFormProps = { serverError: string | null; pending: boolean; onPhone: (phone: string) => void }

function PhoneNumberForm({ serverError, pending, onPhone }: PhoneNumberFormProps) {
  const form = useSchemaForm(PhoneForm, { phone: '' })
  return (
    <form noValidate onSubmit={form.handleSubmit(({ phone }) => onPhone(phone))} className="grid gap-4">
      <Field label="Phone number" required error={form.formState.errors.phone?.message ?? serverError ?? undefined}>
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
