import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ColorField } from './color-field.tsx'

function Form() {
  const [value, setValue] = useState('199 89% 60%')
  return (
    <>
      <ColorField label="Primary" value={value} error={undefined} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test('a stored color is shown as hex and stays as it is stored until it is changed', async () => {
  await render(<Form />)
  const field = page.getByLabelText('Primary', { exact: true })
  const stored = page.getByRole('status')
  await expect.element(field).toHaveValue('#3ebaf4')
  await userEvent.click(field)
  await userEvent.tab()
  await expect.element(stored).toHaveTextContent('199 89% 60%')

  await field.fill('12 70% 38%')
  await expect.element(field).toHaveValue('12 70% 38%')
  await expect.element(stored).toHaveTextContent('12 70% 38%')
  await userEvent.tab()
  await expect.element(field).toHaveValue('#a5381d')
  await expect.element(stored).toHaveTextContent('12 70% 38%')

  await field.fill('nonsense')
  await userEvent.tab()
  await expect.element(field).toHaveValue('nonsense')
})
