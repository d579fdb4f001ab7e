import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Response } from 'express';

/** Style sheets, scripts and images of pages. */
export class Assets {
  private readonly addresses = new Map<string, string>();

  /**
   * @param root the start of all addresses
   * @param folders the first folder that has a file serves it
   * @param packaged single files of packages, whose other files must not be served
   */
  constructor(
    private readonly root: string,
    private readonly folders: readonly string[],
    private readonly packaged: ReadonlyMap<string, string>,
  ) {}

  /** Contains a hash of the content, so that browsers can cache the file for good. */
  addressOf(name: string): string {
    const cached = this.addresses.get(name);
    if (cached !== undefined) return cached;
    const version = createHash('sha256')
      .update(readFileSync(this.fileOf(name)))
      .digest('hex')
      .slice(0, 12);
    const address = `${this.root}/${name}?v=${version}`;
    this.addresses.set(name, address);
    return address;
  }

  get handlers(): RequestHandler[] {
    const options = { index: false, redirect: false, cacheControl: false, setHeaders: setImmutable } as const;
    return [this.servePackaged, ...this.folders.map((folder) => express.static(folder, options))];
  }

  private fileOf(name: string): string {
    const files = this.folders.map((folder) => path.join(folder, name));
    const file = this.packaged.get(name) ?? files.find((one) => existsSync(one));
    if (file === undefined) throw new Error(`There is no file ${name} for pages`);
    return file;
  }

  private readonly servePackaged: RequestHandler = (request, response, next) => {
    const file = this.packaged.get(request.path.slice(1));
    if (file === undefined) {
      next();
      return;
    }
    setImmutable(response);
    response.sendFile(file, { cacheControl: false });
  };
}

function setImmutable(response: Response): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.removeHeader('Expires');
}
