import { Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Field } from './field.tsx'
import { controlLook } from './input.tsx'
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
        <div className="flex items-start gap-2">
          <textarea
            {...control}
            readOnly
            rows={1}
            value={text}
            className={cx(controlLook, 'field-sizing-content resize-none break-words font-mono')}
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
