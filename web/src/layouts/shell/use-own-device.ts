import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useDelayedLoad } from '#lib/server/use-prefetch.ts'

const SETTLED_AFTER_MS = 1500

const isPrepared = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/**
 * Prepares this device for offline use after the first interaction. On a device that is already prepared it does not wait for an
 * interaction, because changes may wait to be sent.
 */
export function useOwnDevice(me: Me) {
  const navigate = useNavigate()
  const setUp = useCallback(async () => {
    const { setUpDevice } = await import('#features/dashboards/offline/hooks/set-up-device.ts')
    await setUpDevice({ me, openLink: navigate })
  }, [me, navigate])
  useDelayedLoad(setUp)
  useEffect(() => {
    if (!isPrepared()) return
    const timer = setTimeout(() => setUp().catch(() => {}), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [setUp])
}
