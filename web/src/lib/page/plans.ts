import { PLANS_META } from '@studiohub/contract/shared/placeholders.ts'

/** Whether studios have plans here. The server marks the page if they do not. */
export const arePlansOn = (): boolean =>
  typeof document === 'undefined' ||
  document.querySelector(`meta[name="${PLANS_META}"]`)?.getAttribute('content') !== 'off'
