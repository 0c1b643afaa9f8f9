/**
 * Computes a value at its first use and keeps it, for values that cost time and that not every process needs.
 * @param compute must not fail: its error would be thrown at each use again
 * @returns a function that returns the value
 */
export function computeOnce<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}
