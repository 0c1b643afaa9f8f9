import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Toaster as Primitive, toast as raise } from 'sonner'
import type { Show } from './toast.tsx'
import { useIsPhone } from './use-is-phone.ts'

const icons = {
  success: <CircleCheck aria-hidden className="size-5 text-confirmed" />,
  info: <Info aria-hidden className="size-5 text-completed" />,
  warning: <TriangleAlert aria-hidden className="size-5 text-pending" />,
  error: <CircleAlert aria-hidden className="size-5 text-on-danger" />,
}

const classNames = {
  toast:
    'group/toast flex items-start min-[601px]:w-(--width) gap-3 rounded-md border border-border bg-raised p-4 text-sm text-foreground shadow-lg',
  error: '!border-transparent !bg-danger !text-on-danger',
  title: 'font-medium',
  description: 'mt-0.5 opacity-90',
  icon: 'shrink-0',
  content: 'min-w-0 flex-1',
  // In a pile that is closed only the front one is seen, so only its button is there.
  closeButton:
    'order-last -m-1.5 grid size-7 shrink-0 place-items-center opacity-80 hover:opacity-100 group-data-[expanded=false]/toast:group-data-[front=false]/toast:invisible',
}

const show: Show = (kind, { title, description, link }) => {
  const rest = link
    ? { description: <Linked href={link}>{description}</Linked> }
    : { ...(description && { description }) }
  if (kind === 'done') raise.success(title, rest)
  if (kind === 'info') raise.info(title, rest)
  if (kind === 'warned') raise.warning(title, rest)
  // The same failure again takes the place of the one that still stands there.
  if (kind === 'failed') raise.error(title, { ...rest, id: title, duration: 8000 })
}

/** A sentence with the page on another address where one goes on. */
function Linked({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      {children}{' '}
      <a href={href} className="font-medium break-all underline underline-offset-2">
        {new URL(href).host}
      </a>
    </>
  )
}

/** The part of `toast.tsx` that is loaded when somebody uses the page. @param onReady takes what shows a toast */
export function Toasts({ onReady }: { onReady: (show: Show) => void }) {
  // After the effect of the child, which begins to listen in it.
  useEffect(() => onReady(show), [onReady])
  return (
    <Primitive
      // The main action is top right on a wide screen and under the thumb on a phone, and what a sheet from the right offers
      // next is at its lower end: not there.
      position={useIsPhone() ? 'top-center' : 'bottom-left'}
      mobileOffset={{ top: 76, left: 12, right: 12 }}
      className="font-sans"
      icons={icons}
      closeButton
      duration={5000}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: 'Close notification' }}
    />
  )
}
