import { Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

type FileButtonProps = {
  /** The name of the field that the button opens. */
  label: string
  types: readonly string[]
  size?: 'small'
  /** While a file is on its way. */
  pending: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** A button by which a file is chosen; the browser's own field is out of sight and out of the way of the keys. */
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
          // The same file may be chosen again.
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
