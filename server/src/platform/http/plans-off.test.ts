import { PRICE_SUMMARY } from '@studiohub/contract/features/subscriptions/words.ts'
import { expect, test } from 'vitest'
import { withoutPlans } from './plans-off.ts'

test('elements about plans are removed, even nested ones, and the head says that plans are off', () => {
  const html =
    '<html><head></head><body><section>a<section data-plans=""><section>$199</section><p>x</p></section>b</section>' +
    '<a class="x" data-plans="" href="/#pricing">Pricing</a></body></html>'
  expect(withoutPlans(html)).toBe(
    '<html><head><meta name="studiohub-plans" content="off"/></head><body><section>ab</section></body></html>',
  )
})

test('prices are removed from the description and the structured data', () => {
  const html =
    `<head><meta name="description" content="For studios. ${PRICE_SUMMARY}"/>` +
    '<script type="application/ld+json">{"name":"StudioHub","offers":[{"price":199}]}</script></head>'
  expect(withoutPlans(html)).toBe(
    '<head><meta name="description" content="For studios."/><script type="application/ld+json">{"name":"StudioHub"}</script>' +
      '<meta name="studiohub-plans" content="off"/></head>',
  )
})

test('a page that is only about plans is omitted', () => {
  expect(withoutPlans('<head></head><article data-plans="page">Plans</article>')).toBeNull()
})
