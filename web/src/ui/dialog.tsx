import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** What opens it; leave out where another control does. */
  trigger?: ReactNode
  children?: ReactNode
  /** The buttons at its end, the main one last. */
  footer?: ReactNode
}

// Radix hides what lies under an open dialog from screen readers; two cards on top of each other are no sight either.
const underAnother = 'aria-hidden:invisible'

/** A dialog in the middle of the page; a sheet from below under 768 px. Traps the focus, gives it back, closes on Esc. */
export function Dialog({ open, onOpenChange, title, description, trigger, children, footer }: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-in bg-overlay" />
        <Primitive.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            focusFirst(event)
          }}
          onCloseAutoFocus={(event) => giveBack(event, opener.current)}
          className={cx(
            'fixed z-50 flex max-h-[92dvh] flex-col border border-border bg-card shadow-lg outline-none',
            'inset-x-0 bottom-0 animate-rise rounded-t-md pb-[env(safe-area-inset-bottom)]',
            underAnother,
            // Held at its top: were it centred, a message that appears would move a control away under the pointer.
            'md:inset-auto md:top-[8dvh] md:left-1/2 md:max-h-[86dvh] md:w-full md:max-w-lg md:-translate-x-1/2 md:rounded-md',
          )}
        >
          <header className="flex items-start justify-between gap-4 p-5 pb-3">
            <div className="grid gap-1">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-sm text-muted-foreground">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton name="Close" className="-mt-1.5 -mr-1.5">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </header>
          {children && <div className="overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
          {footer && (
            <footer
              onPointerDown={holdStill}
              className="flex flex-col-reverse gap-2 border-t border-border p-4 md:flex-row md:justify-end"
            >
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The control marked `data-autofocus`, where there is one, has the focus first; else it is the Close button. */
function focusFirst(event: Event) {
  const first = event.target instanceof Element ? event.target.querySelector('[data-autofocus]') : null
  if (!(first instanceof HTMLElement)) return
  event.preventDefault()
  first.focus()
}

/** A press takes the focus from a field, whose message would push the button away before the press is over. */
function holdStill({ currentTarget: { previousElementSibling: body } }: PointerEvent) {
  if (!(body instanceof HTMLElement)) return
  body.style.height = `${body.offsetHeight}px`
  const over = new AbortController()
  const letGo = () => {
    over.abort()
    // The click comes after the release.
    setTimeout(() => body.style.removeProperty('height'))
  }
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, letGo, { signal: over.signal })
}

/** The focus goes back to where it was; to the page where that is gone, as the button of a row that was removed. */
export function giveBack(event: Event, opener: Element | null) {
  event.preventDefault()
  const isThere = opener?.isConnected && opener !== document.body
  const target = isThere ? opener : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus()
  ignoreRestOfDoubleClick()
}

/** The second click of a double click on the button that closed a dialog would hit what was below it. */
function ignoreRestOfDoubleClick() {
  const over = new AbortController()
  const judge = (event: MouseEvent) => {
    // `detail` counts the clicks of one series: a series that began after the close starts at 1.
    if (event.detail <= 1) return over.abort()
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', judge, { capture: true, signal: over.signal })
}
