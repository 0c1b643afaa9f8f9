import { formatPlaceholder } from '@studiohub/contract/shared/placeholders.ts'
import { cx } from '#ui/cx.ts'

const getPagePlaceholder = (field: string) => formatPlaceholder('page', field)

const linkClasses = 'inline-block text-link underline underline-offset-4 max-md:py-1.5'

/** Opening hours, rules, address and links of the studio. @param isAside in the narrow column of wide screens */
export function Facts({ isAside = false }: { isAside?: boolean }) {
  const link = (field: string) => formatPlaceholder('link', field)
  return (
    <section aria-labelledby="find-us" data-when="has_rules">
      <h2 id="find-us" className="mb-4 font-display text-xl font-semibold">
        Good to know
      </h2>
      <div className={cx('grid gap-x-12 gap-y-6 sm:grid-cols-2', isAside && 'lg:grid-cols-1')}>
        <section data-when="has_hours" aria-labelledby="hours">
          <h3 id="hours" className="mb-2 font-sans text-sm font-semibold">
            Opening hours
          </h3>
          <dl className="grid gap-1">
            <div data-each="hours" className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted-foreground">{formatPlaceholder('hours', 'days')}</dt>
              <dd className="tabular-nums">{formatPlaceholder('hours', 'times')}</dd>
            </div>
          </dl>
        </section>
        <section aria-labelledby="rules">
          <h3 id="rules" className="mb-2 font-sans text-sm font-semibold">
            Changes and cancellation
          </h3>
          <p>
            {getPagePlaceholder('cancel_rule')}. All times are {getPagePlaceholder('zone')}.
          </p>
        </section>
        <section data-when="has_contact" aria-labelledby="contact">
          <h3 id="contact" className="mb-2 font-sans text-sm font-semibold">
            Find us
          </h3>
          <address className="grid justify-items-start gap-2 not-italic">
            <a
              data-when="location"
              href={getPagePlaceholder('map_url')}
              target="_blank"
              rel="noopener noreferrer"
              className={linkClasses}
            >
              {getPagePlaceholder('location')}
            </a>
            <a data-when="contact_phone" href={`tel:${getPagePlaceholder('phone_url')}`} className={linkClasses}>
              {getPagePlaceholder('contact_phone')}
            </a>
            <a data-when="contact_email" href={`mailto:${getPagePlaceholder('contact_email')}`} className={linkClasses}>
              {getPagePlaceholder('contact_email')}
            </a>
          </address>
          <ul data-when="has_links" className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
            <li data-each="link">
              <a href={link('url')} target="_blank" rel="noopener noreferrer" className={linkClasses}>
                {link('label')}
              </a>
            </li>
          </ul>
        </section>
      </div>
    </section>
  )
}
