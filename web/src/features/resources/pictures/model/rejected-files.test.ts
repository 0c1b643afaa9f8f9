import { expect, test } from 'vitest'
import { sortFiles } from './rejected-files.ts'

const aFile = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type })

test('files with a wrong type or size are rejected and do not count towards the limit', () => {
  const good = aFile('a.png')
  const { fitting, rejected } = sortFiles(
    [aFile('a.pdf', 'application/pdf'), aFile('b.png', 'image/png', 11e6), good],
    1,
  )
  expect(fitting).toEqual([good])
  expect(rejected).toEqual([
    { name: 'a.pdf', message: 'File type must be one of: image/jpeg, image/png, image/webp' },
    { name: 'b.png', message: 'File size must be less than 10MB' },
  ])
})

test('files above the limit are rejected', () => {
  const files = [aFile('a.png'), aFile('b.png'), aFile('c.png')]
  expect(sortFiles(files, 2)).toEqual({
    fitting: files.slice(0, 2),
    rejected: [{ name: 'c.png', message: 'At most 8 pictures' }],
  })
  expect(sortFiles(files, 0).fitting).toEqual([])
})
