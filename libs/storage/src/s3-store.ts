import { Readable } from 'node:stream';
import { callsOutside } from '@almanac/runtime';
import { type FileFacts, type FileStore, isSafeKey, MissingStoreError } from './file-store';

/** Cannot collide with a file, because no key begins with a dot. */
const PROBE = '.probe';

/** S3 accepts parts of at least 5 MiB. An upload keeps `PARTS_AT_ONCE` parts in memory. */
const PART_BYTES = 8 * 1_024 * 1_024;
const PARTS_AT_ONCE = 2;

const CONNECT_MS = 5_000;
/** How long the server may take to begin its answer. */
const ANSWER_MS = 30_000;
/** The longest silence within a file. Slow readers of a download cause such silences, too. */
const SILENCE_MS = 300_000;
const ATTEMPTS = 3;

/**
 * Files in a bucket of an S3 server. A file becomes visible as a whole when its upload completes, and every part carries a checksum.
 * The client finds its credentials as all AWS programs do: in the environment, in a web identity token, in the machine's role.
 */
export class S3Store implements FileStore {
  private readonly address: S3Address;
  private opened: ReturnType<typeof openClient> | undefined;

  /** @throws Error for an address that `readS3Address` refuses */
  constructor(url: string) {
    this.address = readS3Address(url);
  }

  async put(key: string, content: Readable | Uint8Array): Promise<void> {
    const place = this.placeOf(key);
    const { s3, client, Upload } = await this.open();
    if (content instanceof Uint8Array) {
      await client.send(new s3.PutObjectCommand({ ...place, Body: content }));
      return;
    }
    // Multipart: the parts of an upload that breaks off are removed, and the previous file stays.
    await new Upload({
      client,
      params: { ...place, Body: content },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    }).done();
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined> {
    if (!isSafeKey(key)) return undefined;
    const { s3, client } = await this.open();
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const found = await orMissing(orBeyond(client.send(new s3.GetObjectCommand({ ...this.placeOf(key), ...part }))));
    if (found === BEYOND) return Readable.from([]);
    if (found === undefined) return undefined;
    if (!(found.Body instanceof Readable)) throw new Error(`the S3 server sent no body for ${JSON.stringify(key)}`);
    return found.Body;
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    if (!isSafeKey(key)) return undefined;
    const { s3, client } = await this.open();
    const found = await orMissing(client.send(new s3.HeadObjectCommand(this.placeOf(key))));
    if (found) return { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
    // An answer to HEAD has no text: only one to GET tells a missing bucket from a missing file.
    (await this.read(key, { start: 0, end: 0 }))?.destroy();
    return undefined;
  }

  async remove(key: string): Promise<void> {
    const place = this.placeOf(key);
    const { s3, client } = await this.open();
    await client.send(new s3.DeleteObjectCommand(place));
  }

  async *keys(): AsyncIterable<string> {
    const { s3, client } = await this.open();
    const { bucket, prefix } = this.address;
    for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
      for (const { Key = '' } of Contents) if (isSafeKey(Key.slice(prefix.length))) yield Key.slice(prefix.length);
  }

  async check(): Promise<void> {
    const { s3, client } = await this.open();
    const { bucket, prefix } = this.address;
    await client.send(
      new s3.PutObjectCommand({ Bucket: bucket, Key: `${prefix}${PROBE}`, Body: Buffer.from('almanac') }),
    );
  }

  private placeOf(key: string) {
    if (!isSafeKey(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key)}`);
    return { Bucket: this.address.bucket, Key: `${this.address.prefix}${key}` };
  }

  private open(): ReturnType<typeof openClient> {
    callsOutside('a call to the file store');
    return (this.opened ??= openClient(this.address));
  }
}

/** The client's packages take a second and 20 MB to load, so only programs that use S3 load them. */
async function openClient({ bucket, endpoint, region, pathStyle }: S3Address) {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new s3.S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
    },
  });
  client.middlewareStack.add(
    (next) => async (given) => {
      try {
        return await next(given);
      } catch (failure) {
        throw asMissing(failure, bucket) ?? asRefusal(failure, bucket) ?? failure;
      }
    },
    { step: 'initialize', name: 'explainFailures' },
  );
  return { s3, Upload, client };
}

/** No store creates its bucket: the owner, the region and the rules of a bucket are the operator's choice. */
const asMissing = (failure: unknown, bucket: string): Error | undefined =>
  failure instanceof Error && failure.name === 'NoSuchBucket'
    ? new MissingStoreError(
        `The bucket ${bucket} of the file store does not exist. Create it, or correct the address of the store.`,
        { cause: failure },
      )
    : undefined;

/** Says that the server is there but refuses access, which the texts of servers and answers to HEAD do not. */
function asRefusal(failure: unknown, bucket: string): Error | undefined {
  if (typeof failure !== 'object' || failure === null || !('$metadata' in failure)) return undefined;
  const { $metadata } = failure;
  if (typeof $metadata !== 'object' || $metadata === null || !('httpStatusCode' in $metadata)) return undefined;
  if ($metadata.httpStatusCode !== 401 && $metadata.httpStatusCode !== 403) return undefined;
  const reason = 'name' in failure ? String(failure.name) : 'no reason';
  const message = `access denied: the bucket ${bucket} refuses this request (${reason}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or the role, and the policy of the bucket.`;
  return Object.assign(new Error(message, { cause: failure }), { $metadata });
}

/** Instead of bytes of a file that is too short for the range. Servers refuse each range of an empty file. */
const BEYOND = Symbol('a range beyond the end');

async function orBeyond<T>(answer: Promise<T>): Promise<T | typeof BEYOND> {
  try {
    return await answer;
  } catch (failure) {
    if (failure instanceof Error && failure.name === 'InvalidRange') return BEYOND;
    throw failure;
  }
}

/** The answer, or undefined when the server has no such file. */
async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (failure) {
    const name: unknown = failure instanceof Error ? failure.name : undefined;
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined;
    throw failure;
  }
}

/** A bucket of an S3 server, as an address such as `s3://bucket/folder?endpoint=https://s3.example&region=eu-central-1`. */
interface S3Address {
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
