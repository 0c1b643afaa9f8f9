import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { cx } from './cx.ts'
import type { ControlProps } from './field.tsx'
import { Input } from './input.tsx'
import type { Choice } from './select.tsx'

type ComboboxProps = ControlProps & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string
  /** Hears what is typed, where the choices are looked up by it. */
  onType?: (text: string) => void
  /** Said when nothing matches. */
  nothing?: string
}

const matching = (choices: readonly Choice[], text: string) =>
  choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))

/** What is open, typed and pointed at; closing forgets what was typed. */
function useFiltering({ choices, value, onChange }: Pick<ComboboxProps, 'choices' | 'value' | 'onChange'>) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const shown = typed === null ? choices : matching(choices, typed)
  const chosen = choices.find((choice) => choice.value === value)

  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  return {
    open,
    shown,
    text: typed ?? chosen?.label ?? '',
    current: shown[Math.min(at, shown.length - 1)],
    close,
    show: () => setOpen(true),
    type: (text: string) => {
      setTyped(text)
      setAt(0)
      setOpen(true)
    },
    point: setAt,
    move: (step: number) => {
      setOpen(true)
      setAt((before) => (open ? (before + step + shown.length) % Math.max(shown.length, 1) : 0))
    },
    take: (choice: Choice | undefined) => {
      if (choice) onChange(choice.value)
      close()
    },
  }
}

type Filtering = ReturnType<typeof useFiltering>

/** Arrows move, Enter takes, Esc closes (the ARIA pattern of a list box that filters). */
function onKeyDown(event: KeyboardEvent, { open, current, move, take, close }: Filtering) {
  if (event.key === 'ArrowDown') move(1)
  else if (event.key === 'ArrowUp') move(-1)
  else if (event.key === 'Enter' && open) take(current)
  else if (event.key === 'Escape' && open) close()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Choosing one of many by typing. */
export function Combobox({
  choices,
  value,
  onChange,
  onBlur,
  inputRef,
  placeholder,
  onType,
  nothing,
  ...control
}: ComboboxProps) {
  const list = useId()
  const filtering = useFiltering({ choices, value, onChange })
  const { open, text, current, close, show, type } = filtering
  return (
    <div className="relative">
      <Input
        {...control}
        ref={inputRef}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${list}-${current.value}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          type(event.target.value)
          onType?.(event.target.value)
        }}
        onClick={show}
        // Typing replaces what was chosen instead of adding to it.
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => onKeyDown(event, filtering)}
        onBlur={() => {
          close()
          onBlur?.()
        }}
        className="pr-10"
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-0 right-3 my-3 size-4" />
      <ListBox id={list} value={value} filtering={filtering} nothing={nothing ?? 'Nothing found'} />
    </div>
  )
}

type ListBoxProps = { id: string; value: string; filtering: Filtering; nothing: string }

function ListBox({ id, value, filtering, nothing }: ListBoxProps) {
  const { open, shown, current, take, point } = filtering
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Choices"
      hidden={!open}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-md border border-border bg-raised p-1 shadow-lg"
    >
      {shown.map((choice, index) => (
        <div
          key={choice.value}
          id={`${id}-${choice.value}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice.value === value}
          // The field would lose the focus, and the list close, before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(choice)}
          onKeyDown={(event) => onKeyDown(event, filtering)}
          onMouseEnter={() => point(index)}
          className={cx(
            'flex cursor-pointer items-center justify-between gap-2 rounded-md px-3 py-2 text-sm',
            choice === current && 'bg-muted',
          )}
        >
          {choice.label}
          {choice.value === value && <Check aria-hidden className="size-4" />}
        </div>
      ))}
      {shown.length === 0 && <p className="px-3 py-2 text-sm text-muted-foreground">{nothing}</p>}
    </div>
  )
}
