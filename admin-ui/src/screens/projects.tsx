// Projects have their list one level deeper, beside the lists that belong to them.
import { Navigate, Route, useLocation } from 'react-router';
import { ListScreen } from '../list/list-screen-lazy.ts';
import { isBare, OPENED } from '../list/list-search.ts';
import { paths } from '../paths.ts';
import type { Screens } from './registry.tsx';

const list = paths.list('backoffice', 'projects', '/projects');

/** The address names a page, yet nobody has looked through the list: their default filter still applies. */
function ToList() {
  const { search } = useLocation();
  if (!isBare(search)) return <Navigate to={list + search} replace />;
  return <Navigate to={`${list}?page=1&limit=20&sortDirection=asc`} replace state={OPENED} />;
}

export const projects: Screens = {
  list: <ToList />,
  routes: (
    <>
      <Route path="projects" element={<ListScreen />} />
      <Route path="rotations" element={<Navigate to={paths.list('backoffice', 'rotations')} replace />} />
    </>
  ),
};
