import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { keepOpenForToast, restoreFocus } from './dialog.tsx'

const widths = { chat: 'md:w-96', form: 'md:w-104', page: 'md:w-[min(60rem,100vw-3rem)]' }

type SideSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** For a sheet whose content begins with the title. */
  isTitleHidden?: boolean
  /** Below the title. */
  subtitle?: ReactNode
  /** Next to the button that closes the sheet. */
  menu?: ReactNode
  children: ReactNode
  /** Buttons at the end. The footer is hidden if it has no button. */
  footer?: ReactNode
  /** `chat` is 24 rem wide, `form` slightly wider, `page` has room for two columns. */
  width?: keyof typeof widths
}

/**
 * Details of one item next to the list: at the right edge, and under 768 px from the bottom. On phones it has its full
 * height from the start, so that loading content does not move it.
 */
export function SideSheet(props: SideSheetProps) {
  const { open, onOpenChange, title, isTitleHidden = false, subtitle, menu, children, footer, width = 'form' } = props
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
            'fixed z-50 flex flex-col border-border bg-card shadow-lg outline-none aria-hidden:invisible',
            'inset-x-0 bottom-0 h-[92dvh] animate-rise rounded-t-md border-t pb-[env(safe-area-inset-bottom)]',
            'md:inset-y-0 md:right-0 md:left-auto md:h-auto md:animate-in md:rounded-none md:border-t-0 md:border-l',
            widths[width],
          )}
        >
          <header
            className={cx(
              'flex justify-between gap-4 border-b border-border',
              isTitleHidden ? 'items-center px-5 py-3' : 'items-start p-5',
            )}
          >
            <div className="grid min-w-0 gap-1">
              <Primitive.Title className={isTitleHidden ? 'sr-only' : 'text-lg font-semibold'}>{title}</Primitive.Title>
              {subtitle && <div className="text-sm text-muted-foreground">{subtitle}</div>}
            </div>
            <div className={cx('-mr-1.5 flex shrink-0 items-center gap-1', !isTitleHidden && '-mt-1.5')}>
              {menu}
              <Primitive.Close asChild>
                <IconButton name="Close">
                  <X aria-hidden />
                </IconButton>
              </Primitive.Close>
            </div>
          </header>
          <div className="grow overflow-y-auto p-5">{children}</div>
          {footer && (
            <footer className="border-t border-border px-5 py-4 max-md:py-3 not-has-[button]:hidden">{footer}</footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
