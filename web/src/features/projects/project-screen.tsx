import { useParams } from 'react-router'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ProjectView } from './components/project-view.tsx'

export default function ProjectScreen() {
  const { studio } = useActiveStudio()
  const { id = '' } = useParams()
  return studio ? <ProjectView key={id} id={id} studio={studio} /> : <NoStudio page="Project" />
}
