import { useEffect, useState } from 'react'
import { type AuthSettings, readSettings } from '#lib/session/auth.ts'

type AuthSettingsState = { settings: AuthSettings | null; isPending: boolean }

let settingsPromise: Promise<AuthSettings> | undefined
let latestState: AuthSettingsState = { settings: null, isPending: true }

// Not a query, because the sign-in pages do not load TanStack Query's code for queries.
function readSettingsOnce(): Promise<AuthSettingsState> {
  settingsPromise ??= readSettings()
  return settingsPromise.then(
    (settings) => {
      latestState = { settings, isPending: false }
      return latestState
    },
    // Without settings the forms use their defaults; the server validates anyway.
    () => {
      settingsPromise = undefined
      return { settings: null, isPending: false }
    },
  )
}

/** The settings of the auth service, read once per page load; null if they cannot be read. */
export function useAuthSettingsState(): AuthSettingsState {
  const [state, setState] = useState(latestState)
  useEffect(() => {
    let isUnmounted = false
    void readSettingsOnce().then((next) => !isUnmounted && setState(next))
    return () => {
      isUnmounted = true
    }
  }, [])
  return state
}

/** The settings, or null until they are known. */
export const useAuthSettings = (): AuthSettings | null => useAuthSettingsState().settings

/** The captcha token of a form, if captcha is enabled. */
export type CaptchaToken = { captchaToken?: string }
