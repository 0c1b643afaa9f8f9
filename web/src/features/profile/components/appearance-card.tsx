import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { type ReactNode, useState } from 'react'
import { type ColorTheme, chooseColorTheme, colorThemes, readColorTheme } from '#lib/page/color-theme.ts'
import { type Clock, chooseClock, clocks, readClock } from '#lib/page/reader-formats.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'

const labels: Record<ColorTheme, string> = { system: 'Automatic', light: 'Light', dark: 'Dark' }

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
  const source = role === 'client' && studio ? `as ${studio.name} chose` : 'like this device'
  return (
    <Card title="Appearance" className={sectionTitleClasses} description="For this browser only.">
      <div className="grid max-w-md gap-5">
        <Setting label="Theme" hint={`Automatic is light or dark ${source}.`}>
          <Segmented label="Theme" value={theme} choices={choices} onChange={changeTheme} isWide />
        </Setting>
        <Setting label="Times" hint="Automatic follows the language of this browser.">
          <Segmented label="Times" value={clock} choices={clockChoices} onChange={changeClock} isWide />
        </Setting>
      </div>
    </Card>
  )
}

type SettingProps = { label: string; hint: string; children: ReactNode }

/** The visible label is not read to screen readers, because the group of buttons has the same name. */
const Setting = ({ label, hint, children }: SettingProps) => (
  <div className="grid gap-1.5 sm:justify-items-start">
    <p aria-hidden className="text-sm font-medium">
      {label}
    </p>
    {children}
    <p className="text-sm text-muted-foreground">{hint}</p>
  </div>
)
