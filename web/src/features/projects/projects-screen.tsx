import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ProjectsView } from './components/projects-view.tsx'

export default function ProjectsScreen() {
  const { studio } = useActiveStudio()
  return studio ? <ProjectsView studio={studio} /> : <NoStudio page="Projects" />
}
