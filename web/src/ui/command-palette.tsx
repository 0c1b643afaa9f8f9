import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { Input } from './input.tsx'

/** A page, an action or a search result that the command palette offers. */
export type Command = {
  /** Unique within the palette. */
  id: string
  label: string
  /** One line below the label. */
  meta?: string
  /** The heading above it. Commands of a group must be adjacent. */
  group: string
  icon: LucideIcon
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

/** The commands of which every typed word begins a word of their label or group, in their original order. */
export function filterCommands<SomeCommand extends Pick<Command, 'label' | 'group'>>(
  commands: readonly SomeCommand[],
  searchText: string,
): SomeCommand[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean)
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
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search or jump to">
      <CommandSearch {...search} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/**
 * Puts the search results below the commands. Without a search text all commands are listed, and the results follow the first group.
 */
function insertResults(commands: readonly Command[], results: readonly Command[], isAll: boolean): Command[] {
  const end = isAll ? commands.findIndex(({ group }) => group !== commands[0]?.group) : -1
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
      <div className="sticky -top-1 z-10 -mx-1 bg-card p-1">
        <Input
          role="combobox"
          aria-label={props.onSearch ? 'Search people, bookings, projects and actions' : 'Search pages and actions'}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && `${list}-${current.id}`}
          autoComplete="off"
          data-autofocus=""
          placeholder={props.onSearch ? 'Type a name, a page or an action' : 'Type a page or an action'}
          value={searchText}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" tabIndex={-1} aria-label="Results" className="mt-2 grid gap-0.5">
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
                isCurrent={command === current}
                onHighlight={() => highlight(command.id)}
                onSelect={() => run(command)}
                onKeyDown={onKeyDown}
              />
            ))}
          </div>
        ))}
      </div>
      <output className={cx('px-3 text-sm text-muted-foreground', matches.length > 0 && 'sr-only')}>
        {searchText !== '' && statusText(matches.length, props.isSearching)}
      </output>
    </>
  )
}

function statusText(count: number, isSearching = false) {
  if (isSearching) return 'Searching...'
  if (count === 0) return 'Nothing found. Try another word.'
  return count === 1 ? '1 result' : `${count} results`
}

type CommandOptionProps = {
  id: string
  command: Command
  isCurrent: boolean
  onHighlight: () => void
  onSelect: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function CommandOption({ id, command, isCurrent, onHighlight, onSelect, onKeyDown }: CommandOptionProps) {
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
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="grid min-w-0">
        <span className="truncate">{command.label}</span>
        {command.meta && <span className="truncate text-xs text-muted-foreground">{command.meta}</span>}
      </span>
    </div>
  )
}
