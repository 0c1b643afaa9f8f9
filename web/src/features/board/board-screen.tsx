import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function BoardScreen() {
  return <NotBuiltYet title="Board">Here you will move work through the five phases of production.</NotBuiltYet>
}
