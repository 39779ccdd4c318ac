// Projects have their list one level deeper, beside the lists that belong to them.
import { defineModule, isBare, ListScreen, OPENED, paths } from '@mizan/admin-ui/module';
import { Navigate, useLocation } from 'react-router';

const list = paths.list('backoffice', 'projects', '/projects');

/** The address names a page, yet nobody has looked through the list: their default filter still applies. */
function ToList() {
  const { search } = useLocation();
  if (!isBare(search)) return <Navigate to={list + search} replace />;
  return <Navigate to={`${list}?page=1&limit=20&sortDirection=asc`} replace state={OPENED} />;
}

const ToRotations = () => <Navigate to={paths.list('backoffice', 'rotations')} replace />;

export default defineModule({
  resources: {
    projects: {
      screens: { list: ToList },
      routes: [
        { path: 'projects', Screen: ListScreen },
        { path: 'rotations', Screen: ToRotations },
      ],
    },
  },
});
