import { importKinds } from '@studiohub/contract/features/imports/words.ts'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { sampleFile, samples } from './sample.ts'

test('the file to start from has the columns and lines that the screen shows', async () => {
  for (const kind of importKinds) {
    const { columns, rows } = samples[kind]
    const text = (await sampleFile(kind).text()).replace('\uFEFF', '')
    expect(Papa.parse(text, { skipEmptyLines: true }).data).toEqual([columns, ...rows])
  }
})
