import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { installSiteViews } from './site-views';

@Module({})
class EmptyModule {}

const templates = mkdtempSync(path.join(tmpdir(), 'almanac-templates-'));
let app: NestExpressApplication;
beforeAll(async () => {
  writeFileSync(path.join(templates, 'page.eta'), '<p><%= it.theme %></p>');
  app = await NestFactory.create<NestExpressApplication>(EmptyModule, { logger: false });
  installSiteViews(app, { appName: '', version: '', templates, assets: templates });
  app.use('/page', (_request: Request, response: Response) => response.render('page'));
  app.use('/api', (_request: Request, response: Response) => response.json(Object.keys(response.locals)));
  await app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await app.close();
  rmSync(templates, { recursive: true });
});

const answerOf = async (address: string) => {
  const answer = await fetch((await app.getUrl()) + address, { headers: { cookie: 'almanac-theme=dark' } });
  return answer.text();
};

it('the theme of the reader is read for pages, and not for answers to programs', async () => {
  expect([await answerOf('/page'), await answerOf('/api')]).toEqual(['<p>dark</p>', '[]']);
});
