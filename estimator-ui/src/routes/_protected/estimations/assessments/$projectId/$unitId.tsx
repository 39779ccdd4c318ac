// `/estimations/assessments/{projectId}/{unitId}`: the assessment of one unit.
import { createFileRoute } from '@tanstack/react-router';
import { AssessmentPage } from '../../../../../assessment/assessment-page';
import { assessments, project } from '../../../../../queries';

export const Route = createFileRoute('/_protected/estimations/assessments/$projectId/$unitId')({
  loader: ({ context: { allowed, queryClient }, params: { projectId } }) => {
    if (!allowed) return;
    void queryClient.prefetchQuery(project(projectId));
    void queryClient.prefetchQuery(assessments(projectId));
  },
  component: function Assessment() {
    const { projectId, unitId } = Route.useParams();
    return <AssessmentPage projectId={projectId} requestedId={unitId} />;
  },
});
