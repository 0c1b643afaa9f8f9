import type { TermsBlock } from '@studiohub/contract/features/terms/rules.ts'
import {
  type placeholderService,
  type placeholderStudio,
  SERVICES_ELEMENT,
  STUDIO_ELEMENT,
  TIMES_ELEMENT,
} from '@studiohub/contract/shared/placeholders.ts'
import type { SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import { renderTemplate, type Template, type TemplateEntry } from './page-template.ts'
import { renderTerms } from './render-terms.ts'
import { signInTemplateValues } from './sign-in-offer.ts'
import { escapeHtml, renderHead, type StudioHead } from './studio-head.ts'

/** The data of a studio that its page contains before any script runs. */
export type StudioPage = {
  head: StudioHead
  /** Replaces the placeholder studio in prerendered pages. */
  studio: StudioValues
  /** The services of a public page: as text to show, and as data for the script. */
  services?: {
    shown: ({ [name in Exclude<keyof typeof placeholderService, 'picture'>]: string } & { picture: string | null })[]
    data: unknown
    takes_bookings?: boolean
    /** What a visitor should know before booking: contact, opening hours and rules. */
    facts?: { values: Record<string, string | null>; lists: Record<string, Record<string, string>[]> }
  }
  /** The texts and lists of a studio's public page. */
  public_page?: {
    values: Record<string, string | boolean | null>
    /** Entries by the name of their list. The server repeats the element with this `data-each` for each entry. */
    lists: Record<string, TemplateEntry[]>
    /** The free times of the first service, as data for the script. */
    times: unknown
  }
  /** Origins of the websites that may show the page in a frame; only for the booking form that is made for frames. */
  framed_by?: readonly string[]
  /** Which legal texts the studio has, and the text that the page is about. */
  legal?: {
    values: Record<string, string | boolean>
    lists: Record<string, TemplateEntry[]>
    /** The studio's terms, if the page is about them. */
    terms?: readonly TermsBlock[]
  }
}

type StudioValues = {
  [name in Exclude<keyof typeof placeholderStudio, 'initial' | 'contact_email' | 'contact_phone'>]: string | null
} & {
  id?: string
  name: string
  slug: string
  /** Only on pages that show whether the studio can be booked. */
  is_active?: boolean
  /** Whether the request came to the studio's own domain. */
  own_domain?: boolean
}

/** Fills the data of a studio into a page: the title and head, the values, and the data for its scripts. */
export function fillStudioPage(
  template: Template,
  studioPage: StudioPage,
  { nonce, signIn }: { nonce: string; signIn: SignInOffer },
): string {
  const { head, studio, services, public_page, legal } = studioPage
  const shown = services?.shown ?? []
  const offers = shown.length > 0
  const { takes_bookings = true, facts } = services ?? {}
  const is_open = Boolean(studio.is_active) && takes_bookings
  const signInValues = signInTemplateValues(signIn, studio.own_domain)
  const data =
    dataElement(STUDIO_ELEMENT, studio) +
    (services ? dataElement(SERVICES_ELEMENT, services.data) : '') +
    (public_page?.times ? dataElement(TIMES_ELEMENT, public_page.times) : '')
  return renderTemplate(template, {
    html: {
      title: `<title>${escapeHtml(head.title)}</title>`,
      head: renderHead(head) + data,
      nonce,
      terms: renderTerms(legal?.terms ?? []),
    },
    lists: { ...signInValues.lists, service: shown, ...facts?.lists, ...public_page?.lists, ...legal?.lists },
    values: {
      ...signInValues.values,
      ...studio,
      initial: studio.name.trim().slice(0, 1).toUpperCase(),
      ...facts?.values,
      ...public_page?.values,
      ...legal?.values,
      offers,
      is_open,
      offers_nothing: is_open && !offers,
    },
  })
}

// The browser does not run this script element. `<` is escaped, so that the data cannot close the element.
const dataElement = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
