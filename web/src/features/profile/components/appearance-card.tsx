import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { useState } from 'react'
import { type ColorTheme, chooseColorTheme, colorThemes, readColorTheme } from '#lib/page/color-theme.ts'
import { type Clock, chooseClock, clocks, readClock } from '#lib/page/reader-formats.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'

const labels: Record<ColorTheme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const clockLabels: Record<Clock, string> = { auto: 'Automatic', '12': '2:00 PM', '24': '14:00' }

const clockChoices = clocks.map((value) => ({ value, label: clockLabels[value] }))

const choices = colorThemes.map((value) => ({ value, label: labels[value] }))

/** Settings of this device: the color theme, and how times are written. */
export function AppearanceCard({ me: { role, studio } }: { me: Me }) {
  const [theme, setTheme] = useState(readColorTheme)
  const changeTheme = (next: ColorTheme) => {
    chooseColorTheme(next)
    setTheme(next)
  }
  const [clock, setClock] = useState(readClock)
  const changeClock = (next: Clock) => {
    chooseClock(next)
    setClock(next)
  }
  const client = role === 'client' && studio ? ` System shows the colors that ${studio.name} chose.` : ''
  return (
    <Card title="Appearance" description={`For this browser.${client}`}>
      <div className="grid gap-4 sm:justify-items-start">
        <Segmented label="Appearance" value={theme} choices={choices} onChange={changeTheme} isWide />
        <div className="grid gap-2">
          <p className="text-sm font-medium">Times</p>
          <Segmented label="Times" value={clock} choices={clockChoices} onChange={changeClock} isWide />
        </div>
      </div>
    </Card>
  )
}
