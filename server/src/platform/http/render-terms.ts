import type { TermsBlock, TermsSpan } from '@studiohub/contract/features/terms/rules.ts'
import { escapeHtml } from './studio-head.ts'

/** Renders a studio's terms as HTML with escaped text. */
export const renderTerms = (blocks: readonly TermsBlock[]): string => blocks.map(blockHtml).join('')

function blockHtml(block: TermsBlock): string {
  // The page's title must be its only first-level heading, so headings in the text start at the second level.
  if (block.kind === 'heading') return htmlElement(`h${block.level + 1}`, spansHtml(block.spans))
  if (block.kind === 'paragraph') return htmlElement('p', block.lines.map(spansHtml).join('<br>'))
  const items = block.items.map((item) => htmlElement('li', spansHtml(item))).join('')
  return block.isNumbered ? `<ol start="${block.start}">${items}</ol>` : htmlElement('ul', items)
}

const htmlElement = (tag: string, html: string) => `<${tag}>${html}</${tag}>`

const spansHtml = (spans: readonly TermsSpan[]) => spans.map(spanHtml).join('')

function spanHtml({ text, style, href }: TermsSpan): string {
  const html = escapeHtml(text)
  if (style === 'bold') return htmlElement('strong', html)
  if (style === 'italic') return htmlElement('em', html)
  return href ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${html}</a>` : html
}
