import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PriceLines } from './price-lines.tsx'

const line: PriceLine = {
  kind: 'session',
  key: null,
  label: 'Mastering Session',
  unit: 'session',
  quantity: 1,
  unit_price_minor: 24_000,
  amount_minor: 24_000,
}
const price = { lines: [line], currency: 'EUR', total_minor: 24_000 }
const tax = { name: 'VAT', rate_bp: 2_100, included: true, reverse_charge: false }

test('a price has one label, its own or that of the element around it', async () => {
  const unlabeled = await render(<PriceLines {...price} />)
  expect(unlabeled.container.textContent).toBe('Price€240')
  const labeled = await render(<PriceLines {...price} isLabeled />)
  expect(labeled.container.textContent).toBe('€240')
  const taxed = await render(<PriceLines {...price} tax={tax} isLabeled />)
  expect(taxed.container.textContent).toMatch(/^Session€240Includes VAT/)
})
