import { Link } from 'react-router'
import { ServiceLines, tileClasses } from '#features/bookings/components/service-tile.tsx'
import { paths } from '#paths.ts'

/** A service with its texts and the address of its picture. */
type ServiceTexts = {
  key: string
  label: string
  length: string
  price: string
  unit: string
  details: string
  picture: string | null
}

type ServicesToBookProps = {
  studio: { slug: string }
  offered: readonly ServiceTexts[]
  /** Whether the studio accepts bookings. Null in the prerendered page, which contains both variants. */
  isOpen: boolean | null
  /** Contact data, shown while the studio accepts no bookings. */
  contact: { contact_email: string | null; contact_phone: string | null }
}

const contactLook = 'text-link underline underline-offset-4'
const noticeLook = 'rounded-md border border-border bg-card p-4'

/** The services as links. The server writes them into the prerendered page (`data-each`), which needs no script. */
export function ServicesToBook({ studio, offered, isOpen, contact }: ServicesToBookProps) {
  const { contact_email, contact_phone } = contact
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <h1 className="text-xl font-semibold">Book a session</h1>
        {isOpen !== false && offered.length > 0 && (
          <p data-when="offers" className="text-sm text-muted-foreground">
            Choose a service to see when it is free
          </p>
        )}
      </div>
      {isOpen !== true && (
        <p data-when="no_is_open" className={noticeLook}>
          This studio is not accepting new bookings at the moment.
        </p>
      )}
      {isOpen !== true && (contact_email || contact_phone) && (
        <p data-when="no_is_open" className="grid justify-items-start gap-2">
          {contact_email && (
            <a data-when="contact_email" href={`mailto:${contact_email}`} className={contactLook}>
              {contact_email}
            </a>
          )}
          {contact_phone && (
            <a data-when="contact_phone" href={`tel:${contact_phone}`} className={contactLook}>
              {contact_phone}
            </a>
          )}
        </p>
      )}
      {(isOpen === null || (isOpen && offered.length === 0)) && (
        <p data-when="offers_nothing" className={noticeLook}>
          Online booking is not available here. Please contact the studio.
        </p>
      )}
      {isOpen !== false && offered.length > 0 && (
        <ul data-when="offers" className="grid grid-cols-1 gap-2">
          {offered.map(({ key, picture, ...lines }) => (
            <li key={key} data-each="service">
              <Link to={paths.book(studio.slug, key)} className={tileClasses}>
                <ServiceLines {...lines} cover={picture === null ? null : { small_url: picture, alt: '' }} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
