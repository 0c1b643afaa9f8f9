import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { cx } from './cx.ts'
import type { ControlProps } from './field.tsx'
import { Input } from './input.tsx'
import type { Choice } from './select.tsx'

type ComboboxProps = ControlProps & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  /** Said when nothing matches. */
  nothing?: string
}

const matching = (choices: readonly Choice[], text: string) =>
  choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))

/** Choosing one of many by typing: arrows move, Enter takes, Esc closes (the ARIA pattern of a list box that filters). */
export function Combobox({ choices, value, onChange, onBlur, placeholder, nothing = 'Nothing found', ...control }: ComboboxProps) {
  const list = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const chosen = choices.find((choice) => choice.value === value)
  const shown = typed === null ? choices : matching(choices, typed)
  const current = shown[Math.min(at, shown.length - 1)]

  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const take = (choice: Choice | undefined) => {
    if (choice) onChange(choice.value)
    close()
  }
  const move = (step: number) => {
    setOpen(true)
    setAt((before) => (open ? (before + step + shown.length) % Math.max(shown.length, 1) : 0))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && open) take(current)
    else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <Input
        {...control}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${list}-${current.value}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          onBlur?.()
        }}
      />
      <ul
        id={list}
        role="listbox"
        aria-label="Choices"
        hidden={!open}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-md border border-border bg-raised p-1 shadow-lg"
      >
        {shown.map((choice, index) => (
          <li
            key={choice.value}
            id={`${list}-${choice.value}`}
            role="option"
            aria-selected={choice.value === value}
            // The field would lose the focus, and the list close, before the click arrives.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
            onKeyDown={onKeyDown}
            onMouseEnter={() => setAt(index)}
            className={cx(
              'flex cursor-pointer items-center justify-between gap-2 rounded-md px-3 py-2 text-sm',
              choice === current && 'bg-muted',
            )}
          >
            {choice.label}
            {choice.value === value && <Check aria-hidden className="size-4" />}
          </li>
        ))}
        {shown.length === 0 && <li className="px-3 py-2 text-sm text-muted-foreground">{nothing}</li>}
      </ul>
    </div>
  )
}
