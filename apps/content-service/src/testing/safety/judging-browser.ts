import { launchChromium } from '@almanac/chromium';
import type { Browser, Page } from 'puppeteer';
import { IN_EVERY_FRAME, JUDGE } from './judging-scripts';

const FRAMES_AT_ONCE = 100;

/** What became of one document. */
export interface Verdict {
  /** Scripts that ran, events that were handled, names that were taken; empty when it is harmless. */
  harm: string[];
  /** Addresses that its pictures, players and frames name. */
  media: string[];
}

interface Verdicts {
  verdicts: Verdict[];
  /** Harm in frames of frames that do not tell where they are. */
  unattributed: string[];
}

export interface Judged extends Verdicts {
  /** Every request that any of the documents caused. */
  requests: string[];
}

export interface Hosts {
  /** The address of an empty page, in which everything is shown. */
  site: string;
  /** The host whose requests are let through, so that its server sees them. */
  open: string;
}

/** Shows documents in a real browser, where scripts are on and no policy helps, does with them what readers do, and tells what happened. */
export class JudgingBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly hosts: Hosts,
  ) {}

  static async start(hosts: Hosts): Promise<JudgingBrowser> {
    const executablePath = process.env['PUPPETEER_EXECUTABLE_PATH'];
    return new JudgingBrowser(await launchChromium({ executablePath, network: 'open' }), hosts);
  }

  close = (): Promise<void> => this.browser.close();

  /** Each document in a frame of its own; `pieces` are bodies that are written into the frame as applications do it, too. */
  async judge(documents: readonly string[], { pieces }: { pieces: boolean }): Promise<Judged> {
    const judged: Judged = { verdicts: [], unattributed: [], requests: [] };
    for (let start = 0; start < documents.length; start += FRAMES_AT_ONCE) {
      const page = await this.open(judged.requests);
      const batch = JSON.stringify(documents.slice(start, start + FRAMES_AT_ONCE));
      const { verdicts, unattributed } = (await page.evaluate(`(${JUDGE})(${batch}, ${pieces})`)) as Verdicts;
      judged.verdicts.push(...verdicts);
      judged.unattributed.push(...unattributed);
      await page.close();
    }
    return judged;
  }

  private async open(requests: string[]): Promise<Page> {
    const page = await this.browser.newPage();
    page.setDefaultTimeout(0);
    await page.evaluateOnNewDocument(IN_EVERY_FRAME);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const url = request.url();
      const answer = () => {
        if (url === this.hosts.site || /^(data|about):/.test(url)) return request.continue();
        requests.push(url.replace(/#.*$/, ''));
        return new URL(url).host === this.hosts.open ? request.continue() : request.abort();
      };
      void answer().catch(() => undefined);
    });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    await page.goto(this.hosts.site);
    return page;
  }
}
