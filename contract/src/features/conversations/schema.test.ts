import { expect, test } from 'vitest'
import { NewFile } from './schema.ts'

const { key: UploadKey } = NewFile.shape

test.each(['0F2E7A4E-57C6-4D1C-9D6C-0A1B2C3D4E5F', '0f2e7a4e-57c6-4d1c-9d6c-0a1b2c3d4e5f'])(
  'the key of an upload is the same in upper and lower case: %s',
  (key) => {
    expect(UploadKey.parse(key)).toBe('0f2e7a4e-57c6-4d1c-9d6c-0a1b2c3d4e5f')
  },
)

test.each(['x', '0f2e7a4e57c64d1c9d6c0a1b2c3d4e5', '0f2e7a4e57c64d1c9d6c0a1b2c3d4e5g'])(
  'another key of an upload is rejected: %s',
  (key) => {
    expect(UploadKey.safeParse(key).error?.issues).toMatchObject([{ message: 'The key is 32 hexadecimal digits' }])
  },
)
