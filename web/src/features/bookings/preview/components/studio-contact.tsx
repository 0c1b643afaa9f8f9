import { paths } from '#paths.ts'

type StudioContactProps = {
  studio: { slug: string }
  contact: { contact_email: string | null; contact_phone: string | null }
}

const linkClasses = 'justify-self-start py-1.5 text-link underline underline-offset-4 wrap-anywhere'

/** How to reach the studio, and the link to its own page. `data-when` removes what it does not have from prerendered pages. */
export function StudioContact({ studio, contact: { contact_email, contact_phone } }: StudioContactProps) {
  return (
    <address className="grid text-sm not-italic">
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
      <a href={`${paths.publicPage(studio.slug)}#find-us`} className={linkClasses}>
        Address, hours and rules
      </a>
    </address>
  )
}
