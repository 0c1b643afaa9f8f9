import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { findPreset, presets } from '../model/periods.ts'

type PeriodPresetsProps = {
  period: { from: string; to: string }
  today: string
  /** Whether the user chooses the dates. */
  isCustom: boolean
  onChange: (from: string, to: string) => void
  onCustom: () => void
}

const CUSTOM = 'custom'

const label = 'Period'

/** Chooses a common period with one click. On phones, where the fields for dates are hidden, also a period by dates. */
export function PeriodPresets({ period, today, isCustom, onChange, onCustom }: PeriodPresetsProps) {
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
          value={isCustom ? CUSTOM : value}
          choices={[...presets, { value: CUSTOM, label: 'Custom period' }]}
          onChange={({ target }) => (target.value === CUSTOM ? onCustom() : choose(target.value))}
        />
      </div>
    </>
  )
}
