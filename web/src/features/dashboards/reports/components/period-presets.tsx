import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { findPreset, presets } from '../model/periods.ts'

type PeriodPresetsProps = {
  period: { from: string; to: string }
  today: string
  onChange: (from: string, to: string) => void
}

const label = 'Period'

/** Chooses a common period with one click. */
export function PeriodPresets({ period, today, onChange }: PeriodPresetsProps) {
  const value = findPreset(period, today)?.value ?? ''
  const choose = (next: string) => {
    const range = presets.find((preset) => preset.value === next)?.rangeOn(today)
    if (range) onChange(range.from, range.to)
  }
  return (
    <>
      <div className="max-md:hidden">
        <Segmented label={label} value={value} choices={presets} onChange={choose} />
      </div>
      <div className="md:hidden">
        <Select
          aria-label={label}
          value={value}
          choices={value === '' ? [{ value: '', label: 'Custom period' }, ...presets] : presets}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
    </>
  )
}
