import { bytesFrom, type SeedPart } from './seeding.ts';

const first = [
  'alice bob carol dan erin felix grace heidi ivan judy karl laura mallory nina oscar peggy quentin rosa',
  'sybil trent ursula victor wendy yvonne acme nordbank helvetia meridian atlas orion summit harbour cedar granite delta aurora',
].flatMap((line) => line.split(' '));

const second = [
  'Treasury Custody Settlement Issuer Registrar Trading Desk Bank Fund Agent Operator Validator Wallet Holder Broker Clearing',
  'Provider Lender Payments Escrow Reserve Vault Exchange Depository Ops Test Main Europe Asia Zurich London Basel',
].flatMap((line) => line.split(' '));

const ways = [
  (one: string, other: string, number: string) => `${one}${other}${number}`,
  (one: string, other: string, number: string) => `${capitalised(one)}${other}${number}`,
  (one: string, other: string, number: string) => `${one}${other.toLowerCase()}${number}`,
  (one: string, other: string, number: string) => `${other.toLowerCase()}${capitalised(one)}${number}`,
];

/** Of letters and digits alone, as any target accepts (ruling 11), such as `aliceTreasury40317`; no two for different parts. */
export function partyName(...parts: readonly SeedPart[]): string {
  const drawn = bytesFrom(['party-name', ...parts], 8);
  const of = <T>(all: readonly T[], at: number): T => all[drawn.readUInt8(at) % all.length] as T;
  // A million numbers, so that two parties of a run hardly ever share a name.
  const number = String(drawn.readUInt32BE(4) % 1_000_000);
  return of(ways, 2)(of(first, 0), of(second, 1), number);
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
