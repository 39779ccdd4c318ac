// Projects have their list one level deeper, beside the lists that belong to them.
import { Navigate, Route } from 'react-router';
import { ListScreen } from '../list/list-screen-lazy.ts';
import { OPENED } from '../list/list-search.ts';
import { paths } from '../paths.ts';
import type { Screens } from './registry.tsx';

const list = paths.list('backoffice', 'projects', '/projects?page=1&limit=20&sortDirection=asc');

export const projects: Screens = {
  // The address names a page, yet nobody has looked through the list: their default filter still applies.
  list: <Navigate to={list} replace state={OPENED} />,
  routes: <Route path="projects" element={<ListScreen />} />,
};
