import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function CrewScreen() {
  return <NotBuiltYet title="Crew">Here you will invite crew and see who works with you.</NotBuiltYet>
}
