import { PLANS_META } from '@studiohub/contract/shared/stand-in.ts'

/** Whether studios have plans here. The server marks the page if not; a page as built has them. */
export const arePlansOn = (): boolean =>
  typeof document === 'undefined' ||
  document.querySelector(`meta[name="${PLANS_META}"]`)?.getAttribute('content') !== 'off'
