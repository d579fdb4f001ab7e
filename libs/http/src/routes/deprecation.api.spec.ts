import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Versioned, WithVersion } from '../input/versions';
import { Deprecated } from './deprecation';

@Controller()
class OldController {
  @Get('old')
  @Deprecated({ since: '2027-01-31', sunset: '2027-07-31' })
  old(): object {
    return {};
  }

  @Get('list')
  @Deprecated({ since: '2027-01-31', parameter: 'per_page' })
  list(): object {
    return {};
  }

  @Get('linked')
  @WithVersion()
  @Deprecated({ since: '2027-01-31' })
  linked() {
    return new Versioned('"tag"', () => ({}), { Link: '</linked?page=2>; rel="next"' });
  }
}

@Module({ controllers: [OldController] })
class OldModule {}

let app: INestApplication;
beforeAll(async () => {
  app = await NestFactory.create(OldModule, { logger: false });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

const announced = async (path: string) => {
  const { headers } = await fetch(new URL(path, await app.getUrl()));
  return [headers.get('deprecation'), headers.get('sunset')];
};

describe('@Deprecated()', () => {
  it('announces the end of a route', async () => {
    expect(await announced('/old')).toEqual(['@1801353600', 'Sat, 31 Jul 2027 00:00:00 GMT']);
  });

  it('announces the end of a parameter only to requests that send it', async () => {
    expect(await announced('/list?per_page=5')).toEqual(['@1801353600', null]);
    expect(await announced('/list')).toEqual([null, null]);
  });

  it('links to the documentation, beside other links of the answer', async () => {
    const { headers } = await fetch(new URL('/linked', await app.getUrl()));
    expect(headers.get('link')).toBe('</api/docs>; rel="deprecation"; type="text/html", </linked?page=2>; rel="next"');
  });
});
