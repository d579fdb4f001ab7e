import { hash } from 'node:crypto';
import { type Actor, ANONYMOUS, packActor } from '@almanac/auth';
import { Snapshots } from '@almanac/database';
import { counter, reportCache } from '@almanac/observability';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { whileCallerWaits } from '../input/request-context';
import { type Validity, isValidNow, withValidity } from './answer-validity';
import { sentHeaders } from './sent-headers';
import { isJson, sendVersion, versionList, ownedBytes, ownedJson, WrittenJson } from './written-json';

interface CachedAnswer {
  /** The headers that the handler set. */
  headers: [name: string, value: string | number | string[]][];
  body: WrittenJson;
}

interface CachedFile {
  name: string;
  body: Buffer;
}

type Content = CachedAnswer | CachedFile | { body: string };

/** An answer for callers with the same key, the state of the database that it shows, and the moments at which it is right. */
type Entry = Content & { snapshot: string; validity: Validity };

/** A file that an answer sends: its content, or the path of a long one on disk. */
export interface NamedFile {
  name: string;
  content: Buffer | string;
}

export interface AnswerCacheOptions {
  /** GET routes whose JSON may be cached until the next commit, by their paths in the route table. */
  routes: readonly string[];
  /** Whether the look-up of a caller takes a snapshot of this service's own database, which is then not repeated. */
  callersTakeSnapshots: boolean;
}

export const ANSWER_CACHE_OPTIONS = Symbol('options of the answer cache');

const MAX_SIZE = 32 * 1024 * 1024;
/** A few large answers must not displace all others. */
const MAX_SIZE_OF_ONE = 1024 * 1024;
/** Estimated bytes of an entry, and of each of its headers, besides their texts. */
const ENTRY_BYTES = 800;
const HEADER_BYTES = 100;
/** Of a text with any letter beyond Latin-1. */
const BYTES_PER_CHARACTER = 2;

/** The gateway names the prefix that a request came by. Addresses in the answer begin with it. */
const PREFIX = 'x-forwarded-prefix';

const lookups = counter('almanac_answer_cache_total', 'Look-ups in the cache of answers.', ['outcome']);

/** The answers of a process as JSON text, by address and rights of the caller. */
@Injectable()
export class AnswerCache {
  private readonly answers = new LRUCache<string, Entry>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_SIZE_OF_ONE,
    sizeCalculation: (answer, key) => ENTRY_BYTES + key.length + bytesOf(answer),
  });
  private readonly builds = new RunningBuilds<Entry>();
  private readonly rights = new WeakMap<Actor, string>();

  constructor(
    private readonly snapshots: Snapshots,
    @Inject(ANSWER_CACHE_OPTIONS) private readonly options: AnswerCacheOptions,
  ) {
    reportCache('answers', () => this.answers.calculatedSize);
  }

  /**
   * The cached answer while the database is unchanged, else that of `build`. Callers that ask for the same meanwhile wait for it. An answer is
   * stored only when the database did not change while it was built.
   */
  async answer(request: Request, response: Response, build: () => Promise<unknown>): Promise<unknown> {
    const key = `${this.rightsOf(request.actor ?? ANONYMOUS)} ${request.headers[PREFIX]?.toString() ?? ''} ${request.url}`;
    const hasSnapshot = this.options.callersTakeSnapshots && request.actor !== undefined;
    const snapshot = hasSnapshot ? this.snapshots.ofRequest() : await this.snapshots.current();
    const found = this.find(key, snapshot);
    const entry = found && (await found);
    if (entry && 'headers' in entry) return repeat(entry, request, response);
    const before = response.getHeaders();
    return this.build(key, snapshot, build, async (built, store) => {
      if (!isJson(built) || response.statusCode !== 200) return built;
      const body = ownedJson(built);
      versionList(body.bytes, response);
      await store({ headers: changedHeaders(before, response), body });
      return sendVersion(body, request, response);
    });
  }

  /**
   * As `answer`, for a text that depends only on the database, the rights of the actor and the name. A guard must have taken a snapshot
   * during this request (`Snapshots.current`), which is not repeated here.
   * @param build returns undefined for a text that must not be cached
   */
  async text(name: string, actor: Actor, build: () => Promise<string | undefined>): Promise<string | undefined> {
    const key = `${this.rightsOf(actor)} text ${name}`;
    const snapshot = this.snapshots.ofRequest();
    const found = this.find(key, snapshot);
    const entry = found && (await found);
    if (entry && typeof entry.body === 'string') return entry.body;
    return this.build(key, snapshot, build, async (text, store) => {
      if (text !== undefined) await store({ body: text });
      return text;
    });
  }

  /**
   * As `text`, for a file. Only a content in memory is cached. Code that reads the file store calls `preventCaching`, because stored files
   * change without a commit.
   */
  async file<Built extends NamedFile>(
    name: string,
    actor: Actor,
    build: () => Promise<Built>,
  ): Promise<Built | NamedFile> {
    const key = `${this.rightsOf(actor)} file ${name}`;
    const snapshot = this.snapshots.ofRequest();
    const found = this.find(key, snapshot);
    const entry = found && (await found);
    if (entry && 'name' in entry) return { name: entry.name, content: entry.body };
    return this.build(key, snapshot, build, async (built, store) => {
      if (Buffer.isBuffer(built.content)) await store({ name: built.name, body: ownedBytes(built.content) });
      return built;
    });
  }

  /** The cached entry, or that of a running build. Without both, the caller must build in the same turn, so that the next one finds the build. */
  private find(key: string, snapshot: string): Entry | Promise<Entry | undefined> | undefined {
    const cached = this.answers.get(key);
    const isHit = cached?.snapshot === snapshot && isValidNow(cached.validity);
    if (!isHit) return this.builds.join(`${snapshot} ${key}`)?.then(joined);
    lookups.inc({ outcome: 'hit' });
    return cached;
  }

  /** @param finish makes the answer for this caller; `keep` shares the content with those that joined, and caches it */
  private build<Built, Answer>(
    key: string,
    snapshot: string,
    build: () => Promise<Built>,
    finish: (built: Built, store: (content: Content) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer> {
    lookups.inc({ outcome: 'miss' });
    return this.builds.run(`${snapshot} ${key}`, async (share) => {
      const { built, validity } = await withValidity(build, share);
      return finish(built, async (content) => {
        if (!isValidNow(validity)) return;
        const entry = { ...content, snapshot, validity };
        share(entry);
        if ((await this.snapshots.current()) === snapshot) this.answers.set(key, entry);
      });
    });
  }

  /** Includes all data of the caller, because each answer may depend on any of them. */
  private rightsOf(actor: Actor): string {
    const cached = this.rights.get(actor);
    if (cached !== undefined) return cached;
    const rights = hash('sha256', JSON.stringify(packActor(actor)), 'base64');
    this.rights.set(actor, rights);
    return rights;
  }
}

/** Builds under way, by name. Callers that need the same result wait for it. */
class RunningBuilds<Result> {
  private readonly running = new Map<string, Promise<Result | undefined>>();

  /**
   * The result of the running build of this name. Undefined without one; a promise of undefined when the result cannot be shared.
   * @throws 503 when the waiting caller leaves or runs out of time
   */
  join(name: string): Promise<Result | undefined> | undefined {
    const build = this.running.get(name);
    return build && whileCallerWaits(build);
  }

  /** Runs a build that others can join until it ends, or until its own caller leaves or runs out of time. */
  run<Built>(name: string, build: (share: (result?: Result) => void) => Promise<Built>): Promise<Built> {
    const { promise, resolve } = Promise.withResolvers<Result | undefined>();
    if (!this.running.has(name)) this.running.set(name, promise);
    const end = () => {
      resolve(undefined);
      if (this.running.get(name) === promise) this.running.delete(name);
    };
    const building = build(resolve);
    whileCallerWaits(building).then(end, end);
    return building;
  }
}

function joined(entry: Entry | undefined): Entry | undefined {
  if (!entry || !isValidNow(entry.validity)) return undefined;
  lookups.inc({ outcome: 'joined' });
  return entry;
}

function bytesOf(answer: Content): number {
  if (typeof answer.body === 'string') return answer.body.length * BYTES_PER_CHARACTER;
  if (!('headers' in answer)) return answer.body.length;
  const headers = answer.headers.map(([name, value]) => HEADER_BYTES + name.length + String(value).length);
  return headers.reduce((sum, bytes) => sum + bytes, answer.body.bytes.length);
}

function repeat({ headers, body }: CachedAnswer, request: Request, response: Response): unknown {
  for (const [name, value] of headers) response.setHeader(name, value);
  return sendVersion(body, request, response);
}

const changedHeaders = (before: ReturnType<Response['getHeaders']>, response: Response): CachedAnswer['headers'] =>
  sentHeaders(response).filter(([name, value]) => value !== before[name.toLowerCase()]);
