import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const PREFIX = '#calendar-consent?'

/**
 * Reads the result of a consent that the provider's page put into the address. Removes it from the address, because it
 * would stay in the browser's history.
 */
export function useReturnedConsent() {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [params, setParams] = useState<URLSearchParams | null>(null)
  useEffect(() => {
    if (!hash.startsWith(PREFIX)) return
    setParams(new URLSearchParams(hash.slice(PREFIX.length)))
    void navigate({ search, hash: '' }, { replace: true })
  }, [hash, search, navigate])
  const [state, code] = [params?.get('state'), params?.get('code')]
  return {
    isBack: params !== null,
    consent: state && code ? { state, code } : null,
    reset: () => setParams(null),
  }
}
