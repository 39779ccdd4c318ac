// The URLs of a project's pictures, and of external maps.
import type { paths as Operations } from '@mizan/openapi/schema';

const IMAGE: keyof Operations = '/api/projects/{id}/images/{file}';

export const imagePath = (projectId: string, file: string): string =>
  IMAGE.replace('{id}', encodeURIComponent(projectId)).replace('{file}', encodeURIComponent(file));

export const openStreetMap = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
