/** A part of a legal text: a heading, a paragraph, or both. */
export type LegalParagraph = { heading: string | null; text: string | null }

/** Splits a text at its empty lines. A line that begins with `#` is the heading of the next paragraph. */
export function splitLegalText(text: string): LegalParagraph[] {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n[^\S\n]*\n/)
  return blocks
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => {
      const [first = '', ...others] = block.split('\n')
      if (!first.startsWith('#')) return { heading: null, text: block }
      const rest = others.join('\n').trim()
      return { heading: first.replace(/^#+\s*/, '').trim() || null, text: rest || null }
    })
}
