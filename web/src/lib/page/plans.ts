import { PLANS_META } from '@studiohub/contract/shared/stand-in.ts'

/** Whether studios have plans here. The server tells it with the page; a page that is built for all servers has them. */
export const arePlansOn = (): boolean =>
  typeof document === 'undefined' ||
  document.querySelector(`meta[name="${PLANS_META}"]`)?.getAttribute('content') !== 'off'
