import { PRICE_SUMMARY } from '@studiohub/contract/features/subscriptions/words.ts'
import { ABOUT_PLANS, PLANS_META } from '@studiohub/contract/shared/stand-in.ts'

const startOfMarked = new RegExp(`<(\\w+)\\b[^>]*? ${ABOUT_PLANS}="[^"]*"[^>]*>`)

/**
 * Removes plans and prices from a prerendered page and marks it for its scripts (`PLANS=off`).
 * @returns null for a page that is only about plans
 */
export function withoutPlans(html: string): string | null {
  if (html.includes(` ${ABOUT_PLANS}="page"`)) return null
  const rest = withoutOffers(withoutMarked(html)).replaceAll(` ${PRICE_SUMMARY}`, '')
  return rest.replace('</head>', `<meta name="${PLANS_META}" content="off"/></head>`)
}

function withoutMarked(html: string): string {
  const found = startOfMarked.exec(html)
  if (!found) return html
  const [start, tag = ''] = found
  const end = endOfElement(html, tag, found.index + start.length)
  return withoutMarked(html.slice(0, found.index) + html.slice(end))
}

/** Where the element ends whose start tag ends at `from`. It may contain elements of the same name. */
function endOfElement(html: string, tag: string, from: number): number {
  let depth = 1
  for (const match of html.slice(from).matchAll(new RegExp(`<(/?)${tag}\\b[^>]*>`, 'g'))) {
    depth += match[1] ? -1 : 1
    if (depth === 0) return from + match.index + match[0].length
  }
  throw new Error(`a page has a <${tag}> with ${ABOUT_PLANS} that does not end`)
}

const withoutOffers = (html: string) =>
  html.replace(/(<script type="application\/ld\+json">)(.*?)(<\/script>)/s, (_whole, start, json, end) => {
    const { offers: _, ...data } = JSON.parse(json)
    return `${start}${JSON.stringify(data).replaceAll('<', '\\u003c')}${end}`
  })
