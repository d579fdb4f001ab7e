// The cost of Nest on express itself: one route, no guards, no database.
import 'reflect-metadata';
import { exitWithParent } from '@almanac/process';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

@Controller()
class HelloController {
  @Get('hello')
  hello() {
    return { hello: 'world' };
  }
}

@Module({ controllers: [HelloController] })
class HelloModule {}

async function serve(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(HelloModule, { logger: ['error'] });
  app.disable('etag').disable('x-powered-by');
  await app.listen(Number(process.env['PORT']), '127.0.0.1');
}

exitWithParent(() => process.exit(0));
serve().catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
