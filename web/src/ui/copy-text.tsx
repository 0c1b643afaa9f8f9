import { Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Field } from './field.tsx'
import { controlClasses } from './input.tsx'
import { toast } from './toast.tsx'

type CopyTextProps = {
  label: string
  /** The text as displayed. */
  text: string
  /** The text that is copied. */
  value: string
  /** The toast after copying. */
  copiedText: string
}

/** Copies a text and shows a toast about the result. */
export async function copyToClipboard(value: string, copiedText: string) {
  try {
    await navigator.clipboard.writeText(value)
    toast.success({ title: copiedText })
  } catch {
    toast.error({ title: 'Your browser blocked copying', description: 'Select the text and copy it yourself.' })
  }
}

/** Read-only text to read, retype or copy. */
export function CopyText({ label, text, value, copiedText }: CopyTextProps) {
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex items-start gap-2">
          <textarea
            {...control}
            readOnly
            rows={1}
            value={text}
            className={cx(controlClasses, 'field-sizing-content min-w-0 resize-none font-mono wrap-anywhere')}
            onFocus={(event) => event.target.select()}
          />
          <IconButton name="Copy" look="secondary" onClick={() => copyToClipboard(value, copiedText)}>
            <Copy aria-hidden />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
