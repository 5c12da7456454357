import type { FindingText } from './finding-text.ts';

/** A chain of pages, and how many of its walks failed. */
export interface Walks {
  readonly chain: string;
  readonly of?: string;
  readonly failed?: number;
  readonly walks?: number;
}

const inChain = (said: string, { chain, failed, walks }: Walks): string =>
  `${said} (chain "${chain}", ${failed === undefined ? 'more than one walk' : `${failed} of ${walks} walks`})`;

/** The text of findings in pages of users. */
export const pageTexts = {
  'page-too-large': {
    place: 'body',
    message: ({ ineffective }: { ineffective?: string }) =>
      ineffective === undefined
        ? 'a page has more elements than requested'
        : `a page has more elements than requested. The parameter ${ineffective} has no effect; if the server uses another name, set TARGET_PAGE_SIZE_PARAMETER.`,
  },
  'page-token-repeated': {
    place: 'relation',
    message: (walks: Walks) => inChain('a chain returns to an earlier page token', walks),
  },
  'user-repeated': {
    place: 'relation',
    message: (walks: Walks) => inChain('a user is listed twice in one chain', walks),
  },
  'chain-endless': {
    place: 'relation',
    message: (walks: Walks) => inChain('a chain does not end', walks),
  },
  'users-missing': {
    place: 'relation',
    message: (walks: Walks) => inChain('a chain lacks users that another listing has', walks),
  },
  'users-unlisted': {
    place: 'relation',
    message: (walks: Walks) => inChain('a chain has users that no other listing has', walks),
  },
} as const satisfies Readonly<Record<string, FindingText>>;
