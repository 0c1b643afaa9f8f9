import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function ProjectsScreen() {
  return <NotBuiltYet title="Projects">Here you will find all projects and start new ones.</NotBuiltYet>
}
