import { allowedMethods } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { GROUPS } from './catalogue/groups';
import type { Endpoint } from './endpoint';
import { renderDocs } from './docs.page';
import { presentDocs } from './docs.presenter';

/** Describes the endpoints that the running program serves. */
@Injectable()
export class DocsService {
  constructor(
    private readonly adapter: HttpAdapterHost,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  read() {
    const app: Application = this.adapter.httpAdapter.getInstance();
    const isServed = ({ method, path }: Endpoint) =>
      allowedMethods(app, path.replaceAll(/\{\w+\}/g, '1')).includes(method);
    const groups = GROUPS.map((group) => ({ ...group, endpoints: group.endpoints.filter(isServed) }));
    return presentDocs(groups.filter(({ endpoints }) => endpoints.length > 0));
  }

  page(): string {
    return renderDocs({ title: `${this.settings.appName} API`, baseUrl: this.settings.baseUrl, docs: this.read() });
  }
}
