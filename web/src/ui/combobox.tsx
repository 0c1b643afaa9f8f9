import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useCallback, useEffect, useId, useState } from 'react'
import { cx } from './cx.ts'
import type { ControlProps } from './field.tsx'
import { Input } from './input.tsx'
import type { Choice } from './select.tsx'

type ComboboxProps = Partial<ControlProps> & {
  /** The name of a combobox without a `Field`. */
  'aria-label'?: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string
  /** Called with the typed text, if the options are searched on the server. */
  onType?: (text: string) => void
  /** Shown if nothing matches. */
  emptyText?: string
  /** Offers to add the typed text, unless an option has that label. */
  onAdd?: ((text: string) => void) | undefined
  addLabel?: (text: string) => string
}

const ADD = 'add'

const filterChoices = (choices: readonly Choice[], text: string) =>
  choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))

type FilterProps = Pick<ComboboxProps, 'choices' | 'value' | 'onChange' | 'onAdd' | 'addLabel'>

/** The state of the list: whether it is open, its search text and its highlighted option. Closing clears the search text. */
function useChoiceFilter({ choices, value, onChange, onAdd, addLabel = (text) => `Add “${text}”` }: FilterProps) {
  const [open, setOpen] = useState(false)
  const [searchText, setSearchText] = useState<string | null>(null)
  const [highlightedIndex, setHighlightedIndex] = useState(0)
  const typedText = searchText?.trim() ?? ''
  const isKnown = choices.some(({ label }) => label.toLowerCase() === typedText.toLowerCase())
  const addChoices = onAdd && typedText !== '' && !isKnown ? [{ value: ADD, label: addLabel(typedText) }] : []
  const matches = searchText === null ? choices : [...filterChoices(choices, searchText), ...addChoices]
  const selected = choices.find((choice) => choice.value === value)

  const close = useCallback(() => {
    setOpen(false)
    setSearchText(null)
  }, [])
  useEscape(open, close)
  return {
    open,
    matches,
    text: searchText ?? selected?.label ?? '',
    highlighted: matches[Math.min(highlightedIndex, matches.length - 1)],
    close,
    openList: () => setOpen(true),
    search: (text: string) => {
      setSearchText(text)
      setHighlightedIndex(0)
      setOpen(true)
    },
    highlight: setHighlightedIndex,
    move: (step: number) => {
      setOpen(true)
      setHighlightedIndex((index) => (open ? (index + step + matches.length) % Math.max(matches.length, 1) : 0))
    },
    select: (choice: Choice | undefined) => {
      if (choice?.value === ADD && onAdd) onAdd(typedText)
      else if (choice) onChange(choice.value)
      close()
    },
  }
}

/** While the list is open, Esc closes only the list. A dialog around it would close before the field gets the key. */
function useEscape(open: boolean, close: () => void) {
  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    const closeList = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    window.addEventListener('keydown', closeList, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [open, close])
}

type ChoiceFilter = ReturnType<typeof useChoiceFilter>

/** Arrows move, Enter selects, and Esc closes, see `useEscape` (ARIA combobox pattern). */
function onKeyDown(event: KeyboardEvent, { open, highlighted, move, select }: ChoiceFilter) {
  if (event.key === 'ArrowDown') move(1)
  else if (event.key === 'ArrowUp') move(-1)
  else if (event.key === 'Enter' && open) select(highlighted)
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Selects one of many options by typing. */
export function Combobox({
  choices,
  value,
  onChange,
  onBlur,
  inputRef,
  placeholder,
  onType,
  emptyText,
  onAdd,
  addLabel,
  ...control
}: ComboboxProps) {
  const listId = useId()
  const filter = useChoiceFilter({ choices, value, onChange, onAdd, ...(addLabel && { addLabel }) })
  const { open, text, highlighted, close, openList, search } = filter
  return (
    <div className="relative">
      <Input
        {...control}
        ref={inputRef}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && highlighted ? `${listId}-${highlighted.value}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          search(event.target.value)
          onType?.(event.target.value)
        }}
        onClick={openList}
        // Selects the text, so that typing replaces it.
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => onKeyDown(event, filter)}
        onBlur={() => {
          close()
          onBlur?.()
        }}
        className="pr-10"
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-0 right-3 my-3 size-4 max-md:my-3.5" />
      <ListBox id={listId} value={value} filter={filter} emptyText={emptyText ?? 'Nothing found'} />
    </div>
  )
}

type ListBoxProps = { id: string; value: string; filter: ChoiceFilter; emptyText: string }

function ListBox({ id, value, filter, emptyText }: ListBoxProps) {
  const { open, matches, highlighted, select, highlight } = filter
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Choices"
      hidden={!open}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-md border border-border bg-raised p-1 shadow-lg"
    >
      {matches.map((choice, index) => (
        <div
          key={choice.value}
          id={`${id}-${choice.value}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice.value === value}
          // Prevents the blur, which would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => select(choice)}
          onKeyDown={(event) => onKeyDown(event, filter)}
          onMouseEnter={() => highlight(index)}
          className={cx(
            'flex cursor-pointer items-center justify-between gap-2 rounded-md px-3 py-2 text-sm',
            choice === highlighted && 'bg-muted',
          )}
        >
          {choice.label}
          {choice.value === value && <Check aria-hidden className="size-4" />}
        </div>
      ))}
      {matches.length === 0 && <p className="px-3 py-2 text-sm text-muted-foreground">{emptyText}</p>}
    </div>
  )
}
