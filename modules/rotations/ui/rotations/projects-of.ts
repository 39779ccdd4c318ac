// The projects of a rotation as its record holds them.
import type { RaRecord } from 'react-admin';

/** The most projects that a rotation may have. */
export const MOST = 10;

interface Project {
  _id: string;
  name: string;
}

export const projectsOf = (record: RaRecord<string>): Project[] => (record['projects'] as Project[] | undefined) ?? [];
