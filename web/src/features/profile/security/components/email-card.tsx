import { Email } from '@studiohub/contract/shared/text.ts'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import type { Account } from '#features/auth/factors/api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useChangeEmail } from '../api.ts'
import { PasswordOrCodeField, usePasswordOrCode } from './password-or-code-field.tsx'

const NewEmailForm = z.object({
  new_email: z.string().trim().min(1, { error: 'Email is required', abort: true }).pipe(Email),
})

/** The sign-in address. A change takes effect only after its emails were confirmed. */
export function EmailCard({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false)
  return (
    <Card
      title="Email address"
      description={
        <>
          You sign in with <EmailText>{account.email}</EmailText>.
        </>
      }
      action={
        !changing && (
          <Button look="secondary" onClick={() => setChanging(true)}>
            Change email
          </Button>
        )
      }
    >
      {account.new_email && (
        <p role="status" className="flex items-start gap-2 text-sm">
          <MailCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
          <span>
            To finish, open the links that we sent to {account.email} and to {account.new_email}. Until both are opened
            nothing changes.
          </span>
        </p>
      )}
      {changing && (
        <NewEmail
          hasPassword={account.identities.some(({ provider }) => provider === 'email')}
          onDone={() => setChanging(false)}
        />
      )}
    </Card>
  )
}

function NewEmail({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const change = useChangeEmail()
  const proof = usePasswordOrCode(hasPassword)
  const form = useSchemaForm(NewEmailForm, { new_email: '' })
  const submit = form.handleSubmit(({ new_email }) => {
    if (!proof.validateInput()) return
    change.mutate({ email: new_email, ...proof.proofValues }, { onSuccess: onDone, onError: proof.showProofError })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label="New email"
        required
        hint="We send a link to both addresses to protect your account."
        error={form.formState.errors.new_email?.message}
      >
        {(control) => <Input {...control} {...form.register('new_email')} type="email" autoComplete="email" />}
      </Field>
      <PasswordOrCodeField proof={proof} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={change.isPending} pendingText="Sending...">
          Send links
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
