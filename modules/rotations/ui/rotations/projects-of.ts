// The projects in the record of a rotation.
import type { RaRecord } from 'ra-core';

/** The maximum number of projects in a rotation. */
export const MOST = 10;

interface Project {
  _id: string;
  name: string;
}

export const projectsOf = (record: RaRecord<string>): Project[] => (record['projects'] as Project[] | undefined) ?? [];
