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
    role: 'studio_admin',
    icon: Building2,
    title: 'Studio Admin',
    text: 'I run a studio. Bookings, crew, prices and your own page.',
    points: ['Your own booking page', 'No double bookings', 'Invoices and card payments'],
  },
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
      <div className="grid gap-3 md:gap-4 md:grid-cols-3 md:grid-rows-[repeat(4,auto)]">
        {cards.map(({ role, icon: Icon, title, text, points }) => (
          <label
            key={role}
            className={cx(
              'grid cursor-pointer content-start gap-2 rounded-md border border-border bg-card transition duration-150 hover:bg-muted',
              'max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-4 max-md:gap-y-0.5 max-md:p-4',
              'md:row-span-4 md:grid-rows-subgrid md:p-6',
              'has-checked:border-link has-checked:bg-link/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            )}
          >
            <span className="flex items-start justify-between max-md:contents md:mb-2">
              <Icon aria-hidden className="size-8 text-link max-md:row-span-2 md:size-10" strokeWidth={1.5} />
              <input
                {...form.register('role')}
                type="radio"
                value={role}
                className={cx(radioClasses, 'max-md:col-start-3 max-md:row-span-2 max-md:row-start-1')}
              />
            </span>
            <span className="text-lg font-semibold max-md:col-start-2 max-md:row-start-1 max-md:text-base">
              {title}
            </span>
            <span className="text-sm text-muted-foreground max-md:col-start-2">
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
