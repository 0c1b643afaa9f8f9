import { useState } from 'react'
import { type ColorTheme, chooseColorTheme, colorThemes, readColorTheme } from '#lib/page/color-theme.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'

const labels: Record<ColorTheme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

const choices = colorThemes.map((value) => ({ value, label: labels[value] }))

/** Light or dark, on this device. */
export function AppearanceCard() {
  const [theme, setTheme] = useState(readColorTheme)
  const choose = (next: ColorTheme) => {
    chooseColorTheme(next)
    setTheme(next)
  }
  return (
    <Card
      title="Appearance"
      description="For this browser. Pages in a studio's own colors stay as the studio chose them."
    >
      <Segmented label="Appearance" value={theme} choices={choices} onChange={choose} />
    </Card>
  )
}
