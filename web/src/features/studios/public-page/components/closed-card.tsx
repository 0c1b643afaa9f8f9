import { formatPlaceholder, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { paths } from '#paths.ts'

const getPagePlaceholder = (field: string) => formatPlaceholder('page', field)

const contactButtonClasses =
  'grid min-h-11 place-items-center rounded-md border border-border bg-raised px-4 text-sm font-medium wrap-anywhere hover:bg-muted'

/** In place of the booking card: no bookings at the moment, and how to reach the studio. */
export function ClosedCard() {
  return (
    <section
      data-when="no_is_bookable"
      aria-labelledby="closed-title"
      className="grid gap-3 rounded-md border border-border bg-card p-5 shadow-lg"
    >
      <h2 id="closed-title" className="font-display text-lg font-semibold">
        Bookings are closed
      </h2>
      <p>This studio is not accepting new bookings at the moment.</p>
      <a data-when="contact_phone" href={`tel:${getPagePlaceholder('phone_url')}`} className={contactButtonClasses}>
        Call {getPagePlaceholder('contact_phone')}
      </a>
      <a
        data-when="contact_email"
        href={`mailto:${getPagePlaceholder('contact_email')}`}
        className={contactButtonClasses}
      >
        Write to {getPagePlaceholder('contact_email')}
      </a>
      <p data-signed-out className="text-sm text-muted-foreground">
        Already a client?{' '}
        <a href={paths.login({ namespace: placeholderStudio.slug })} className="text-link underline underline-offset-4">
          Sign in
        </a>
      </p>
    </section>
  )
}
