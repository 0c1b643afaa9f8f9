import { X } from 'lucide-react'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

/** The place and the parts of a dialog, for `Dialog` and for the frame that is shown while its code loads. */
export const dialogClasses = {
  box: cx(
    'fixed z-50 flex max-h-[92dvh] flex-col border border-border bg-card shadow-lg outline-none',
    'inset-x-0 bottom-0 rounded-t-md pb-[env(safe-area-inset-bottom)]',
    // At the top of the screen: in a centered dialog, an error message would move a button away from the pointer.
    'md:inset-auto md:top-[8dvh] md:left-1/2 md:max-h-[86dvh] md:w-full md:max-w-lg md:-translate-x-1/2 md:rounded-md',
  ),
  header: 'flex items-start justify-between gap-4 p-5 pb-3',
  title: 'text-lg font-semibold',
  close: '-mt-1.5 -mr-1.5',
  body: 'px-5 pt-1 pb-5',
  footer: 'flex flex-wrap gap-2 border-t border-border px-5 py-4 max-md:*:grow md:justify-end',
}

type DialogFrameProps = {
  title: string
  /** For screen readers: what is loading. */
  loadingText: string
  /** Placeholders of the content and of the buttons. */
  children: ReactNode
  footer: ReactNode
  /** Called once it is visible. */
  onShow: () => void
  onClose: () => void
}

/**
 * The frame of a dialog while its code loads, in the same place. Closes on Esc.
 * It uses a native dialog, because Radix is part of what still loads.
 */
export function DialogFrame({ title, loadingText, children, footer, onShow, onClose }: DialogFrameProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const notifyShown = useEffectEvent(onShow)
  const notifyClosed = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const listening = new AbortController()
    element.addEventListener('close', () => notifyClosed(), { signal: listening.signal })
    element.showModal()
    notifyShown()
    return () => {
      // When the loaded dialog replaces the frame, this is no wish to close it.
      listening.abort()
      // The focus returns to the opener, where the loaded dialog finds it.
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-busy
      aria-labelledby={id}
      className={cx(
        dialogClasses.box,
        // Replaces the browser's own place and size of a native dialog.
        'top-auto w-full max-w-none animate-rise text-foreground backdrop:animate-in backdrop:bg-overlay',
      )}
    >
      <header className={dialogClasses.header}>
        <h2 id={id} className={dialogClasses.title}>
          {title}
        </h2>
        <IconButton name="Close" className={dialogClasses.close} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={cx('overflow-hidden', dialogClasses.body)}>
        <p className="sr-only">{loadingText}</p>
        {children}
      </div>
      <footer className={dialogClasses.footer}>{footer}</footer>
    </dialog>
  )
}
