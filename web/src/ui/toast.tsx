import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster as Primitive, toast as raise } from 'sonner'
import { useIsPhone } from './use-is-phone.ts'

type Text = { title: string; description?: string }

/** Called from the query client alone, and from the few places that change nothing on the server (copying, say). */
export const toast = {
  done: ({ title, ...rest }: Text) => raise.success(title, rest),
  info: ({ title, ...rest }: Text) => raise.info(title, rest),
  warned: ({ title, ...rest }: Text) => raise.warning(title, rest),
  // The same failure again takes the place of the one that still stands there.
  failed: ({ title, ...rest }: Text) => raise.error(title, { ...rest, id: title, duration: 8000 }),
}

const icons = {
  success: <CircleCheck aria-hidden className="size-5 text-confirmed" />,
  info: <Info aria-hidden className="size-5 text-completed" />,
  warning: <TriangleAlert aria-hidden className="size-5 text-pending" />,
  error: <CircleAlert aria-hidden className="size-5 text-on-danger" />,
}

const classNames = {
  toast:
    'flex items-start min-[601px]:w-(--width) gap-3 rounded-md border border-border bg-raised p-4 text-sm text-foreground shadow-lg',
  error: '!border-transparent !bg-danger !text-on-danger',
  title: 'font-medium',
  description: 'mt-0.5 opacity-90',
  icon: 'shrink-0',
  content: 'min-w-0 flex-1',
  closeButton: 'order-last -m-1.5 grid size-7 shrink-0 place-items-center opacity-80 hover:opacity-100',
}

/** Where toasts appear; once, in the root. */
export function Toaster() {
  return (
    <Primitive
      // The main action is top right on a wide screen and under the thumb on a phone: not there.
      position={useIsPhone() ? 'top-center' : 'bottom-right'}
      mobileOffset={{ top: 76, left: 12, right: 12 }}
      className="font-sans"
      icons={icons}
      closeButton
      duration={5000}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: 'Close notification' }}
    />
  )
}
