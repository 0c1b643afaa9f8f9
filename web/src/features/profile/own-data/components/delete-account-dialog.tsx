import type { DeletionTerms } from '@studiohub/contract/features/profile/schema.ts'
import { z } from 'zod'
import { useMe } from '#features/profile/api.ts'
import { ConfirmAddress } from '#features/profile/security/components/confirm-address.tsx'
import { useSchemaForm } from '#lib/forms/form.ts'
import { showFieldErrors } from '#lib/server/show-field-errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDeleteAccount, useDeletionTerms } from '../api.ts'

const CODE_FIRST =
  'This action cannot be undone, and your account has no older password to check. We send you a code first.'

/** Confirms the deletion of the account: effects, password or code, and the typed email address. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const terms = useDeletionTerms()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete my account"
      description="Your account, your sign-ins and your personal details are deleted. This action cannot be undone."
    >
      <QueryView query={terms} loadingText="Checking what will be deleted..." skeleton={<Skeleton className="h-40" />}>
        {(loadedTerms) => {
          if (loadedTerms.refusal) return <NotPossible reason={loadedTerms.refusal} onClose={onClose} />
          if (loadedTerms.proof !== 'mailed_code') return <DeletionForm terms={loadedTerms} />
          return <ConfirmAddress reason={CODE_FIRST} onConfirmed={() => terms.refetch()} />
        }}
      </QueryView>
    </Dialog>
  )
}

function NotPossible({ reason, onClose }: { reason: string; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      <p role="alert">{reason}</p>
      <Button look="secondary" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}

const describeBookings = (count: number) =>
  count === 1 ? 'Your upcoming booking is' : `Your ${count} upcoming bookings are`

function DeletionForm({ terms }: { terms: DeletionTerms }) {
  const { user } = useMe()
  const remove = useDeleteAccount()
  const needsPassword = terms.proof === 'password'
  const DeletionFields = z.object({
    current_password: needsPassword ? z.string().min(1, 'Please enter your password') : z.string(),
    typed: z
      .string()
      .trim()
      .toLowerCase()
      .refine((text) => text === user.email, 'Please type your email address'),
  })
  const form = useSchemaForm(DeletionFields, { current_password: '', typed: '' })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ current_password }) =>
    remove.mutate(needsPassword ? { current_password } : {}, {
      onError: (error) => showFieldErrors(form, ['current_password'], error),
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {terms.upcoming_bookings > 0 && (
        <p className="text-sm">
          {describeBookings(terms.upcoming_bookings)} cancelled, with the fees of the studio’s cancellation policy.
        </p>
      )}
      {needsPassword ? (
        <Field label="Current password" required error={errors.current_password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('current_password')} autoComplete="current-password" />
          )}
        </Field>
      ) : (
        <p className="text-sm text-muted-foreground">You have just confirmed your email address.</p>
      )}
      <Field label={`Type ${user.email} to confirm`} required error={errors.typed?.message}>
        {(control) => (
          <Input {...control} {...form.register('typed')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Button type="submit" look="danger" pending={remove.isPending || remove.isSuccess} pendingText="Deleting...">
        Delete my account
      </Button>
    </form>
  )
}
