import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashRepeatedly } from '@studiohub/testing/crashes.ts'
import { expect, test } from 'vitest'

test('a process killed five times while it writes loses no acknowledged change and no part of a transaction', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'studiohub-crash-'))
  const { lost, torn, acknowledged } = await crashRepeatedly(directory, 5, 200)
  rmSync(directory, { recursive: true })
  expect({ lost, torn }).toEqual({ lost: [], torn: 0 })
  expect(acknowledged).toBeGreaterThanOrEqual(5)
}, 240_000)
