import { expect, test } from 'vitest'
import { type RateFields, readRate, toRateFields } from './rates-form.ts'

const currencyOf = () => 'EUR'
const read = (fields: RateFields, others: RateFields[] = []) => readRate(fields, [fields, ...others], currencyOf)

test('the form reads every rate as it was shown', () => {
  const rates = [
    { service_type: null, percent_off: 15, hour_minor: null },
    { service_type: 'recording', percent_off: null, hour_minor: 4_550 },
  ]
  for (const rate of rates) expect(read(toRateFields(rate, currencyOf))).toEqual(rate)
})

test('invalid rates are rejected with a message', () => {
  const percent: RateFields = { service_type: '', kind: 'percent', value: '101' }
  expect(read(percent)).toEqual({ error: 'Please enter a whole percentage from 1 to 100' })
  expect(read({ ...percent, kind: 'hour' })).toEqual({ error: 'Please choose a service for this price' })
  expect(read({ service_type: 'mixing', kind: 'hour', value: 'much' })).toEqual({ error: 'Please enter a price' })
  expect(read({ ...percent, value: '10' }, [percent])).toEqual({ error: 'This service is listed twice' })
})
