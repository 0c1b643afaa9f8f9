import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useDelayedLoad } from '#lib/server/use-prefetch.ts'

const SETTLED_AFTER_MS = 1500

const isPrepared = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/**
 * Prepares this device for the time without a connection, once the page is used. A device that was prepared before catches up
 * without that: changes may wait to be sent.
 */
export function useOwnDevice(me: Me) {
  const navigate = useNavigate()
  const attend = useCallback(async () => {
    const { attendDevice } = await import('#features/dashboards/offline/hooks/attend-device.ts')
    await attendDevice({ me, openLink: navigate })
  }, [me, navigate])
  useDelayedLoad(attend)
  useEffect(() => {
    if (!isPrepared()) return
    const timer = setTimeout(() => attend().catch(() => {}), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [attend])
}
