/** A bucket of an S3 server, as an address such as `s3://bucket/folder?endpoint=https://s3.example&region=eu-central-1`. */
export interface S3Address {
  bucket: string;
  /** Ends with `/`, or is empty. Every key in the bucket begins with it. */
  prefix: string;
  /** The server's address; undefined for Amazon's. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is in the path of requests instead of the host name. Most servers other than Amazon's need it. */
  pathStyle: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PARAMETERS = ['endpoint', 'region', 'path_style'];

/**
 * Reads the address of a bucket. Credentials are not part of it: the client finds them as all AWS programs do.
 * @throws Error with a message that follows the name of the setting
 */
export function readS3Address(url: string): S3Address {
  const { hostname, pathname, searchParams, username } = new URL(url);
  if (username !== '') throw new Error('must contain no credentials; use AWS_ACCESS_KEY_ID');
  if (!BUCKET.test(hostname)) throw new Error('must name a bucket, such as s3://almanac-files');
  for (const name of searchParams.keys())
    if (!PARAMETERS.includes(name)) throw new Error(`may have the parameters ${PARAMETERS.join(', ')}, not ${name}`);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\//.test(endpoint))
    throw new Error('must have an endpoint that begins with https:// or http://');
  const folder = pathname.split('/').filter(Boolean).map(decodeURIComponent).join('/');
  return {
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    pathStyle: searchParams.get('path_style') === 'true' || (endpoint !== undefined && !searchParams.has('path_style')),
  };
}
