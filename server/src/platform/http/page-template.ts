import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { DomUtils, parseDocument } from 'htmlparser2'
import { escapeHtml } from './studio-head.ts'

/**
 * A prerendered page with named slots, parsed once. A part is fixed text, a value of the page or of an entry, HTML that the
 * server made, an element that depends on a value, or an element that is repeated for a list.
 */
export type Template = readonly TemplatePart[]
type TemplatePart =
  | string
  | { value: string; list?: string }
  | { html: HtmlSlot }
  | { when: string; isNegated: boolean; list?: string; parts: Template }
  | { each: string; parts: Template }
type HtmlSlot = 'title' | 'head' | 'nonce' | 'terms'

/** The placeholder in prerendered pages for the nonce of each answer. */
export const NONCE = 'NONCE-OF-THE-ANSWER'

type Node = ReturnType<typeof parseDocument>['children'][number]

const valueNames = new Map<string, string>(Object.entries(placeholderStudio).map(([name, word]) => [word, name]))
const fixedWords = [...valueNames.keys(), NONCE].sort((a, b) => b.length - a.length).join('|')

/**
 * Parses a prerendered page.
 * - Placeholders (`contract/src/shared/placeholders.ts`) become values.
 * - `data-each="room"` repeats an element for each entry of a list. In a repeated element it may name a list of the entry.
 * - `data-when="tagline"` keeps an element if the value exists, `data-when="no_tagline"` if it does not. In a repeated element
 *   `data-when="room_size"` names a field of the entry.
 * - `data-html="terms"` marks an empty element that contains HTML which the server makes.
 * - The title and the end of the head are slots.
 */
export function compileTemplate(html: string): Template {
  const { children } = parseDocument(html, { withStartIndices: true, withEndIndices: true })
  return compileRange(html, { start: 0, end: html.length, children })
}

/** Parses a page of the platform itself. Its head stays as it is; only the body has values. */
export function compileBody(html: string): Template {
  const start = Math.max(html.indexOf('<body'), 0)
  return [...splitText(html.slice(0, start)), ...compileTemplate(html.slice(start))]
}

type ElementRange = { start: number; end: number; children: Node[]; list?: string }

function compileRange(html: string, { start, end, children, list }: ElementRange): TemplatePart[] {
  const parts: TemplatePart[] = []
  let written = start
  const writeUpTo = (position: number) => {
    parts.push(...splitText(html.slice(written, position), list))
    written = position
  }
  const visit = (node: Node) => {
    if (!DomUtils.isTag(node)) return
    const [from, to] = [node.startIndex ?? 0, (node.endIndex ?? 0) + 1]
    const replaced = compileElement(html, node, list)
    if (replaced) {
      writeUpTo(from)
      parts.push(...replaced)
      written = to
    } else {
      for (const child of node.children) visit(child)
      if (node.name !== 'head') return
      writeUpTo(to - '</head>'.length)
      if (!parts.some((part) => typeof part === 'object' && 'html' in part && part.html === 'title'))
        parts.push({ html: 'title' })
      parts.push({ html: 'head' })
    }
  }
  for (const child of children) visit(child)
  writeUpTo(end)
  return parts
}

/** The parts of an element; null if it stays as written. */
function compileElement(html: string, element: Node, list?: string): TemplatePart[] | null {
  if (!DomUtils.isTag(element)) return null
  const { name, attribs, children, parent } = element
  const range = { start: element.startIndex ?? 0, end: (element.endIndex ?? 0) + 1, children }
  // `title` elements in the body belong to SVG drawings.
  if (name === 'title' && parent && DomUtils.isTag(parent) && parent.name === 'head') return [{ html: 'title' }]
  // The studio may not have this picture, so it is not preloaded. The studio's head preloads its own logo.
  if (name === 'link' && attribs['rel'] === 'preload' && attribs['as'] === 'image') return []
  // An empty element with a slot needs its own closing tag.
  if (attribs['data-html'] === 'terms') {
    const closing = range.end - `</${name}>`.length
    return [html.slice(range.start, closing), { html: 'terms' }, html.slice(closing, range.end)]
  }
  const [each, when] = [attribs['data-each'], attribs['data-when']]
  const listName = each ?? list
  const parts = (): TemplatePart[] =>
    compileRange(html, { ...range, ...(listName !== undefined && { list: listName }) })
  const branches: TemplatePart[] = when === undefined ? parts() : [{ ...conditionOf(when, listName), parts: parts() }]
  if (each !== undefined) return [{ each, parts: branches }]
  return when === undefined ? null : branches
}

function conditionOf(when: string, list?: string) {
  const isNegated = when.startsWith('no_')
  const name = isNegated ? when.slice('no_'.length) : when
  const isOfEntry = list !== undefined && name.startsWith(`${list}_`)
  return isOfEntry ? { when: name.slice(list.length + 1), isNegated, list } : { when: name, isNegated }
}

/** Splits text at its placeholders. Those of a list count only within its repeated element. */
function splitText(text: string, list?: string): TemplatePart[] {
  const ofPage = '__page_(?<ofPage>\\w+?)__'
  const ofEntry = list === undefined ? '' : `|__${list}_(?<ofEntry>\\w+?)__`
  const slot = new RegExp(`(?<fixed>${fixedWords})|${ofPage}${ofEntry}`, 'g')
  const parts: TemplatePart[] = []
  let written = 0
  for (const { index, 0: word, groups = {} } of text.matchAll(slot)) {
    parts.push(text.slice(written, index))
    const { fixed, ofPage: field, ofEntry: entryField } = groups
    if (fixed === NONCE) parts.push({ html: 'nonce' })
    else if (entryField !== undefined && list !== undefined) parts.push({ value: entryField, list })
    else parts.push({ value: field ?? valueNames.get(fixed ?? '') ?? '' })
    written = index + word.length
  }
  parts.push(text.slice(written))
  return parts.filter((part) => part !== '')
}

/** The values of an entry, and its own lists. */
export type TemplateEntry = { [name: string]: string | null | readonly TemplateEntry[] }

export type TemplateValues = {
  /** HTML that the server made. */
  html: Partial<Record<HtmlSlot, string>>
  /** The values of the page by name. Null and missing values are empty. */
  values: Record<string, unknown>
  /** The entries of each list. A missing list is empty. */
  lists: Record<string, readonly TemplateEntry[]>
}

/** Fills the slots of a template. Values are escaped. */
export function renderTemplate(template: Template, page: TemplateValues, entry: TemplateEntry = {}): string {
  const render = (part: TemplatePart): string => {
    if (typeof part === 'string') return part
    if ('html' in part) return page.html[part.html] ?? ''
    if ('each' in part) {
      const own = entry[part.each]
      const items = Array.isArray(own) ? own : (page.lists[part.each] ?? [])
      return items.map((item) => renderTemplate(part.parts, page, item)).join('')
    }
    const values: Record<string, unknown> = part.list === undefined ? page.values : entry
    if ('value' in part) return escapeHtml(String(values[part.value] ?? ''))
    return Boolean(values[part.when]) === part.isNegated ? '' : renderTemplate(part.parts, page, entry)
  }
  return template.map(render).join('')
}
