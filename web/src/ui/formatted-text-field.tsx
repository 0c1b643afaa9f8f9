import { Fragment, type ReactNode, useState } from 'react'
import { type ControlProps, Field } from './field.tsx'
import { Segmented } from './segmented.tsx'

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

type FormattedTextFieldProps = {
  label: string
  error: string | undefined
  /** The text as readers see it; null if it is empty. */
  preview: ReactNode
  /** What to type for each format, such as '# Heading'. */
  formats: readonly string[]
  /** More about the format, such as what separates paragraphs. */
  hint?: string
  /** A link next to the views. */
  action?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** A text with simple formatting: its source, a preview, and what to type. */
export function FormattedTextField(props: FormattedTextFieldProps) {
  const { label, error, preview, formats, hint, action, children } = props
  const [view, setView] = useState<'write' | 'preview'>('write')
  return (
    <Field
      label={label}
      error={error}
      hint={
        <>
          Formatting:{' '}
          {formats.map((format, index) => (
            <Fragment key={format}>
              {index > 0 && ', '}
              <code className="text-xs whitespace-nowrap">{format}</code>
            </Fragment>
          ))}
          {hint && `. ${hint}`}
        </>
      }
      labelAction={
        <span className="flex items-center gap-4">
          {action}
          <Segmented label={`View of ${label}`} value={view} onChange={setView} choices={views} />
        </span>
      }
    >
      {(control) =>
        view === 'write' ? (
          children(control)
        ) : (
          <div id={control.id} className="min-h-40 rounded-md border border-border bg-sunken p-4 text-sm wrap-anywhere">
            {preview ?? <p className="text-muted-foreground">Nothing yet</p>}
          </div>
        )
      }
    </Field>
  )
}
