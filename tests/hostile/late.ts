import { type Misbehave, whole } from './front.ts';

/** Each answer after so many milliseconds, or after as many as its number gives. */
export const after =
  (ms: number | ((nth: number) => number)): Misbehave =>
  (socket, answer, { nth }) => {
    setTimeout(() => socket.write(whole(answer)), typeof ms === 'number' ? ms : ms(nth));
  };

/** Each answer in so many parts of the same length, over so many milliseconds. */
export const inParts =
  (parts: number, ms: number): Misbehave =>
  (socket, answer) => {
    const bytes = whole(answer);
    const length = Math.ceil(bytes.length / parts);
    for (let at = 0; at < parts; at += 1)
      setTimeout(() => socket.write(bytes.subarray(at * length, (at + 1) * length)), (at * ms) / parts);
  };
