import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const PREFIX = '#calendar-consent?'

/** What a provider's page handed over, taken out of the address, where it would stay in the history. */
export function useHandedConsent() {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [arrival, setArrival] = useState<URLSearchParams | null>(null)
  useEffect(() => {
    if (!hash.startsWith(PREFIX)) return
    setArrival(new URLSearchParams(hash.slice(PREFIX.length)))
    void navigate({ search, hash: '' }, { replace: true })
  }, [hash, search, navigate])
  const [state, code] = [arrival?.get('state'), arrival?.get('code')]
  return {
    isBack: arrival !== null,
    handed: state && code ? { state, code } : null,
    end: () => setArrival(null),
  }
}
