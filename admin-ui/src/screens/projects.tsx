// Projects have their list one level deeper, beside the lists that belong to them.
import { Navigate, Route } from 'react-router';
import { ListScreen } from '../list/list-screen-lazy.ts';
import { paths } from '../paths.ts';
import type { Screens } from './registry.tsx';

const list = paths.list('backoffice', 'projects', '/projects?page=1&limit=20&sortDirection=asc');

export const projects: Screens = {
  list: <Navigate to={list} replace />,
  routes: <Route path="projects" element={<ListScreen />} />,
};
