import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ScheduleScreen() {
  return <NotBuiltYet title="My Schedule">Here you will see the sessions that come next.</NotBuiltYet>
}
