import { expect, test } from 'vitest'
import { addFileLimit } from './file-limit.ts'

test('a page contains the size limit of files for its scripts, unless it is the default', () => {
  expect(addFileLimit('<head></head>', 20)).toBe('<head></head>')
  expect(addFileLimit('<head></head>', 50)).toBe('<head><meta name="studiohub-file-max-mb" content="50"/></head>')
})
