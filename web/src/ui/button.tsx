import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover disabled:bg-muted disabled:text-muted-foreground',
  /** The main action of each row of a list, where several filled buttons would compete. */
  tinted: 'border border-link/40 bg-link/10 text-link hover:bg-link/20',
  secondary: 'border border-border bg-raised text-foreground hover:bg-muted',
  quiet: 'text-foreground hover:bg-muted',
  'quiet-danger': 'text-cancelled hover:bg-muted',
  /** Begins something that cannot be undone, and asks before. */
  'outline-danger': 'border border-cancelled text-cancelled hover:bg-cancelled-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
  link: 'text-link underline-offset-4 hover:underline',
}

const sizes = {
  // Phones need targets of 44 px.
  medium: 'min-h-10 max-md:min-h-11 px-4 py-2 text-sm',
  large: 'min-h-12 px-6 py-3 text-base',
  small: 'min-h-8 px-3 py-1 text-sm',
  icon: 'size-10 shrink-0 max-md:size-11',
}

type ButtonLook = { look?: keyof typeof looks; size?: keyof typeof sizes }

const classesOf = ({ look = 'primary', size = 'medium' }: ButtonLook) =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-md font-medium transition duration-150',
    'aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
    look !== 'primary' && 'disabled:opacity-60',
    looks[look],
    sizes[size],
  )

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean; pendingText?: string }

/**
 * While `pending`, the button shows a spinner and `pendingText`, keeps the focus and ignores clicks, so that nothing is sent
 * twice.
 */
export function Button({
  look,
  size,
  pending = false,
  pendingText,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={pending || props['aria-disabled']}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      className={cx(classesOf({ ...(look && { look }), ...(size && { size }) }), className)}
    >
      {pending && <Spinner />}
      {pending && pendingText ? pendingText : children}
    </button>
  )
}

type ButtonLinkProps = ButtonLook & { className?: string; children: ReactNode }

/** Styles its only child, a link, as a button. */
export function ButtonLink({ look, size, className, children }: ButtonLinkProps) {
  const classes = classesOf({ ...(look && { look }), ...(size && { size }) })
  if (!isValidElement<{ className?: string }>(children)) return children
  return cloneElement(children, { className: cx(classes, className, children.props.className) })
}

/** A button with only an icon; `name` is its accessible name and tooltip. */
export function IconButton({ name, look = 'quiet', ...props }: Omit<ButtonProps, 'size'> & { name: string }) {
  return <Button {...props} look={look} size="icon" aria-label={name} title={name} />
}
