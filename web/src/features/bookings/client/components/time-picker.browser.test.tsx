import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadTemporal } from '#lib/page/browser-time.ts'
import { TimePicker } from './time-picker.tsx'

await loadTemporal()

const days = [{ date: '2026-12-01', free: ['10:00', '10:30'], reason: null }]

const renderPicker = (namesZone: boolean) =>
  render(
    <TimePicker
      from="2026-12-01"
      today="2026-12-01"
      zone="Pacific/Kiritimati"
      days={days}
      day=""
      time=""
      person_title={null}
      namesZone={namesZone}
      onFrom={() => {}}
      onDay={() => {}}
      onTime={() => {}}
    />,
  )

const zoneTexts = page.getByText(/Kiritimati time/)

test('the zone of the times is named once, beside the day for people who do not know the studio', async () => {
  const { unmount } = await renderPicker(true)
  await expect.element(page.getByRole('group', { name: /Tuesday.*, Kiritimati time$/ })).toBeInTheDocument()
  expect(zoneTexts.elements()).toHaveLength(1)
  await unmount()
  await renderPicker(false)
  await expect.element(page.getByText('Times at the studio (Kiritimati time)')).toBeInTheDocument()
  expect(zoneTexts.elements()).toHaveLength(1)
})
