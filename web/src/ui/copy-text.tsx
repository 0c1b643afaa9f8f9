import { Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { toast } from './toast.tsx'

type CopyTextProps = {
  label: string
  /** As a person reads it. */
  text: string
  /** As a program takes it. */
  copies: string
  /** What is said then. */
  copied: string
}

/** Copies a text and says so, or says that the browser does not allow it. */
export async function copyToClipboard(copies: string, copied: string) {
  try {
    await navigator.clipboard.writeText(copies)
    toast.done({ title: copied })
  } catch {
    toast.failed({ title: 'This browser does not let us copy', description: 'Select the text and copy it yourself.' })
  }
}

/** Something to read and type elsewhere, or to copy. */
export function CopyText({ label, text, copies, copied }: CopyTextProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            readOnly
            value={text}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
          <IconButton name="Copy" look="secondary" onClick={() => copyToClipboard(copies, copied)}>
            <Copy aria-hidden />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
