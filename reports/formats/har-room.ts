/** Texts up to this length are always written completely. */
const short = 8 * 1024;

/** No text is longer in an archive, whatever room there is. */
const longest = 256 * 1024;

/** How many characters of longer texts an archive holds. */
const roomForLong = 8 * 1024 ** 2;

/** What is written of a text that is cut because it is too long by itself, and of one for which no room is left. */
const beginnings = { tooLong: 64 * 1024, noRoom: 2 * 1024 };

/** Limits the size of an archive: long texts are complete in the journal, and a disk must not hold all of them twice. */
export interface HarRoom {
  /** How many characters of a text to write. */
  for(length: number): number;
}

export function createHarRoom(): HarRoom {
  let left = roomForLong;
  return {
    for(length) {
      if (length <= short) return length;
      const written = length > longest ? beginnings.tooLong : length;
      if (written > left) return beginnings.noRoom;
      left -= written;
      return written;
    },
  };
}

/** The comment on a text that was cut. */
export function cutComment(written: number, unit: 'bytes' | 'characters'): string {
  return `The first ${written} ${unit}; the whole is in exchanges.ndjson.`;
}
