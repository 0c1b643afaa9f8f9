import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { BrandingFields } from '../model/branding-form.ts'
import { ContrastNotes } from './brand-preview.tsx'

const labels = {
  primary: 'Primary',
  secondary: 'Secondary',
  background: 'Background',
  text: 'Text',
  accent: 'Accent',
}

const fields: BrandingFields = {
  tagline: '',
  voice_setting: 'professional',
  primary: '#000000',
  secondary: '#000000',
  background: '#ffffff',
  // Its contrast with white is 4.48.
  text: '#777777',
  accent: '#000000',
  heading: 'Inter',
  body: 'Inter',
}

test('a contrast just below the minimum does not read like the minimum', async () => {
  await render(<ContrastNotes fields={fields} labels={labels} />)
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent('Text contrasts 4.4:1 with the background. From 4.5:1 it is easy to read.')
})
