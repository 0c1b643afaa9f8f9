import { useEffect, useRef } from 'react'
import { useSampleActions } from '../api.ts'

/**
 * Creates the sample cards if a client's board is empty. The server creates them only once, so repeated calls are safe.
 */
export function useCreateSampleOnce({ isClient, isEmpty }: { isClient: boolean; isEmpty: boolean }) {
  const { create } = useSampleActions()
  const isRequested = useRef(false)
  const { mutate } = create
  useEffect(() => {
    if (!isClient || !isEmpty || isRequested.current) return
    isRequested.current = true
    mutate()
  }, [isClient, isEmpty, mutate])
}
