import { Popover as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '../cx.ts'
import { PICKER_ATTRIBUTE } from './picker-button.tsx'

type FieldPopoverProps = {
  /** The box of the field with its button. */
  anchor: RefObject<HTMLElement | null>
  /** Whether the focus moves into the popover, and back to the field when it closes. */
  takesFocus: boolean
  onClose: () => void
  className?: string
  children: ReactNode
} & Pick<ComponentProps<'div'>, 'id' | 'role' | 'aria-label'>

/**
 * A popover below a field. In a dialog it is rendered inside the dialog, so that it may have the focus and scroll, and Esc
 * closes only the popover.
 */
export function FieldPopover({ anchor, takesFocus, onClose, className, children, ...content }: FieldPopoverProps) {
  // Not only the focused element, because some browsers do not focus a clicked button.
  const opener = useRef(findOpener(anchor.current))
  const wasLeft = useRef(false)
  const dialog = anchor.current?.closest<HTMLElement>('[role="dialog"]')
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal container={dialog}>
        <Primitive.Content
          {...content}
          {...{ [PICKER_ATTRIBUTE]: '' }}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // The content focuses one of its controls itself, or the focus stays in the field.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (takesFocus && !wasLeft.current) opener.current?.focus()
          }}
          onInteractOutside={(event) => {
            // The field and its button close the popover themselves.
            const { target } = event.detail.originalEvent
            if (target instanceof Node && anchor.current?.contains(target)) event.preventDefault()
            else wasLeft.current = true
          }}
          className={cx('z-50 animate-in rounded-md border border-border bg-raised shadow-lg outline-none', className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function findOpener(field: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && field?.contains(focused) ? focused : (field?.querySelector('button') ?? null)
}
