import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { HeatMap } from './heat-map.tsx'

test('cells and averages have a unit, and an average of zero is a dash in the drawing only', async () => {
  const { container } = await render(
    <HeatMap
      title="Use"
      rowHeading="Day"
      rows={[
        { name: 'Monday', short: 'Mon' },
        { name: 'Sunday', short: 'Sun' },
      ]}
      columns={['9 AM']}
      shares={[[1 / 3], [0]]}
    />,
  )
  const drawing = container.querySelector('figure > [aria-hidden]')
  const texts = [...(drawing?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent)
  expect(texts).toEqual([
    '',
    '9 AM',
    'All',
    'Mon',
    '33%',
    '33%',
    'Sun',
    '',
    '–',
    'All',
    '17%',
    '17%',
    '',
    '',
    '',
    '',
    '',
  ])
  expect(container.querySelector('tbody tr:nth-child(2)')?.textContent).toBe('Sunday0%0%')
})
