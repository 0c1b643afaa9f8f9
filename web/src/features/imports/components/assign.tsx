import type { ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import { OTHERS, SKIP } from '@studiohub/contract/features/imports/words.ts'
import { Select } from '#ui/select.tsx'

type MatchNamesProps = {
  title: string
  /** Such as 'Choose a service'. */
  placeholder: string
  matches: ImportPreview['services']
  choices: Readonly<Record<string, string>>
  onChoose: (choices: Record<string, string>) => void
}

const NAMES_MAX = 50

/** Matches each name in the file to a service or room of the studio. Renders nothing if the file has no such names. */
export function MatchNames({ title, placeholder, matches, choices, onChoose }: MatchNamesProps) {
  const { values, options } = matches
  if (values.length === 0) return null
  const selectChoices = [...options, { value: SKIP, label: 'Skip these lines' }]
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = choices
    onChoose(value === '' ? others : { ...others, [name]: value })
  }
  const openCount = values.filter(({ choice }) => choice === null).length
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm text-muted-foreground">{title}</legend>
      {values.slice(0, NAMES_MAX).map(({ value, count, choice }) => (
        <div key={value} className="grid items-center gap-2 sm:grid-cols-2">
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium">{value || 'Lines without a name'}</span>
            <span className="block text-muted-foreground">{`${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`}</span>
          </span>
          <Select
            aria-label={value ? `${value} stands for` : 'Lines without a name stand for'}
            choices={selectChoices}
            placeholder={placeholder}
            // The preview may not show the last choice yet.
            value={choices[value] ?? choice ?? ''}
            onChange={({ target }) => choose(value, target.value)}
          />
        </div>
      ))}
      {(openCount > 1 || OTHERS in choices) && (
        <div className="grid items-center gap-2 sm:grid-cols-2">
          <span className="text-sm font-medium">All other names</span>
          <Select
            aria-label="All other names stand for"
            choices={selectChoices}
            placeholder={placeholder}
            value={choices[OTHERS] ?? ''}
            onChange={({ target }) => choose(OTHERS, target.value)}
          />
        </div>
      )}
    </fieldset>
  )
}
