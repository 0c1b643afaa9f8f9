import { Outlet, useOutletContext } from 'react-router'
import { onlySignedOut } from '../guards.ts'

export const clientLoader = onlySignedOut

export default function SignedOutGate() {
  return <Outlet context={useOutletContext()} />
}
