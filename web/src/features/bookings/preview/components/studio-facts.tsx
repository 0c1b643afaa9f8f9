import type { PublicServices } from '@studiohub/contract/features/availability/schema.ts'
import { mapUrl, zoneText } from '@studiohub/contract/features/studios/words.ts'
import { formatPlaceholder, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'

/** What a visitor should know before booking. */
export type Facts = Pick<PublicServices, 'contact_email' | 'contact_phone' | 'location' | 'hours' | 'cancel_rule'> & {
  timezone: string | null
}

const page = (field: string) => formatPlaceholder('page', field)

/** The facts of the prerendered page, into which the server writes those of a studio. */
export const getPlaceholderFacts = (): Facts => ({
  contact_email: placeholderStudio.contact_email,
  contact_phone: placeholderStudio.contact_phone,
  location: page('location'),
  hours: [{ days: formatPlaceholder('hours', 'days'), times: formatPlaceholder('hours', 'times') }],
  cancel_rule: page('cancel_rule'),
  timezone: page('zone'),
})

const linkClasses = 'py-1 text-link underline underline-offset-4 wrap-anywhere max-md:py-2'

/** Hours, address, contact and rules of a studio. `data-when` removes what it does not have from the prerendered page. */
export function StudioFacts({ studio, facts }: { studio: { slug: string; name: string }; facts: Facts }) {
  const { contact_email, contact_phone, location, hours, cancel_rule, timezone } = facts
  const isWritten = import.meta.env.SSR && studio === placeholderStudio
  return (
    <div className="grid gap-4 text-sm">
      {hours.length > 0 && (
        <Fact title="Opening hours">
          <OpeningHours hours={hours} />
        </Fact>
      )}
      {(location || contact_phone || contact_email) && (
        <Fact title="Find us" when="has_contact">
          <address className="grid justify-items-start not-italic">
            {location && (
              <a
                data-when="location"
                href={isWritten ? page('map_url') : mapUrl(location)}
                target="_blank"
                rel="noopener noreferrer"
                className={linkClasses}
              >
                {location}
              </a>
            )}
            {contact_phone && (
              <a data-when="contact_phone" href={`tel:${contact_phone}`} className={linkClasses}>
                {contact_phone}
              </a>
            )}
            {contact_email && (
              <a data-when="contact_email" href={`mailto:${contact_email}`} className={linkClasses}>
                {contact_email}
              </a>
            )}
          </address>
        </Fact>
      )}
      <Fact title="Good to know">
        <p>
          {cancel_rule}.{timezone && ` All times are ${isWritten ? timezone : zoneText(timezone)}.`}
        </p>
      </Fact>
      <a href={paths.publicPage(studio.slug)} className={`${linkClasses} justify-self-start`}>
        See rooms and people
      </a>
    </div>
  )
}

function Fact({ title, when, children }: { title: string; when?: string; children: ReactNode }) {
  return (
    <section data-when={when} className="grid gap-1">
      <h2 className="font-sans font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** Weekdays with their hours. `data-each` repeats the line of the prerendered page. */
function OpeningHours({ hours }: Pick<Facts, 'hours'>) {
  return (
    <dl className="grid gap-1">
      {hours.map(({ days, times }) => (
        <div key={days} data-each="hours" className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-muted-foreground">{days}</dt>
          <dd className="tabular-nums">{times}</dd>
        </div>
      ))}
    </dl>
  )
}
