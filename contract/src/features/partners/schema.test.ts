import { expect, test } from 'vitest'
import { PartnershipApplication } from './schema.ts'
import { PARTNERSHIP_MAX, partnershipTypeLabels, partnershipTypes } from './words.ts'

const application = {
  companyName: ' North & Light ',
  contactName: 'Ada Lovelace',
  email: ' Ada@NorthLight.example ',
  phone: '+49 30 1234',
  partnershipType: 'reseller',
  message: ' We would like to work together.\n',
}

test('an application is trimmed, and its email address is in lower case', () => {
  expect(PartnershipApplication.parse(application)).toEqual({
    ...application,
    companyName: 'North & Light',
    email: 'ada@northlight.example',
    message: 'We would like to work together.',
  })
})

test.each([
  ['companyName', 'Company name is required'],
  ['contactName', 'Contact name is required'],
  ['email', 'Invalid email address'],
  ['phone', 'Phone number is required'],
  ['partnershipType', 'Please select a partnership type'],
  ['message', 'Message is required'],
])('a missing, empty or blank %s is an error', (field, message) => {
  for (const value of ['', '  ', undefined, null]) {
    const { error } = PartnershipApplication.safeParse({ ...application, [field]: value })
    expect(error?.issues[0]).toMatchObject({ path: [field], message })
  }
})

test.each(['companyName', 'contactName', 'phone', 'message'] as const)(
  '%s may be as long as its input allows',
  (field) => {
    const longest = { ...application, [field]: 'x'.repeat(PARTNERSHIP_MAX[field]) }
    const tooLong = { ...application, [field]: 'x'.repeat(PARTNERSHIP_MAX[field] + 1) }
    expect(PartnershipApplication.safeParse(longest).success).toBe(true)
    const { error } = PartnershipApplication.safeParse(tooLong)
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
  },
)

test('every kind of partnership has its label from the spec', () => {
  expect(partnershipTypes.map((type) => partnershipTypeLabels[type])).toEqual([
    'Technology Partner',
    'Referral Partner',
    'Reseller Partner',
    'Integration Partner',
    'Other',
  ])
})
