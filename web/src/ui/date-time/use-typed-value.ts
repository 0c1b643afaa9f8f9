import { type ChangeEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'

/** A field as forms see it. It behaves like an input whose value is ISO text. */
export type FieldHandle = {
  name: string
  type: 'text'
  get value(): string
  /** Forms set null to empty the field. */
  set value(next: string | null)
  focus: () => void
  select: () => void
}
export type FieldEvent = { type: 'change' | 'blur'; target: FieldHandle }

/** The props of a field. Like an input, it has a `value`, or is registered in a form by `name` and `ref`. */
export type TypedProps = {
  name?: string
  value?: string
  defaultValue?: string
  onChange?: (event: FieldEvent) => unknown
  onBlur?: (event: FieldEvent) => unknown
  ref?: Ref<FieldHandle>
  /** Empty text is not allowed. A field that cannot show an error then restores its last value. */
  required?: boolean
  disabled?: boolean
}

type TextFormat = {
  /** Parses the text when the user leaves the field; null if it is invalid. */
  parse: (text: string) => string | null
  /** Parses the text while the user is typing; null if it is incomplete or invalid. */
  parseComplete: (text: string) => string | null
  /** Formats a value for display. */
  format: (value: string) => string
  /** Whether the field can show an error message. Otherwise invalid text is replaced by the last value. */
  canShowError: boolean
}

// Days and times can be typed with digits only, so a phone can show its number keypad.
const plainInput = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false } as const

/** The state of a field for free text with an ISO value. The text is formatted when the user leaves the field. */
export function useTypedValue(props: TypedProps, { parse, parseComplete, format, canShowError }: TextFormat) {
  const input = useRef<HTMLInputElement>(null)
  const { value, current, setValue, isNew } = useValue(props)
  const [draft, setDraft] = useState<string | null>(null)
  const [isInvalid, setInvalid] = useState(false)
  const { isDelayed, delay } = useMessageDelay(draft !== null)
  const showText = (text: string | null, isInvalidText = false) => {
    setDraft(text)
    setInvalid(isInvalidText)
  }
  // Set during render, so that no frame shows the old text (React: adjusting state when a prop changes).
  if (isNew) showText(null)
  const handle = useFieldHandle(props, input, current, (next) => {
    setValue(next)
    showText(null)
  })
  useSubmitGuard(input, isInvalid)
  const emit = (next: string) => {
    if (next === current.current) return
    setValue(next)
    props.onChange?.({ type: 'change', target: handle })
  }
  return {
    value,
    hasProblem: isInvalid && !isDelayed,
    inputProps: {
      ...plainInput,
      ref: input,
      disabled: props.disabled,
      value: draft ?? (value === '' ? '' : format(value)),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        showText(target.value)
        const next = parseComplete(target.value)
        if (next !== null) emit(next)
      },
    },
    pick: (next: string) => {
      showText(null)
      emit(next)
    },
    /** Applies the typed text. @returns false if it is invalid */
    commit: () => {
      if (draft === null) return true
      const next = draft.trim() === '' ? '' : parse(draft)
      const showsError = next === null && canShowError
      if (showsError && !isInvalid) delay()
      showText(showsError ? draft : null, showsError)
      const restoresLastValue = next === '' && props.required && !canShowError
      if (next !== null && !restoresLastValue) emit(next)
      return next !== null
    },
    blur: () => props.onBlur?.({ type: 'blur', target: handle }),
  }
}

export type TypedValue = ReturnType<typeof useTypedValue>

/** The value, which the parent may control. */
function useValue({ value: parentValue, defaultValue }: TypedProps) {
  const [value, setOwnValue] = useState(parentValue ?? defaultValue ?? '')
  const [lastParentValue, setLastParentValue] = useState(parentValue)
  // Handlers need the value before React renders it.
  const current = useRef(value)
  const hasChanged = parentValue !== undefined && parentValue !== lastParentValue
  const isNew = hasChanged && parentValue !== value
  if (hasChanged) setLastParentValue(parentValue)
  if (isNew) setOwnValue(parentValue)
  useEffect(() => {
    current.current = value
  }, [value])
  const setValue = (next: string) => {
    current.current = next
    setOwnValue(next)
  }
  return { value, current, setValue, isNew }
}

/** Lets a form read, set and focus the field through `ref`, as it does with an input. */
function useFieldHandle(
  { name = '', ref }: TypedProps,
  input: RefObject<HTMLInputElement | null>,
  current: RefObject<string>,
  set: (value: string) => void,
): FieldHandle {
  const [handle] = useState(() => createHandle(input, current))
  useImperativeHandle(ref, () => {
    handle.name = name
    handle.set = set
    return handle
  })
  return handle
}

function createHandle(input: RefObject<HTMLInputElement | null>, current: RefObject<string>) {
  const handle: FieldHandle & { set: (next: string) => void } = {
    name: '',
    type: 'text',
    set: (_next: string) => {},
    get value(): string {
      return current.current
    },
    set value(next: string | null) {
      handle.set(next ?? '')
    },
    focus: () => input.current?.focus(),
    select: () => input.current?.select(),
  }
  return handle
}

/**
 * Delays an error message until the current click has ended. Otherwise the message could move the button away while it is
 * pressed. @param isActive whether to listen for clicks
 */
function useMessageDelay(isActive: boolean) {
  const isPressed = useRef(false)
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // The click event follows the pointerup event.
      setTimeout(() => setDelayed(false))
    }
    window.addEventListener('pointerdown', press, options)
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, release, options)
    return () => {
      listeners.abort()
      isPressed.current = false
      setDelayed(false)
    }
  }, [isActive])
  return { isDelayed, delay: () => setDelayed(isPressed.current) }
}

/** Blocks submitting a form with invalid text, because the form would send the previous value. */
function useSubmitGuard(input: RefObject<HTMLInputElement | null>, isInvalid: boolean) {
  useEffect(() => {
    const form = input.current?.form
    if (!isInvalid || !form) return
    const blockSubmit = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      input.current?.focus()
    }
    form.addEventListener('submit', blockSubmit, { capture: true })
    return () => form.removeEventListener('submit', blockSubmit, { capture: true })
  }, [input, isInvalid])
}
