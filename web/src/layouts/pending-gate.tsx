import { Outlet } from 'react-router'
import { onlyWhilePending } from '../guards.ts'

export const clientLoader = onlyWhilePending

export default function PendingGate() {
  return <Outlet />
}
