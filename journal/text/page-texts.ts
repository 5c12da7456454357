import type { FindingText } from './finding-text.ts';

/** A chain of pages, and how many of its walks failed. */
export interface Walks {
  readonly chain: string;
  readonly of?: string;
  readonly failed?: number;
  readonly walks?: number;
}

const inChain = (said: string) =>
  ({
    place: 'relation',
    message: ({ chain, failed, walks }: Walks) =>
      `${said} (chain "${chain}", ${failed === undefined ? 'more than one walk' : `${failed} of ${walks} walks`})`,
  }) as const satisfies FindingText;

/** The text of findings in pages of users. */
export const pageTexts = {
  'page-too-large': {
    place: 'body',
    message: ({ ineffective }: { ineffective?: string }) =>
      ineffective === undefined
        ? 'a page has more elements than requested'
        : `a page has more elements than requested. The parameter ${ineffective} has no effect; if the server uses another name, set TARGET_PAGE_SIZE_PARAMETER.`,
  },
  'page-size-not-kept': {
    place: 'status',
    message: ({ size, refused, asked }: { size: string; refused: number; asked: number }) =>
      `rejected a page size that it accepts at other times (size ${size}, ${refused} of ${asked} requests)`,
  },
  'page-sizes-refused': {
    place: 'status',
    message: ({ sizes, parameter }: { sizes: number; parameter: string }) =>
      `rejected every page size that was tried (${sizes} sizes). If the server uses another name than ${parameter}, set TARGET_PAGE_SIZE_PARAMETER.`,
  },
  'known-users-missing': {
    place: 'body',
    message: ({ known }: { known: number }) =>
      `the complete listing lacks users that are known to exist (${known} are known)`,
  },
  'page-token-repeated': inChain('a chain returns to an earlier page token'),
  'user-repeated': inChain('a user is listed twice in one chain'),
  'chain-endless': inChain('a chain does not end'),
  'users-missing': inChain('a chain lacks users that another listing has'),
  'users-flicker': {
    place: 'relation',
    message: ({ listings }: { listings: number }) =>
      `users disappear from the listing and come back (${listings} listings, one after the other)`,
  },
  'users-unlisted': inChain('a chain has users that no other listing has'),
} as const satisfies Readonly<Record<string, FindingText>>;
