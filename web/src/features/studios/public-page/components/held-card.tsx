import { formatPlaceholder, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { MailCheck } from 'lucide-react'

const page = (field: string) => formatPlaceholder('page', field)

/** The confirmation after a visitor has sent the form: an email was sent, and the time is reserved. */
export function HeldCard() {
  return (
    <section
      id="book"
      data-when="held"
      aria-labelledby="held-title"
      className="grid gap-3 rounded-md border border-border bg-card p-4 shadow-lg sm:p-5"
    >
      <MailCheck aria-hidden className="size-8 text-link" />
      <h2 id="held-title" className="font-display text-lg font-semibold">
        Check your email
      </h2>
      <p role="status" className="wrap-break-word">
        We sent a link to <strong className="font-semibold">{page('held_email')}</strong>. Confirm there by{' '}
        <strong className="font-semibold tabular-nums">{page('held_until')}</strong> to book your session.
      </p>
      <dl className="grid gap-1 rounded-md border border-border p-3 text-sm">
        <dt className="text-muted-foreground">Held for you</dt>
        <dd className="font-medium tabular-nums wrap-break-word">
          {page('held_session')}
          <b data-when="held_price" className="font-medium">
            , {page('held_price')}
          </b>
        </dd>
        <dd data-when="held_room" className="wrap-break-word">
          {page('held_room')}
        </dd>
        <dd data-when="held_cancellation" className="text-muted-foreground">
          {page('held_cancellation')}
        </dd>
      </dl>
      <small className="text-sm text-muted-foreground">
        Nothing is booked yet. No email? Look in your spam folder, or{' '}
        <a href={page('again_url')} className="text-link underline underline-offset-4">
          choose a time again
        </a>{' '}
        after {page('held_until')}. {placeholderStudio.name} cannot see your details before you confirm.
      </small>
    </section>
  )
}
