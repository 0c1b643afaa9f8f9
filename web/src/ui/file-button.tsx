import { type LucideIcon, Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

type FileButtonProps = {
  /** The accessible name of the file input. */
  label: string
  types: readonly string[]
  size?: 'small' | 'icon'
  /** For a screen whose main action is to choose a file. */
  look?: 'primary'
  icon?: LucideIcon
  /** While a file is uploading. */
  pending: boolean
  disabled?: boolean
  /** Runs when the file picker opens. */
  onOpen?: () => void
  children: ReactNode
} & (
  | { isMultiple?: false; onFile: (file: File) => void }
  /** Lets people choose several files at once. */
  | { isMultiple: true; onFiles: (files: File[]) => void }
)

/** A button that opens the file picker. The native input is hidden and not focusable. */
export function FileButton(props: FileButtonProps) {
  const {
    label,
    types,
    size,
    look = 'secondary',
    icon: Icon = Upload,
    pending,
    disabled = false,
    onOpen,
    children,
  } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={types.join(',')}
        aria-label={label}
        tabIndex={-1}
        multiple={props.isMultiple}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          const [file] = files
          if (file && !pending) props.isMultiple ? props.onFiles(files) : props.onFile(file)
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Button
        look={look}
        {...(size && { size })}
        onClick={() => {
          onOpen?.()
          input.current?.click()
        }}
        {...(disabled && { 'aria-disabled': true })}
        pending={pending}
        {...(size !== 'icon' && { pendingText: 'Uploading...' })}
      >
        {!pending && <Icon aria-hidden />}
        {children}
      </Button>
    </>
  )
}
