import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { dialogClasses } from './dialog-frame.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** The button that opens it; omit it if another element opens it. */
  trigger?: ReactNode
  children?: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  /** Whether it replaces a `DialogFrame`: then it appears without moving. */
  isInFrame?: boolean
}

// Radix marks content under an open dialog as aria-hidden. It is also hidden visually, so that dialogs do not stack.
const hideUnderDialog = 'aria-hidden:invisible'

/** Keeps the dialog open if the user clicks a toast. */
export function keepOpenForToast(event: CustomEvent<{ originalEvent: Event }>) {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault()
}

/** A centered dialog; a bottom sheet under 768 px. Traps and restores the focus, closes on Esc. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, trigger, children, footer, isInFrame = false } = props
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={cx('fixed inset-0 z-40 bg-overlay', !isInFrame && 'animate-in')} />
        <Primitive.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            focusFirst(event)
          }}
          onPointerDownOutside={keepOpenForToast}
          onCloseAutoFocus={(event) => restoreFocus(event, opener.current)}
          className={cx(dialogClasses.box, !isInFrame && 'animate-rise', hideUnderDialog)}
        >
          <header className={dialogClasses.header}>
            <div className="grid gap-1">
              <Primitive.Title className={dialogClasses.title}>{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-sm text-muted-foreground">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton name="Close" className={dialogClasses.close}>
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </header>
          {children && <div className={cx('overflow-y-auto', dialogClasses.body)}>{children}</div>}
          {footer && (
            <footer onPointerDown={freezeHeight} className={dialogClasses.footer}>
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Focuses the control marked `data-autofocus`; by default Radix focuses the Close button. */
function focusFirst(event: Event) {
  const first = event.target instanceof Element ? event.target.querySelector('[data-autofocus]') : null
  if (!(first instanceof HTMLElement)) return
  event.preventDefault()
  first.focus()
}

/**
 * Pressing a button blurs a field. The field's error message would move the button before the pointer is released, so the height
 * is frozen until then.
 */
function freezeHeight({ currentTarget: { previousElementSibling: body } }: PointerEvent) {
  if (!(body instanceof HTMLElement)) return
  body.style.height = `${body.offsetHeight}px`
  const listening = new AbortController()
  const release = () => {
    listening.abort()
    // The click event follows the pointerup event.
    setTimeout(() => body.style.removeProperty('height'))
  }
  for (const name of ['pointerup', 'pointercancel'])
    window.addEventListener(name, release, { signal: listening.signal })
}

/**
 * Restores the focus to the opener. If the opener was removed, such as the button of a deleted row, the dialog beneath or the page
 * gets the focus. Radix calls this in a timer: if another dialog has focused a field by then, the focus stays there.
 */
export function restoreFocus(event: Event, opener: Element | null) {
  event.preventDefault()
  ignoreRestOfDoubleClick()
  const isTaken = document.activeElement?.matches('[role="dialog"][data-state="open"] *')
  if (isTaken) return
  const isAttached = opener?.isConnected && opener !== document.body
  const beneath = document.querySelector('[role="dialog"][data-state="open"]')
  const target = isAttached ? opener : (beneath ?? document.querySelector('main'))
  if (target instanceof HTMLElement) target.focus()
}

/** Blocks the second click of a double click on a closing button, because it would hit the element below the dialog. */
function ignoreRestOfDoubleClick() {
  const listening = new AbortController()
  const blockSecondClick = (event: MouseEvent) => {
    // `detail` counts the clicks of a series; a series that starts after closing begins with 1.
    if (event.detail <= 1) return listening.abort()
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', blockSecondClick, { capture: true, signal: listening.signal })
}
