import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type ExternalToast, Toaster as Primitive, toast as sonner } from 'sonner'
import type { ShowToast, ToastAction, ToastContent, ToastsProps } from './toast-content.ts'
import { useIsPhone } from './use-is-phone.ts'

const icons = {
  success: <CircleCheck aria-hidden className="size-5 text-confirmed" />,
  info: <Info aria-hidden className="size-5 text-completed" />,
  warning: <TriangleAlert aria-hidden className="size-5 text-pending" />,
  error: <CircleAlert aria-hidden className="size-5 text-on-danger" />,
}

/** The distance of toasts from the bottom of a phone. */
const ABOVE_TABS = 'calc(var(--bottom-tabs) + var(--floating-button) + 0.75rem)'

/** How long a toast with an action is visible. */
const ACTION_MS = 8_000

const classNames = {
  toast:
    'group/toast pointer-events-auto flex items-start min-[601px]:w-(--width) gap-3 rounded-md border border-border bg-raised p-4 text-sm text-foreground shadow-lg',
  error: '!border-transparent !bg-danger !text-on-danger',
  title: 'font-medium',
  description: 'mt-0.5 opacity-90',
  icon: 'shrink-0',
  content: 'min-w-0 flex-1',
  actionButton:
    'inline-flex h-8 shrink-0 items-center gap-2 rounded-sm border border-border px-3 font-medium hover:bg-muted focus-visible:outline-2 focus-visible:outline-offset-2',
  // In a collapsed stack only the front toast is visible, so the close buttons of the others are hidden.
  closeButton:
    'order-last -m-1.5 grid size-7 shrink-0 place-items-center opacity-80 hover:opacity-100 group-data-[expanded=false]/toast:group-data-[front=false]/toast:invisible',
}

/** The actions of the visible toasts, newest last. */
const actions = new Map<string, ToastAction>()

/** Runs an action once, and closes its toast. */
function runAction({ id }: ToastAction) {
  const action = actions.get(id)
  if (!action) return
  actions.delete(id)
  sonner.dismiss(id)
  action.run()
}

function createActionOptions(action: ToastAction) {
  const { id, label, key } = action
  const forget = () => actions.get(id) === action && actions.delete(id)
  actions.delete(id)
  actions.set(id, action)
  const button = (
    <>
      {label}
      <kbd aria-hidden className="hidden rounded-xs border border-border px-1 text-xs text-muted-foreground md:inline">
        {key.toUpperCase()}
      </kbd>
    </>
  )
  return {
    id,
    duration: ACTION_MS,
    action: { label: button, onClick: () => runAction(action) },
    onDismiss: forget,
    onAutoClose: forget,
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=menu], [role=listbox], [role=combobox]'))

/** Runs the newest action whose key is pressed. */
function onKeyDown(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
  if (isTyping(event.target)) return
  const action = [...actions.values()].findLast(({ key }) => key === event.key.toLowerCase())
  if (!action) return
  event.preventDefault()
  runAction(action)
}

/** The corner that toasts cover at the bottom left: their width and margin, and the height of one with two lines. */
const CORNER = { width: 400, height: 120 }

/** Whether a toast at the bottom left would cover the focused control, which is usually the button just used. */
function isFocusAtBottomLeft() {
  const focused = document.activeElement?.closest('button, a, input, select, textarea')
  if (!focused) return false
  const { left, bottom } = focused.getBoundingClientRect()
  return left < CORNER.width && bottom > window.innerHeight - CORNER.height
}

/** Below 768 px, the breakpoint of `use-is-phone.ts`. */
const isPhone = () => window.matchMedia('(max-width: 47.99rem)').matches

/**
 * The option that shows a toast at the bottom right if it would cover a button at the bottom left. Pages without a sidebar have
 * buttons there. A toast over the clicked button would not close, because the pointer is still on it.
 */
function getFreePosition() {
  if (isPhone()) return {}
  const hasSidebar = document.querySelector('aside') !== null
  return hasSidebar && !isFocusAtBottomLeft() ? {} : { position: 'bottom-right' as const }
}

const showToast: ShowToast = (kind, { title, description, link, action, isOnPage }) => {
  const text = link
    ? { description: <DescriptionWithLink href={link}>{description}</DescriptionWithLink> }
    : { ...(description && { description }) }
  const options = { ...text, ...(action && createActionOptions(action)), ...getFreePosition() }
  if (kind === 'success') sonner.success(title, options)
  if (kind === 'info') sonner.info(title, options)
  if (kind === 'warning') sonner.warning(title, options)
  if (kind !== 'error') return
  const isLine = isOnPage === true && !link
  showErrorToast({ title, isOnPage: isLine, ...(description && { description }), ...(link && { link }) }, options)
}

/** Failures within this time have one cause, such as a page whose queries all fail. */
const MERGE_MS = 2_000

/** The last error toast without a link, and the titles in it. */
let lastError = { description: '', titles: [''], at: 0, isOnPage: false }

/** One line above the tabs at the bottom, which covers neither the heading nor the error state of the page. */
const lineOptions: ExternalToast = {
  position: 'bottom-center',
  classNames: {
    toast: 'items-center! py-2!',
    title: 'truncate',
    description: 'sr-only',
  },
}

/** A repeated error replaces its visible toast. Errors of one moment with the same description share one toast. */
function showErrorToast({ title, description = '', link, isOnPage = false }: ToastContent, options: ExternalToast) {
  const isSameMoment =
    !link &&
    description === lastError.description &&
    isOnPage === lastError.isOnPage &&
    Date.now() - lastError.at < MERGE_MS
  const titles = isSameMoment ? [...new Set([...lastError.titles, title])] : [title]
  if (!link) lastError = { description, titles, isOnPage, at: isSameMoment ? lastError.at : Date.now() }
  const [id = title] = titles
  const isLine = isOnPage && isPhone()
  const lines = isLine ? titles.join(' · ') : titles.map((line) => <div key={line}>{line}</div>)
  sonner.error(titles.length > 1 ? lines : title, { ...options, ...(isLine && lineOptions), id, duration: 8000 })
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
  // Runs after the effect of the child, which starts listening there.
  useEffect(() => onReady(showToast), [onReady])
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Primitive
      // On wide screens the main action is at the top right, on phones at the bottom, and a side sheet has its buttons at
      // the bottom right. Toasts must not cover any of them.
      position={useIsPhone() ? 'top-center' : 'bottom-left'}
      // On phones, toasts cover the bar with the menu but not the heading below it, and lines are above the tabs.
      mobileOffset={{ top: 'max(0.5rem, env(safe-area-inset-top))', left: 12, right: 12, bottom: ABOVE_TABS }}
      offset={{ bottom: useIsPhone() ? ABOVE_TABS : '1.5rem' }}
      className="!font-sans"
      icons={icons}
      closeButton
      duration={5000}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: 'Close notification' }}
    />
  )
}
