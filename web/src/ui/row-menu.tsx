import { Ellipsis } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

export type RowAction = {
  label: string
  /** The accessible name, with what the row is about. */
  name: string
  /** Whether the action removes something. */
  isDanger?: boolean
  onSelect: () => void
}

type RowMenuProps = {
  /** What the row is about, such as a person's name. */
  name: string
  actions: readonly RowAction[]
}

/** The less frequent actions of a wide row, in a menu. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const selected = useRef<RowAction | null>(null)
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <Primitive.Trigger asChild>
        <IconButton ref={trigger} name={`More actions for ${name}`} className="-my-1 -mr-3">
          <Ellipsis aria-hidden />
        </IconButton>
      </Primitive.Trigger>
      {/* Inside the landmark of the page, but outside of the table, which would cut it. */}
      <Primitive.Portal container={trigger.current?.closest('main')}>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          // The action runs after the focus is back on the button, so that a dialog returns the focus to it.
          onCloseAutoFocus={(event) => {
            if (!selected.current) return
            event.preventDefault()
            trigger.current?.focus()
            selected.current.onSelect()
            selected.current = null
          }}
          className="z-50 grid min-w-40 animate-in rounded-md border border-border bg-raised p-1 shadow-lg outline-none"
        >
          {actions.map((action) => (
            <Primitive.Item
              key={action.label}
              aria-label={action.name}
              onSelect={() => {
                selected.current = action
              }}
              className={cx(
                'flex min-h-9 cursor-pointer items-center rounded-md px-3 text-sm outline-none max-md:min-h-11 data-highlighted:bg-muted',
                action.isDanger && 'text-cancelled',
              )}
            >
              {action.label}
            </Primitive.Item>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
