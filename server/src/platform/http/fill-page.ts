import {
  SERVICES_ELEMENT,
  STUDIO_ELEMENT,
  type standIn,
  type standInService,
  TIMES_ELEMENT,
} from '@studiohub/contract/shared/stand-in.ts'
import { renderTemplate, type Template } from './page-template.ts'
import { escapeHtml, renderHead, type StudioHead } from './studio-head.ts'

/** The data of a studio that a page contains before any script runs. */
export type StudioPage = {
  head: StudioHead
  /** Replaces the stand-in in pages that were prerendered for any studio. */
  studio: StudioValues
  /** The services on a public page: as shown text, and as data for the script. */
  services?: {
    shown: { [name in keyof typeof standInService]: string }[]
    data: unknown
    takes_bookings?: boolean
    /** The contact that is shown if nothing can be booked. */
    contact?: { contact_email: string | null; contact_phone: string | null }
  }
  /** The texts and lists of a studio's public page. */
  public_page?: {
    values: Record<string, string | boolean | null>
    /** Entries by the name of their list: the server repeats the element marked `data-each` for each. */
    lists: Record<string, Record<string, string | null>[]>
    /** The free times of the first service, as data for the script. */
    times: unknown
  }
  /** Origins of the websites that may show the page in a frame; only for the page made for that. */
  framed_by?: readonly string[]
  /** Which legal texts the studio has, and the text that the page is about. */
  legal?: {
    values: Record<string, string | boolean>
    lists: Record<string, Record<string, string | null>[]>
    /** The studio's terms, if the page is about them: HTML that the server made. */
    terms_html?: string
  }
}

type StudioValues = {
  [name in Exclude<keyof typeof standIn, 'initial' | 'contact_email' | 'contact_phone'>]: string | null
} & {
  id?: string
  name: string
  slug: string
  /** Only on pages that show whether the studio can be booked. */
  is_active?: boolean
  /** The request came to the studio's own domain. */
  own_domain?: boolean
}

/** Puts a studio into a page: its title and head, its values, and the data for the scripts. */
export function fillStudioPage(template: Template, studioPage: StudioPage, nonce = ''): string {
  const { head, studio, services, public_page, legal } = studioPage
  const shown = services?.shown ?? []
  const offers = shown.length > 0
  const { takes_bookings = true, contact = { contact_email: null, contact_phone: null } } = services ?? {}
  const is_open = Boolean(studio.is_active) && takes_bookings
  const data =
    dataElement(STUDIO_ELEMENT, studio) +
    (services ? dataElement(SERVICES_ELEMENT, services.data) : '') +
    (public_page?.times ? dataElement(TIMES_ELEMENT, public_page.times) : '')
  return renderTemplate(template, {
    html: {
      title: `<title>${escapeHtml(head.title)}</title>`,
      head: renderHead(head) + data,
      nonce,
      terms: legal?.terms_html ?? '',
    },
    lists: { service: shown, ...public_page?.lists, ...legal?.lists },
    values: {
      ...studio,
      initial: studio.name.trim().slice(0, 1).toUpperCase(),
      ...contact,
      ...public_page?.values,
      ...legal?.values,
      offers,
      is_open,
      offers_nothing: is_open && !offers,
    },
  })
}

// The browser does not run this script element, and escaping `<` prevents the data from closing it.
const dataElement = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
