import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { Input } from './input.tsx'

/** A page or action that the command palette offers. */
export type Command = {
  /** Unique within the palette. */
  id: string
  label: string
  /** The heading above it; commands of a group must be adjacent. */
  group: string
  icon: LucideIcon
  run: () => void
}

type CommandPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command[]
}

/** Commands whose label or group contains every typed word, in their original order. */
export function filterCommands<Some extends Pick<Command, 'label' | 'group'>>(
  commands: readonly Some[],
  searchText: string,
): Some[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, group }) => {
    const text = `${label} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Search for all pages and actions of the user, for keyboard use (ARIA combobox pattern). */
export function CommandPalette({ open, onOpenChange, commands }: CommandPaletteProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search or jump to">
      <CommandSearch commands={commands} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Search text and highlighted command: arrows move, Enter runs. */
function useCommandSearch(commands: readonly Command[], onDone: () => void) {
  const [searchText, setSearchText] = useState('')
  const [at, setAt] = useState(0)
  const matches = filterCommands(commands, searchText)
  const index = Math.min(at, matches.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.run()
  }
  const move = (step: number) => setAt((index + step + matches.length) % Math.max(matches.length, 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') run(matches[index])
    else return
    event.preventDefault()
  }
  const search = (text: string) => {
    setSearchText(text)
    setAt(0)
  }
  return { typed: searchText, type: search, shown: matches, current: matches[index], point: setAt, run, onKeyDown }
}

function CommandSearch({ commands, onDone }: { commands: readonly Command[]; onDone: () => void }) {
  const list = useId()
  const {
    typed: searchText,
    type: search,
    shown: matches,
    current,
    point: highlight,
    run,
    onKeyDown,
  } = useCommandSearch(commands, onDone)
  return (
    <>
      <Input
        role="combobox"
        aria-label="Search pages and actions"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={current && `${list}-${current.id}`}
        autoComplete="off"
        data-autofocus=""
        placeholder="Type a page or an action"
        value={searchText}
        onChange={(event) => search(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" tabIndex={-1} aria-label="Pages and actions" className="mt-3 grid gap-0.5">
        {matches.map((command, index) => (
          <CommandOption
            key={command.id}
            id={`${list}-${command.id}`}
            command={command}
            startsGroup={command.group !== matches[index - 1]?.group}
            isCurrent={command === current}
            onHighlight={() => highlight(index)}
            onSelect={() => run(command)}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <output className={cx('px-3 text-sm text-muted-foreground', matches.length > 0 && 'sr-only')}>
        {matches.length === 0 ? 'Nothing found. Try another word.' : ''}
      </output>
    </>
  )
}

type CommandOptionProps = {
  id: string
  command: Command
  /** Whether it is the first of its group. */
  startsGroup: boolean
  isCurrent: boolean
  onHighlight: () => void
  onSelect: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function CommandOption({ id, command, startsGroup, isCurrent, onHighlight, onSelect, onKeyDown }: CommandOptionProps) {
  const Icon = command.icon
  return (
    <>
      {startsGroup && (
        <div aria-hidden className="px-3 pt-3 pb-1 text-xs font-medium text-muted-foreground">
          {command.group}
        </div>
      )}
      <div
        id={id}
        ref={isCurrent ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        // Prevent the blur, which would come before the click.
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={onHighlight}
        onClick={onSelect}
        onKeyDown={onKeyDown}
        className={cx('flex cursor-pointer items-center gap-3 rounded-md px-3 py-2.5 text-sm', isCurrent && 'bg-muted')}
      >
        <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        {command.label}
      </div>
    </>
  )
}
