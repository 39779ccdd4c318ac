// `/estimations/assessments/{projectId}`: the project's units with the user's estimates.
import { createFileRoute } from '@tanstack/react-router';
import { ProjectPage } from '../../../../../project/project-page';
import { assessments, project } from '../../../../../queries';

export const Route = createFileRoute('/_protected/estimations/assessments/$projectId/')({
  loader: ({ context: { allowed, queryClient }, params: { projectId } }) => {
    if (!allowed) return;
    void queryClient.prefetchQuery(project(projectId));
    void queryClient.prefetchQuery(assessments(projectId));
  },
  component: function Project() {
    return <ProjectPage projectId={Route.useParams().projectId} />;
  },
});
