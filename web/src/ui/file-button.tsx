import { Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

type FileButtonProps = {
  /** The accessible name of the file input. */
  label: string
  types: readonly string[]
  size?: 'small'
  /** While a file is uploading. */
  pending: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that opens the file picker. The native input is visually hidden and not focusable. */
export function FileButton({ label, types, size, pending, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={types.join(',')}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file && !pending) onFile(file)
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Button
        look="secondary"
        {...(size && { size })}
        onClick={() => input.current?.click()}
        pending={pending}
        pendingText="Uploading..."
      >
        <Upload aria-hidden />
        {children}
      </Button>
    </>
  )
}
