import { useState } from 'react'
import { type ColorTheme, chooseColorTheme, colorThemes, readColorTheme } from '#lib/page/color-theme.ts'
import { type Clock, chooseClock, clocks, readClock } from '#lib/page/reader-formats.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'

const labels: Record<ColorTheme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const clockLabels: Record<Clock, string> = { auto: 'As in this browser', '12': '2:00 PM', '24': '14:00' }

const clockChoices = clocks.map((value) => ({ value, label: clockLabels[value] }))

const choices = colorThemes.map((value) => ({ value, label: labels[value] }))

/** Light or dark, and how times are written, on this device. */
export function AppearanceCard() {
  const [theme, setTheme] = useState(readColorTheme)
  const choose = (next: ColorTheme) => {
    chooseColorTheme(next)
    setTheme(next)
  }
  const [clock, setClock] = useState(readClock)
  const chooseHours = (next: Clock) => {
    chooseClock(next)
    setClock(next)
  }
  return (
    <Card
      title="Appearance"
      description="For this browser. Pages in a studio's own colors stay as the studio chose them."
    >
      <div className="grid gap-4">
        <Segmented label="Appearance" value={theme} choices={choices} onChange={choose} />
        <div className="grid gap-2">
          <p className="text-sm font-medium">Times</p>
          <Segmented label="Times" value={clock} choices={clockChoices} onChange={chooseHours} />
        </div>
      </div>
    </Card>
  )
}
