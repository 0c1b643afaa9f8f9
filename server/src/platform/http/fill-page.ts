import {
  SERVICES_ELEMENT,
  STUDIO_ELEMENT,
  standIn,
  standInOf,
  type standInService,
  TIMES_ELEMENT,
} from '@studiohub/contract/shared/stand-in.ts'
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

/**
 * Puts a studio into a page: its title in place of ours, its links at the end of the head, so that they win, the studio as
 * data for the script, and its name and texts in place of the stand-in's.
 */
export function fillStudioPage(html: string, studioPage: StudioPage): string {
  const shown = studioPage.services?.shown ?? []
  const offers = shown.length > 0
  const { takes_bookings = true, contact = { contact_email: null, contact_phone: null } } = studioPage.services ?? {}
  const is_open = Boolean(studioPage.studio.is_active) && takes_bookings
  const { values, lists, times } = studioPage.public_page ?? { values: {}, lists: {}, times: null }
  const own = replaceStudio(fillLists(html, { service: shown, ...lists }), {
    ...studioPage.studio,
    ...contact,
    ...values,
    offers,
    is_open,
    offers_nothing: is_open && !offers,
  })
  const title = `<title>${escapeHtml(studioPage.head.title)}</title>`
  const titled = /<title>[^<]*<\/title>/.test(own)
    ? own.replace(/<title>[^<]*<\/title>/, () => title)
    : own.replace('</head>', () => `${title}</head>`)
  const data =
    dataElement(STUDIO_ELEMENT, studioPage.studio) +
    (studioPage.services ? dataElement(SERVICES_ELEMENT, studioPage.services.data) : '') +
    (times ? dataElement(TIMES_ELEMENT, times) : '')
  return titled.replace('</head>', () => `${renderHead(studioPage.head)}${data}</head>`)
}

// The browser does not run this script element, and escaping `<` prevents the data from closing it.
const dataElement = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

type Entry = Record<string, string | null>

/** Repeats the element of each list for each of its entries, and leaves out what an entry does not have. */
function fillLists(html: string, lists: Record<string, readonly Entry[]>): string {
  return Object.entries(lists).reduce((text, [list, entries]) => {
    const element = new RegExp(`<(\\w+)\\b[^>]*? data-each="${list}"[^>]*>.*?</\\1>`, 'gs')
    return text.replace(element, (one) => entries.map((entry) => fillEntry(one, list, entry)).join(''))
  }, html)
}

function fillEntry(element: string, list: string, entry: Entry): string {
  const has = (what: string) => Boolean(entry[what.replace(`${list}_`, '')])
  const fields = new RegExp(standInOf(list, '(\\w+?)'), 'g')
  // The conditions of the page are looked at later, and know nothing of entries.
  const kept = keepParts(element, `${list}_\\w+`, has).replaceAll(
    new RegExp(` data-when="(no_)?${list}_\\w+"`, 'g'),
    '',
  )
  return kept.replace(fields, (_whole, field) => escapeHtml(entry[field] ?? ''))
}

/** Leaves out the elements whose `data-when` names something that is not there, or with `no_` something that is. */
function keepParts(html: string, names: string, has: (what: string) => boolean): string {
  const when = `data-when="((?:no_)?${names})"`
  const parts = new RegExp(`<(?:(?:img|input)\\b[^>]*? ${when}[^>]*>|(\\w+)\\b[^>]*? ${when}[^>]*>.*?</\\2>)`, 'gs')
  const isThere = (what: string) => (what.startsWith('no_') ? !has(what.slice('no_'.length)) : has(what))
  return html.replace(parts, (part, single, _tag, other) => {
    const inner = part.indexOf('>') + 1
    // What it contains may depend on more.
    return isThere(single ?? other) ? part.slice(0, inner) + keepParts(part.slice(inner), names, has) : ''
  })
}

const replaceStandIns = (standIns: Record<string, string>, values: object, html: string) =>
  Object.entries(standIns).reduce(
    (text, [name, word]) => text.replaceAll(word, () => escapeHtml(Reflect.get(values, name) ?? '')),
    html,
  )

type PageConditions = { offers: boolean; is_open: boolean; offers_nothing: boolean }

function replaceStudio(html: string, studio: StudioValues & PageConditions & Record<string, unknown>): string {
  if (!html.includes(standIn.slug)) return html
  // A missing logo must not be preloaded. The head of the studio's page preloads its own logo.
  const own = html.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
  const whole = keepParts(own, '\\w+', (what) => Boolean(studio[what])).replace(
    new RegExp(standInOf('page', '(\\w+?)'), 'g'),
    (_whole, field) => escapeHtml(String(studio[field] ?? '')),
  )
  const initial = studio.name.trim().slice(0, 1).toUpperCase()
  return replaceStandIns(standIn, { ...studio, initial }, whole)
}
