import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Toaster as Primitive, toast as sonner } from 'sonner'
import type { ShowToast, ToastsProps } from './toast-content.ts'
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
  // In a collapsed stack only the front toast is visible, so hide the other close buttons.
  closeButton:
    'order-last -m-1.5 grid size-7 shrink-0 place-items-center opacity-80 hover:opacity-100 group-data-[expanded=false]/toast:group-data-[front=false]/toast:invisible',
}

const show: ShowToast = (kind, { title, description, link }) => {
  const rest = link
    ? { description: <DescriptionWithLink href={link}>{description}</DescriptionWithLink> }
    : { ...(description && { description }) }
  if (kind === 'success') sonner.success(title, rest)
  if (kind === 'info') sonner.info(title, rest)
  if (kind === 'warning') sonner.warning(title, rest)
  // A repeated error replaces its visible toast.
  if (kind === 'error') sonner.error(title, { ...rest, id: title, duration: 8000 })
}

/** A description followed by a link to another address. */
function DescriptionWithLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      {children}{' '}
      <a href={href} className="font-medium break-all underline underline-offset-2">
        {new URL(href).host}
      </a>
    </>
  )
}

/** The lazily loaded part of `toast.tsx`. @param onReady receives the function that shows a toast */
export function Toasts({ onReady }: ToastsProps) {
  // After the effect of the child, which starts listening there.
  useEffect(() => onReady(show), [onReady])
  return (
    <Primitive
      // The main action is at the top right on wide screens and at the bottom on phones; a side sheet has its buttons
      // at the bottom right. Toasts must not cover them.
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
