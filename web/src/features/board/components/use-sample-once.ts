import { useEffect, useRef } from 'react'
import { useSample } from '../api.ts'

/** Asks for the example where a client's board is empty. The server gives it once, so asking again changes nothing. */
export function useSampleOnce({ isClient, isEmpty }: { isClient: boolean; isEmpty: boolean }) {
  const { create } = useSample()
  const asked = useRef(false)
  const { mutate } = create
  useEffect(() => {
    if (!isClient || !isEmpty || asked.current) return
    asked.current = true
    mutate()
  }, [isClient, isEmpty, mutate])
}
