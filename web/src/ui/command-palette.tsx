import { type LucideIcon, Search, X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { keepOpenForToast, restoreFocus } from './dialog.tsx'

/** A page, an action or a search result that the command palette offers. */
export type Command = {
  /** Unique within the palette. */
  id: string
  label: string
  /** One line below the label. */
  meta?: string
  /** The heading of its group. Commands of a group must be adjacent. */
  group: string
  icon: LucideIcon
  /** The class of the icon's color, such as that of a status. */
  iconClass?: string
  run: () => void
}

type CommandPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command[]
  /** The results for the text that `onSearch` reported last. They are shown unfiltered below the commands. */
  results?: readonly Command[]
  /** Whether the search is still running. */
  isSearching?: boolean
  onSearch?: (text: string) => void
}

const wordsOf = (searchText: string) => searchText.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * The commands that match the search text, in their original order. Each typed word must begin a word of the label or group.
 * Accents count; names of commands have none.
 */
export function filterCommands<SomeCommand extends Pick<Command, 'label' | 'group'>>(
  commands: readonly SomeCommand[],
  searchText: string,
): SomeCommand[] {
  const words = wordsOf(searchText)
  return commands.filter(({ label, group }) => {
    const parts = `${label} ${group}`.toLowerCase().split(/[\s-]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

/** Groups adjacent commands that have the same group. */
export function groupCommands<SomeCommand extends Pick<Command, 'group'>>(commands: readonly SomeCommand[]) {
  const groups: { name: string; commands: SomeCommand[] }[] = []
  for (const command of commands) {
    const last = groups.at(-1)
    if (last?.name === command.group) last.commands.push(command)
    else groups.push({ name: command.group, commands: [command] })
  }
  return groups
}

/** The search for all pages and actions of the user, for use by keyboard (ARIA combobox pattern). */
export function CommandPalette({ open, onOpenChange, ...search }: CommandPaletteProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-in bg-overlay" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onPointerDownOutside={keepOpenForToast}
          onCloseAutoFocus={(event) => restoreFocus(event, opener.current)}
          className={cx(
            // On phones it fills the screen from the top, so that the keyboard covers neither the field nor the first results.
            'fixed inset-0 z-50 flex animate-in flex-col bg-card pt-[env(safe-area-inset-top)] shadow-lg outline-none',
            'border-border md:inset-auto md:top-[8dvh] md:left-1/2 md:max-h-[84dvh] md:w-full md:max-w-xl md:-translate-x-1/2 md:rounded-md md:border',
          )}
        >
          <Primitive.Title className="sr-only">Search or jump to</Primitive.Title>
          <CommandSearch {...search} onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/**
 * Puts the search results below the commands. Without a search text all commands are listed; then the results, which are recent
 * items, follow the pages in the first group.
 */
function insertResults(commands: readonly Command[], results: readonly Command[], isUnfiltered: boolean): Command[] {
  const end = isUnfiltered ? commands.findIndex(({ group }) => group !== commands[0]?.group) : -1
  return end < 0 ? [...commands, ...results] : [...commands.slice(0, end), ...results, ...commands.slice(end)]
}

type CommandSearchProps = Omit<CommandPaletteProps, 'open' | 'onOpenChange'> & { onDone: () => void }

/** The search text and the highlighted command: arrows move, Enter runs. */
function useCommandSearch({ commands, results = [], onSearch, onDone }: CommandSearchProps) {
  const [searchText, setSearchText] = useState('')
  // Highlights by id, because results that arrive later must not move the highlight.
  const [currentId, setCurrentId] = useState('')
  const matches = insertResults(filterCommands(commands, searchText), results, searchText === '')
  const index = Math.max(
    0,
    matches.findIndex(({ id }) => id === currentId),
  )
  const run = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.run()
  }
  const move = (step: number) => {
    const next = matches[(index + step + matches.length) % Math.max(matches.length, 1)]
    setCurrentId(next?.id ?? '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') run(matches[index])
    else return
    event.preventDefault()
  }
  const search = (text: string) => {
    setSearchText(text)
    setCurrentId('')
    onSearch?.(text)
  }
  return { searchText, search, matches, current: matches[index], highlight: setCurrentId, run, onKeyDown }
}

function CommandSearch(props: CommandSearchProps) {
  const list = useId()
  const { searchText, search, matches, current, highlight, run, onKeyDown } = useCommandSearch(props)
  return (
    <>
      <div className="flex items-center gap-2 border-b border-border pr-2 pl-4 has-focus-visible:border-link">
        <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <input
          type="text"
          role="combobox"
          aria-label={props.onSearch ? 'Search people, bookings, projects and actions' : 'Search pages and actions'}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && `${list}-${current.id}`}
          autoComplete="off"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground md:text-sm"
          placeholder={props.onSearch ? 'Search people, bookings and pages' : 'Search pages and actions'}
          value={searchText}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Primitive.Close asChild>
          <IconButton name="Close" className="max-md:size-11">
            <X aria-hidden />
          </IconButton>
        </Primitive.Close>
      </div>
      <div
        id={list}
        role="listbox"
        tabIndex={-1}
        aria-label="Results"
        className="grid min-h-0 content-start gap-0.5 overflow-y-auto px-2 pt-1 pb-3 empty:hidden"
      >
        {groupCommands(matches).map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not options
          <div key={group.name} role="group" aria-label={group.name} className="grid gap-0.5">
            <div aria-hidden className="px-3 pt-3 pb-1 text-xs font-medium text-muted-foreground">
              {group.name}
            </div>
            {group.commands.map((command) => (
              <CommandOption
                key={command.id}
                id={`${list}-${command.id}`}
                command={command}
                words={wordsOf(searchText)}
                isCurrent={command === current}
                onHighlight={() => highlight(command.id)}
                onSelect={() => run(command)}
                onKeyDown={onKeyDown}
              />
            ))}
          </div>
        ))}
      </div>
      <output className={cx('block p-5 text-sm text-muted-foreground', matches.length > 0 && 'sr-only')}>
        {searchText !== '' && statusText(matches.length, props.isSearching)}
      </output>
      <p
        aria-hidden
        className="flex shrink-0 gap-4 border-t border-border px-5 py-2.5 text-xs text-muted-foreground max-md:hidden"
      >
        {keyHints.map(({ key, text }) => (
          <span key={key} className="flex items-center gap-1.5">
            <kbd className="rounded-sm border border-border bg-muted px-1.5 font-sans">{key}</kbd>
            {text}
          </span>
        ))}
      </p>
    </>
  )
}

const keyHints = [
  { key: '↑ ↓', text: 'Move' },
  { key: 'Enter', text: 'Open' },
  { key: 'Esc', text: 'Close' },
]

function statusText(count: number, isSearching = false) {
  if (isSearching) return 'Searching...'
  if (count === 0) return 'Nothing found. Try another word.'
  return count === 1 ? '1 result' : `${count} results`
}

type CommandOptionProps = {
  id: string
  command: Command
  /** The typed words, in lower case. */
  words: readonly string[]
  isCurrent: boolean
  onHighlight: () => void
  onSelect: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function CommandOption({ id, command, words, isCurrent, onHighlight, onSelect, onKeyDown }: CommandOptionProps) {
  const Icon = command.icon
  return (
    <div
      id={id}
      ref={isCurrent ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      // Prevents the blur, which would come before the click.
      onMouseDown={(event) => event.preventDefault()}
      // The list may move below a resting pointer, which must not take the highlight from the arrow keys.
      onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && onHighlight()}
      onClick={onSelect}
      onKeyDown={onKeyDown}
      className={cx('flex cursor-pointer items-center gap-3 rounded-md px-3 py-2.5 text-sm', isCurrent && 'bg-muted')}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', command.iconClass ?? 'text-muted-foreground')} />
      <span className="grid min-w-0">
        <span className="truncate">
          <MatchedText text={command.label} words={words} />
        </span>
        {command.meta && <span className="truncate text-xs text-muted-foreground">{command.meta}</span>}
      </span>
    </div>
  )
}

/** Removes accents, as the search of the server does. Each letter stays one character. */
const foldLetters = (text: string) =>
  [...text.toLowerCase()].map((letter) => letter.normalize('NFD')[0] ?? letter).join('')

/** The text, with the typed beginnings of its words in bold. */
function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  let position = 0
  return text.split(/(?<=[\s-])/).map((part) => {
    const start = position
    position += part.length
    const typed = words.find((word) => foldLetters(part).startsWith(foldLetters(word)))
    if (!typed) return part
    return (
      <span key={start}>
        <strong className="font-semibold">{part.slice(0, typed.length)}</strong>
        {part.slice(typed.length)}
      </span>
    )
  })
}
