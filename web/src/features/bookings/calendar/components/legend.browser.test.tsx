import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Legend } from './legend.tsx'

const rooms = [
  { id: 'a', name: 'Studio A', color: '#3b82f6' },
  { id: 'b', name: 'Studio B', color: '#14b8a6' },
  { id: 'c', name: 'Attic', color: null },
]

test('the legend names the rooms that have a dot, if there are several', async () => {
  const { rerender } = await render(<Legend rooms={rooms} />)
  const list = page.getByRole('list', { name: 'Rooms' })
  await expect.element(list).toHaveTextContent('Studio AStudio B')
  await rerender(<Legend rooms={rooms.slice(0, 1)} />)
  await expect.element(list).not.toBeInTheDocument()
})

test('the legend explains turnover if the calendar shows it', async () => {
  const { rerender } = await render(<Legend />)
  await expect.element(page.getByText('Blocked Time')).toBeInTheDocument()
  await expect.element(page.getByText('Turnover')).not.toBeInTheDocument()
  await rerender(<Legend withTurnover />)
  await expect.element(page.getByText('Turnover')).toBeInTheDocument()
})
