import { TRIAL_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import { Building2, Check, Handshake, type LucideIcon, User } from 'lucide-react'
import { arePlansOn } from '#lib/page/plans.ts'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'
import type { OnboardingFields, OnboardingForm } from '../model/onboarding-form.ts'

type RoleCard = {
  role: OnboardingFields['role']
  icon: LucideIcon
  title: string
  text: string
  points: readonly string[]
}

const cards: readonly RoleCard[] = [
  {
    role: 'client',
    icon: User,
    title: 'Client',
    text: 'I book sessions and follow my projects at a studio.',
    points: ['Book free times', 'Files, messages, invoices', 'See every step of the work'],
  },
  {
    role: 'partner',
    icon: Handshake,
    title: 'Partner',
    text: 'I work with studios and bring them business.',
    points: ['Recommend studios', 'See your referrals', 'Follow your application'],
  },
  {
    role: 'studio_admin',
    icon: Building2,
    title: 'Studio Admin',
    text: 'I run a studio. Bookings, crew, prices and your own page.',
    points: ['Your own booking page', 'No double bookings', 'Invoices and card payments'],
  },
]

/** A radio button in the colors of the theme. The native one looks disabled in the dark theme. */
export const radioClasses =
  'size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-muted-foreground outline-none disabled:opacity-50 checked:border-link checked:bg-[radial-gradient(circle,var(--c-link)_45%,transparent_52%)]'

/** The roles that users can choose themselves. */
export function RoleCards({ form }: { form: OnboardingForm }) {
  const error = form.formState.errors.role?.message
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? 'role-error' : undefined}>
      <legend className="mb-3 text-sm font-medium">I am a...</legend>
      <div className="grid gap-4 md:grid-cols-3 md:grid-rows-[repeat(4,auto)]">
        {cards.map(({ role, icon: Icon, title, text, points }) => (
          <label
            key={role}
            className={cx(
              'grid cursor-pointer content-start gap-2 md:row-span-4 md:grid-rows-subgrid rounded-md border border-border bg-card p-5 transition duration-150 hover:bg-muted md:p-6',
              'has-checked:border-link has-checked:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            )}
          >
            <span className="mb-2 flex items-start justify-between">
              <Icon aria-hidden className="size-10 text-link" strokeWidth={1.5} />
              <input {...form.register('role')} type="radio" value={role} className={radioClasses} />
            </span>
            <span className="text-lg font-semibold">{title}</span>
            <span className="text-sm text-muted-foreground">
              {text}
              {role === 'studio_admin' && arePlansOn() && ` Free for ${TRIAL_DAYS} days, no card needed.`}
            </span>
            <span className="mt-4 grid content-start gap-2.5 border-t border-border pt-5 text-sm max-md:hidden">
              {points.map((point) => (
                <span key={point} className="flex items-start gap-2.5">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
                  {point}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id="role-error">{error}</FieldError>}
    </fieldset>
  )
}
