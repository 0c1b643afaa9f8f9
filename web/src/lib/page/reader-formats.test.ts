import { plainFormats } from '@studiohub/contract/shared/formats.ts'
import { expect, test } from 'vitest'
import { formatsOfReader } from './reader-formats.ts'

test.each([
  [['en-US', 'en'], { dates: 'en-US', hour12: true }],
  [['en-GB'], { dates: 'en-GB', hour12: false }],
  [['de-AT', 'de', 'en'], { dates: 'en-GB', numbers: 'de-AT-u-nu-latn', hour12: false }],
  [['de'], { numbers: 'de-DE-u-nu-latn', hour12: false }],
  [['en', 'fr-FR'], { dates: 'en-GB', hour12: false }],
  [['en'], plainFormats],
  [[], plainFormats],
])('a browser in %j writes dates and times as %j', (languages, formats) =>
  expect(formatsOfReader(languages, 'auto')).toMatchObject(formats),
)

test('a chosen clock changes only the hours', () => {
  expect(formatsOfReader(['en-US'], '24')).toEqual({ ...formatsOfReader(['en-US'], 'auto'), hour12: false })
  expect(formatsOfReader(['de-DE'], '12')).toEqual({ ...formatsOfReader(['de-DE'], 'auto'), hour12: true })
})
