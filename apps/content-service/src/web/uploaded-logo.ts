import type { Settings } from '../config';
import { IMAGES_PATH } from '../content/files/image-paths';

/**
 * The path of the site's logo when pages can show it. They load no files of other sites, and private images only after the log-in.
 * @param url as in the settings of the site
 */
export function uploadedLogo(url: string | null, { baseUrl, imageAccess }: Settings): string | undefined {
  return imageAccess === 'local' && url?.startsWith(`${baseUrl}${IMAGES_PATH}`) ? url.slice(baseUrl.length) : undefined;
}
