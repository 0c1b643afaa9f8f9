import { formatPlaceholder } from '@studiohub/contract/shared/placeholders.ts'

const getPagePlaceholder = (name: string) => formatPlaceholder('page', name)

export const fieldClasses =
  'h-11 w-full min-w-0 rounded-md border border-input bg-field px-3 text-foreground disabled:text-muted-foreground aria-invalid:border-cancelled'
export const errorTextClasses = 'text-sm text-cancelled'

/**
 * Name, email and discount code of a visitor. Signed-in clients do not need them. On phones they appear with the first chosen
 * time, so that the times stay near the top.
 */
export function VisitorFields() {
  return (
    <section
      data-when="visitors"
      data-signed-out
      aria-label="Your details"
      className="grid gap-3 max-md:not-group-has-[[name=time]:checked]/booking:hidden"
    >
      <TextField name="name" label="Name" autoComplete="name" maxLength={120} />
      <TextField name="email" label="Email" type="email" autoComplete="email" maxLength={255} />
      <DiscountCode />
      <div data-when="turnstile" className="cf-turnstile" data-sitekey={getPagePlaceholder('turnstile')} />
      <div data-when="hcaptcha" className="h-captcha" data-sitekey={getPagePlaceholder('hcaptcha')} />
    </section>
  )
}

/** A folded field for a discount code. With the page's script, its button shows the lower prices before the form is sent. */
function DiscountCode() {
  const fields = (
    <>
      <summary className="cursor-pointer py-1 text-sm text-link underline-offset-4 hover:underline max-md:py-2.5">
        Have a code?
      </summary>
      <div className="mt-2 grid grid-cols-[1fr_auto] items-end gap-2">
        <label className="grid gap-1 text-sm">
          Discount code
          <input
            name="discount_code"
            defaultValue={getPagePlaceholder('form_code')}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            aria-describedby="code-text"
            className={fieldClasses}
          />
        </label>
        <button
          type="button"
          data-use
          className="h-11 rounded-md border border-border px-4 text-sm hover:bg-muted noscript:hidden"
        >
          Use code
        </button>
      </div>
      <p id="code-text" data-code role="status" className="mt-1 text-sm">
        {getPagePlaceholder('code_error')}
      </p>
    </>
  )
  return (
    <>
      <details data-when="has_code" open>
        {fields}
      </details>
      <details data-when="no_has_code">{fields}</details>
    </>
  )
}

type TextFieldProps = { name: string; label: string; type?: string; autoComplete: string; maxLength: number }

/** A text field with the text that was sent last. The server removes one of its two inputs: with or without an error. */
function TextField({ name, label, ...inputProps }: TextFieldProps) {
  const commonProps = {
    name,
    defaultValue: getPagePlaceholder(`form_${name}`),
    required: true,
    className: fieldClasses,
    ...inputProps,
  }
  const error = `${name}-error`
  return (
    <>
      <label className="grid gap-1 text-sm">
        {label}
        <input data-when={`${name}_error`} aria-invalid aria-describedby={error} {...commonProps} />
        <input data-when={`no_${name}_error`} {...commonProps} />
      </label>
      <p data-when={`${name}_error`} id={error} role="alert" className={errorTextClasses}>
        {getPagePlaceholder(`${name}_error`)}
      </p>
    </>
  )
}
