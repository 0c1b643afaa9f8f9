import { useEffect, useState } from 'react'

const secondsUntil = (until: string | null) =>
  until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000))

/** The seconds until an instant (ISO 8601), counted down; 0 once it has passed. */
export function useSecondsLeft(until: string | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    setSeconds(secondsUntil(until))
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
