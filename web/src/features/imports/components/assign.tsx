import type { ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import { OTHERS, SKIP } from '@studiohub/contract/features/imports/words.ts'
import { Select } from '#ui/select.tsx'

type AssignProps = {
  title: string
  /** 'Choose a service'. */
  placeholder: string
  assigned: ImportPreview['services']
  chosen: Readonly<Record<string, string>>
  onChoose: (chosen: Record<string, string>) => void
}

const SHOWN = 50

/** Which of the studio's services or rooms each name of the file stands for. Hidden if the file names none. */
export function Assign({ title, placeholder, assigned, chosen, onChoose }: AssignProps) {
  const { values, options } = assigned
  if (values.length === 0) return null
  const choices = [...options, { value: SKIP, label: 'Leave these lines out' }]
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = chosen
    onChoose(value === '' ? others : { ...others, [name]: value })
  }
  const open = values.filter(({ choice }) => choice === null).length
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm text-muted-foreground">{title}</legend>
      {values.slice(0, SHOWN).map(({ value, count, choice }) => (
        <div key={value} className="grid items-center gap-2 sm:grid-cols-2">
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium">{value || 'Lines without one'}</span>
            <span className="block text-muted-foreground">{`${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`}</span>
          </span>
          <Select
            aria-label={value ? `${value} stands for` : 'Lines without one stand for'}
            choices={choices}
            placeholder={placeholder}
            value={choice ?? ''}
            onChange={({ target }) => choose(value, target.value)}
          />
        </div>
      ))}
      {(open > 1 || OTHERS in chosen) && (
        <div className="grid items-center gap-2 sm:grid-cols-2">
          <span className="text-sm font-medium">All other names</span>
          <Select
            aria-label="All other names stand for"
            choices={choices}
            placeholder={placeholder}
            value={chosen[OTHERS] ?? ''}
            onChange={({ target }) => choose(OTHERS, target.value)}
          />
        </div>
      )}
    </fieldset>
  )
}
