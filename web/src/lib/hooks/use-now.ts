import { useEffect, useState } from 'react'

const EVERY_MS = 30_000

/** The present, again twice a minute: for what changes by itself, such as which day is today. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
