import type { LegalKind } from '@studiohub/contract/features/legal-texts/words.ts'
import { readTerms, type TermsBlock, type TermsSpan } from '@studiohub/contract/features/terms/rules.ts'
import { type LegalValues, readStudioLegalTexts } from '#features/legal-texts/page-service.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { escapeHtml } from '#platform/http/studio-head.ts'

/** The legal texts of a studio for one of its pages. Its terms are HTML with escaped text. */
export async function readStudioTexts(
  tx: Tx,
  studio_id: string,
  kind: LegalKind | null,
): Promise<LegalValues & { terms_html: string }> {
  const { text, ...values } = await readStudioLegalTexts(tx, studio_id, kind)
  if (kind !== 'terms') return { ...values, text, terms_html: '' }
  return { ...values, text, lists: { paragraph: [] }, terms_html: readTerms(text).map(blockHtml).join('') }
}

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
