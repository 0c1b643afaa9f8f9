import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'

const names = ['Overview', 'Sessions', 'Projects', 'Invoices', 'Messages', 'Agreements']

function SixTabs({ width }: { width: string }) {
  const [value, setValue] = useState('Overview')
  return (
    <div style={{ width }}>
      <Tabs
        label="Sections"
        value={value}
        onChange={setValue}
        tabs={names.map((name) => ({ value: name, label: name, content: <p>{name}</p> }))}
      />
    </div>
  )
}

test('tabs that scroll sideways fade only on the sides where more of them are', async () => {
  const screen = await render(<SixTabs width="12rem" />)
  const row = screen.getByRole('tablist').element()
  // Component tests have no styles of the product.
  if (row instanceof HTMLElement) row.style.cssText = 'display: flex; overflow-x: auto'
  // With the next frame, the new widths center the selected tab.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  row.dispatchEvent(new Event('scroll'))
  const sides = () => ['data-more-left', 'data-more-right'].map((name) => row.hasAttribute(name))
  expect(sides()).toEqual([false, true])
  row.scrollLeft = 40
  await expect.poll(sides).toEqual([true, true])
  row.scrollLeft = row.scrollWidth
  await expect.poll(sides).toEqual([true, false])
})

test('tabs with enough space have no fade', async () => {
  const screen = await render(<SixTabs width="60rem" />)
  const row = screen.getByRole('tablist').element()
  expect([...row.attributes].filter(({ name }) => name.startsWith('data-more'))).toEqual([])
})

test('the selected tab stays in view when a badge before it loads', async () => {
  const tabsWith = (badge: string) => (
    <div style={{ width: '12rem' }}>
      <Tabs
        label="Sections"
        value="Agreements"
        onChange={() => undefined}
        tabs={names.map((name) => ({
          value: name,
          label: name,
          badge: name === 'Overview' && badge,
          content: <p>{name}</p>,
        }))}
      />
    </div>
  )
  const screen = await render(tabsWith(''))
  const row = screen.getByRole('tablist').element()
  if (row instanceof HTMLElement) row.style.cssText = 'display: flex; overflow-x: auto; position: relative'
  await screen.rerender(tabsWith('12 need attention'))
  await expect.poll(() => row.scrollLeft + row.clientWidth).toBeGreaterThan(row.scrollWidth - 2)
})

test('a row that scrolls begins with a whole tab and shows the whole selected one', async () => {
  const tabsWith = (value: string) => (
    <div style={{ width: '16rem' }}>
      <Tabs
        label="Sections"
        value={value}
        onChange={() => undefined}
        tabs={names.map((name) => ({ value: name, label: name, content: <p>{name}</p> }))}
      />
    </div>
  )
  const screen = await render(tabsWith('Overview'))
  const row = screen.getByRole('tablist').element()
  if (row instanceof HTMLElement) row.style.cssText = 'display: flex; overflow-x: auto; position: relative'
  await screen.rerender(tabsWith('Projects'))
  await expect.poll(() => row.scrollLeft).toBeGreaterThan(0)
  const rowBox = row.getBoundingClientRect()
  const starts = screen
    .getByRole('tab')
    .elements()
    .map((tab) => Math.abs(tab.getBoundingClientRect().left - rowBox.left))
  expect(Math.min(...starts)).toBeLessThan(1)
  const selected = screen.getByRole('tab', { name: 'Projects' }).element().getBoundingClientRect()
  expect(selected.left).toBeGreaterThan(rowBox.left - 1)
  expect(selected.right).toBeLessThan(rowBox.right + 1)
})
