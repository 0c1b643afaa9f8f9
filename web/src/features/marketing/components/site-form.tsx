import { HONEYPOT } from '@studiohub/contract/shared/honeypot.ts'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type SiteFormProps = {
  action: string
  submit: string
  /** Replaces the form after it was sent. */
  thanks: ReactNode
  /** Whether the form is part of the page, not in a dialog. */
  onPage?: boolean
  children: ReactNode
}

/** A form of a static page; `lib/site/forms.ts` validates and sends it. */
export function SiteForm({ action, submit, thanks, onPage = false, children }: SiteFormProps) {
  return (
    <div>
      <form method="post" action={action} noValidate data-sends="" className="group grid gap-4">
        {children}
        <Honeypot />
        <p role="alert" className="text-sm text-cancelled empty:hidden" />
        <Button type="submit" size="large" className="group-aria-busy:opacity-60 md:justify-self-end">
          <span className="group-aria-busy:hidden">{submit}</span>
          <span className="hidden group-aria-busy:inline">Sending...</span>
        </Button>
      </form>
      <div hidden role="status" tabIndex={-1} className="outline-none">
        <div className="grid justify-items-center gap-3 py-6 text-center">
          <CircleCheck aria-hidden className="size-8 text-confirmed" />
          {thanks}
          {!onPage && (
            <Button look="secondary" data-closes="">
              Close
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Honeypot: hidden from users, filled in by bots. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[200vw]">
    <label>
      Leave this empty
      <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

type Control = {
  id: string
  name: string
  required: boolean
  'aria-describedby': string
  'data-missing'?: string
  'data-wrong'?: string
}

type SiteFieldProps = {
  form: string
  name: string
  label: string
  /** The error for an empty field; omit it for optional fields. */
  missing?: string
  /** The error for an invalid value; by default the browser's message. */
  wrong?: string
  children: (control: Control) => ReactNode
}

/** Label, control and error message. */
export function SiteField({ form, name, label, missing, wrong, children }: SiteFieldProps) {
  const id = `${form}-${name}`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        name,
        required: missing !== undefined,
        'aria-describedby': `${id}-error`,
        ...(missing && { 'data-missing': missing }),
        ...(wrong && { 'data-wrong': wrong }),
      })}
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-cancelled empty:hidden" />
    </div>
  )
}
