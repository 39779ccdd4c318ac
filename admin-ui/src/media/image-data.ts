// Fetches and uploads images of records. They need the user's token, so an `img` element cannot load them itself.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { fetchImage, type ImageSize } from '@mizan/ui-kit/stored-image';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../document/resources.ts';

/** An image as a field of a record. */
export interface RecordImage {
  file: string;
  caption?: string | null;
}

/** The file dialog's filter; the server validates the content. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp';

export const imagesOf = (value: unknown): RecordImage[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is RecordImage => typeof (one as RecordImage | null)?.file === 'string',
  );

/** Images uploaded from this page; no record has them before the form is saved. */
const uploads = new Map<string, Blob>();

export async function uploadImage(resource: Resource, file: File, signal: AbortSignal): Promise<RecordImage> {
  const operation = resource.operations.imageUpload;
  if (!operation) throw new Error(`${resource.label} take no images.`);
  const body = new FormData();
  body.append('file', file, file.name);
  const response = await authorizedFetch(operation.path, { method: operation.method.toUpperCase(), body, signal });
  if (!response.ok) throw await problemOf(response);
  const { file: name } = (await response.json()) as RecordImage;
  uploads.set(name, file);
  return { file: name };
}

/** The object URL of an image; undefined while it loads. */
export function usePicture(resource: Resource, id: string | undefined, file: string, size: ImageSize) {
  const local = uploads.get(file);
  const operation = resource.operations.image;
  const path = operation?.path.replace('{id}', id ?? '').replace('{file}', file);
  const { data, isError } = useQuery({
    queryKey: ['image', path, size],
    queryFn: ({ signal }) => fetchImage(path ?? '', size, signal),
    enabled: !local && id !== undefined && path !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  const blob = local ?? data;
  return { blob, missing: !blob && (isError || id === undefined || !operation) };
}
