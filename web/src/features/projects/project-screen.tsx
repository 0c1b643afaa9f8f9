import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ProjectScreen() {
  return <NotBuiltYet title="Project">Here you will follow a project through its phases.</NotBuiltYet>
}
