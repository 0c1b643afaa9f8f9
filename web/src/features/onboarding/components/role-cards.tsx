import { Building2, Handshake, type LucideIcon, User } from 'lucide-react'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'
import type { OnboardingFields, OnboardingForm } from '../model/onboarding-form.ts'

type RoleCard = { role: OnboardingFields['role']; icon: LucideIcon; title: string; text: string }

const cards: readonly RoleCard[] = [
  { role: 'client', icon: User, title: 'Client', text: 'I book sessions and follow my projects at a studio.' },
  { role: 'partner', icon: Handshake, title: 'Partner', text: 'I work with studios and bring them business.' },
  { role: 'studio_admin', icon: Building2, title: 'Studio Admin', text: 'I run a studio.' },
]

/** The roles that users can choose themselves. */
export function RoleCards({ form }: { form: OnboardingForm }) {
  const error = form.formState.errors.role?.message
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? 'role-error' : undefined}>
      <legend className="mb-3 text-sm font-medium">I am a...</legend>
      <div className="grid gap-3 md:grid-cols-3">
        {cards.map(({ role, icon: Icon, title, text }) => (
          <label
            key={role}
            className={cx(
              'grid cursor-pointer content-start gap-2 rounded-md border border-border bg-card p-5 transition duration-150 hover:bg-muted',
              'has-checked:border-primary has-checked:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            )}
          >
            <span className="flex items-center justify-between">
              <Icon aria-hidden className="size-6 text-link" />
              <input
                {...form.register('role')}
                type="radio"
                value={role}
                className="size-4 accent-primary outline-none"
              />
            </span>
            <span className="font-semibold">{title}</span>
            <span className="text-sm text-muted-foreground">{text}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id="role-error">{error}</FieldError>}
    </fieldset>
  )
}
