import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { Input } from './input.tsx'

/** Something that a person can go to or do from anywhere. */
export type Command = {
  /** Unique among those offered together. */
  id: string
  label: string
  /** The heading that it stands under; commands of one group come one after another. */
  group: string
  icon: LucideIcon
  run: () => void
}

type CommandPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command[]
}

/** The commands whose label or group holds every typed word, in their own order. */
export function matchingCommands<Some extends Pick<Command, 'label' | 'group'>>(
  commands: readonly Some[],
  typed: string,
): Some[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ label, group }) => {
    const text = `${label} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Type, point, Enter: every page and action of the person, without the mouse (the ARIA pattern of a list that filters). */
export function CommandPalette({ open, onOpenChange, commands }: CommandPaletteProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to or do">
      <Finder commands={commands} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** What is typed and pointed at: arrows move, Enter runs. */
function useFinding(commands: readonly Command[], onDone: () => void) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const shown = matchingCommands(commands, typed)
  const index = Math.min(at, shown.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.run()
  }
  const move = (step: number) => setAt((index + step + shown.length) % Math.max(shown.length, 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') run(shown[index])
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setAt(0)
  }
  return { typed, type, shown, current: shown[index], point: setAt, run, onKeyDown }
}

function Finder({ commands, onDone }: { commands: readonly Command[]; onDone: () => void }) {
  const list = useId()
  const { typed, type, shown, current, point, run, onKeyDown } = useFinding(commands, onDone)
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
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" tabIndex={-1} aria-label="Pages and actions" className="mt-3 grid gap-0.5">
        {shown.map((command, index) => (
          <Offer
            key={command.id}
            id={`${list}-${command.id}`}
            command={command}
            heads={command.group !== shown[index - 1]?.group}
            isCurrent={command === current}
            onPoint={() => point(index)}
            onTake={() => run(command)}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <output className={cx('px-3 text-sm text-muted-foreground', shown.length > 0 && 'sr-only')}>
        {shown.length === 0 ? 'Nothing found. Try another word.' : ''}
      </output>
    </>
  )
}

type OfferProps = {
  id: string
  command: Command
  /** Whether its group begins with it. */
  heads: boolean
  isCurrent: boolean
  onPoint: () => void
  onTake: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Offer({ id, command, heads, isCurrent, onPoint, onTake, onKeyDown }: OfferProps) {
  const Icon = command.icon
  return (
    <>
      {heads && (
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
        // The field would lose the focus before the click arrives.
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={onPoint}
        onClick={onTake}
        onKeyDown={onKeyDown}
        className={cx('flex cursor-pointer items-center gap-3 rounded-md px-3 py-2.5 text-sm', isCurrent && 'bg-muted')}
      >
        <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        {command.label}
      </div>
    </>
  )
}
