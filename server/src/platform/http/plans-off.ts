import { PRICE_SUMMARY } from '@studiohub/contract/features/subscriptions/words.ts'
import { PLANS_ATTRIBUTE, PLANS_META } from '@studiohub/contract/shared/placeholders.ts'

const markedStartTag = new RegExp(`<(\\w+)\\b[^>]*? ${PLANS_ATTRIBUTE}="[^"]*"[^>]*>`)

/**
 * Removes plans and prices from a prerendered page and marks it for its scripts (`PLANS=off`).
 * @returns null for a page that is only about plans
 */
export function withoutPlans(html: string): string | null {
  if (html.includes(` ${PLANS_ATTRIBUTE}="page"`)) return null
  const rest = withoutOffers(withoutMarkedElements(html)).replaceAll(` ${PRICE_SUMMARY}`, '')
  return rest.replace('</head>', `<meta name="${PLANS_META}" content="off"/></head>`)
}

function withoutMarkedElements(html: string): string {
  const match = markedStartTag.exec(html)
  if (!match) return html
  const [start, tag = ''] = match
  const end = endOfElement(html, tag, match.index + start.length)
  return withoutMarkedElements(html.slice(0, match.index) + html.slice(end))
}

/** The end of an element, whose start tag ends at `from`. The element may contain others of the same name. */
function endOfElement(html: string, tag: string, from: number): number {
  let depth = 1
  for (const match of html.slice(from).matchAll(new RegExp(`<(/?)${tag}\\b[^>]*>`, 'g'))) {
    depth += match[1] ? -1 : 1
    if (depth === 0) return from + match.index + match[0].length
  }
  throw new Error(`a page has a <${tag}> with ${PLANS_ATTRIBUTE} that does not end`)
}

const withoutOffers = (html: string) =>
  html.replace(/(<script type="application\/ld\+json">)(.*?)(<\/script>)/s, (_whole, start, json, end) => {
    const { offers: _, ...data } = JSON.parse(json)
    return `${start}${JSON.stringify(data).replaceAll('<', '\\u003c')}${end}`
  })
