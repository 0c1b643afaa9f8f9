import { expect, test } from 'vitest'
import { expiryText, mandateText } from './rules.ts'

const policy = { steps: [], late_percent: 50, no_show_percent: 100 }

test('the mandate has the current policy, and does not exist if the studio charges no fees', () => {
  const terms = { name: 'Red Room', cancellation_policy: policy, cancellation_cutoff_hours: 0 }
  const text = mandateText(terms)
  expect(text).toMatch(/^Red Room may charge this card with the fees for sessions that I cancel late or miss/)
  expect(text).toContain('Clients who do not come pay 100% of the price.')
  expect(text).toMatch(/I can remove the card at any time\.$/)
  const free = { steps: [], late_percent: 0, no_show_percent: 0 }
  expect(mandateText({ ...terms, cancellation_policy: free })).toBeNull()
})

test('the expiry of a card is written as on the card', () => {
  expect([expiryText(3, 2031), expiryText(12, 2100)]).toEqual(['03/31', '12/00'])
})
