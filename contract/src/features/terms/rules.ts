import type { CurrentTerms, OpenTerms } from './schema.ts'
import { DRAWING_HEIGHT, DRAWING_MAX, DRAWING_WIDTH } from './words.ts'

/** A part of a line: plain, bold, italic or a link. */
export type TermsSpan = { text: string; style: 'plain' | 'bold' | 'italic' | 'link'; href?: string }

/** A block of terms. A heading has a level from 1 to 3; a list has an entry for each item. */
export type TermsBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; spans: TermsSpan[] }
  | { kind: 'paragraph'; lines: TermsSpan[][] }
  | { kind: 'list'; isNumbered: boolean; start: number; items: TermsSpan[][] }

const HEADING = /^(#{1,3})\s+(.*)$/
const BULLET = /^\s*[-*•]\s+(.*)$/
const NUMBER = /^\s*(\d{1,3})[.)]\s+(.*)$/

/**
 * Parses a subset of Markdown: headings with `#`, lists with `-` or numbers, `**bold**`, `*italic*` and
 * `[text](https://address)`. Everything else is text; HTML is not interpreted. Line breaks stay. A heading is at most one
 * level below the previous one, because pages must not skip levels.
 */
export function readTerms(text: string): TermsBlock[] {
  const blocks: TermsBlock[] = []
  let isOpen = false
  let level = 0
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const block = line.trim() === '' ? null : blockOf(line)
    const last = isOpen ? blocks.at(-1) : undefined
    isOpen = block !== null && block.kind !== 'heading'
    if (block?.kind === 'heading') {
      block.level = levelOf(Math.min(block.level, level + 1))
      level = block.level
    }
    if (block && !(last && join(last, block))) blocks.push(block)
  }
  return blocks
}

function blockOf(line: string): TermsBlock {
  const heading = HEADING.exec(line)
  if (heading) return { kind: 'heading', level: levelOf((heading[1] ?? '').length), spans: readSpans(heading[2] ?? '') }
  const bullet = BULLET.exec(line)
  if (bullet) return { kind: 'list', isNumbered: false, start: 1, items: [readSpans(bullet[1] ?? '')] }
  const number = NUMBER.exec(line)
  if (number) return { kind: 'list', isNumbered: true, start: Number(number[1]), items: [readSpans(number[2] ?? '')] }
  return { kind: 'paragraph', lines: [readSpans(line.trim())] }
}

const levelOf = (number: number) => (number <= 1 ? 1 : number === 2 ? 2 : 3)

/** Adds a line to the block before it, if it continues that block. */
function join(last: TermsBlock, next: TermsBlock): boolean {
  if (last.kind === 'paragraph' && next.kind === 'paragraph') last.lines.push(...next.lines)
  else if (last.kind === 'list' && next.kind === 'list' && last.isNumbered === next.isNumbered)
    last.items.push(...next.items)
  // A line below an item belongs to the item.
  else if (last.kind === 'list' && next.kind === 'paragraph')
    last.items.at(-1)?.push({ text: ' ', style: 'plain' }, ...next.lines.flat())
  else return false
  return true
}

// Links have no spaces, and only schemes that cannot run a script.
const SPAN = /\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^\]\n]+)\]\((https?:\/\/[^\s()]+)\)/g

function readSpans(line: string): TermsSpan[] {
  const spans: TermsSpan[] = []
  let end = 0
  const addPlain = (text: string) => {
    if (text !== '') spans.push({ text, style: 'plain' })
  }
  for (const match of line.matchAll(SPAN)) {
    const [matched, bold, italic, label, href] = match
    addPlain(line.slice(end, match.index))
    if (bold !== undefined) spans.push({ text: bold, style: 'bold' })
    else if (italic !== undefined) spans.push({ text: italic, style: 'italic' })
    else if (label !== undefined && href !== undefined) spans.push({ text: label, style: 'link', href })
    end = match.index + matched.length
  }
  addPlain(line.slice(end))
  return spans
}

/** Whether clients must sign a version when they book this service. */
export const needsSignature = (
  { needs_signature, signed_services }: Pick<CurrentTerms, 'needs_signature' | 'signed_services'>,
  service_type: string,
): boolean => needs_signature && (signed_services === null || signed_services.includes(service_type))

/** The terms that clients accept when they book this service. */
export function termsFor({ signed_services, ...terms }: CurrentTerms, service_type: string): OpenTerms {
  return { ...terms, needs_signature: needsSignature({ ...terms, signed_services }, service_type) }
}

/** A point of a drawn signature, within its box. */
export type SignaturePoint = { x: number; y: number }

/**
 * The path of a drawn signature, or null if nothing is drawn. Points outside of the box move to its edge. A path that is too
 * long is cut.
 */
export function drawSignature(strokes: readonly (readonly SignaturePoint[])[]): string | null {
  const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max))
  let path = ''
  for (const stroke of strokes)
    for (const [index, { x, y }] of stroke.entries()) {
      const next = `${index === 0 ? 'M' : 'L'}${within(x, DRAWING_WIDTH - 1)} ${within(y, DRAWING_HEIGHT - 1)}`
      if (path.length + next.length + 1 > DRAWING_MAX) return path
      path = path === '' ? next : `${path} ${next}`
    }
  return path === '' ? null : path
}
