/** A value that is set once when the process starts and read everywhere after it. */
export type Setting<Value> = { set: (value: Value) => void; get: () => Value }

/**
 * Creates a setting of this process. Jobs, queries and rules read it without passing it on.
 * @param setter the exported function that sets it, for the error
 * @returns `get` throws an Error before `set` was called
 */
export function createSetting<Value>(setter: string): Setting<Value> {
  let current: { value: Value } | null = null
  return {
    set: (value) => {
      current = { value }
    },
    get: () => {
      if (!current) throw new Error(`${setter} has not been called`)
      return current.value
    },
  }
}
