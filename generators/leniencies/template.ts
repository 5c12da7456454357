/** Parts of a valid input by name; undefined where this input has no such part. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** `$name` for each of the names, the longest first; other dollar signs stand for themselves. */
function patternOf(parts: Parts): RegExp {
  const names = Object.keys(parts).sort((one, other) => other.length - one.length);
  return new RegExp(`\\$(${names.join('|')})`, 'g');
}

/** The template with its parts; undefined if the input does not have one of them. */
export function filled(template: string, parts: Parts): string | undefined {
  return template.includes('$') ? filledBy(template, patternOf(parts), (name) => parts[name]) : template;
}

/** The same for parts that are made when they are asked for, whose names match the group of a pattern. */
export function filledBy(
  template: string,
  pattern: RegExp,
  partOf: (name: string) => string | undefined,
): string | undefined {
  let isComplete = true;
  const text = template.replace(pattern, (_, name: string) => {
    const part = partOf(name);
    isComplete &&= part !== undefined;
    return part ?? '';
  });
  return isComplete ? text : undefined;
}

/** The template as text for people: parts as an ellipsis, controls and other invisible characters as escapes. */
export function shown(template: string, parts: Parts): string {
  const text = template.replace(patternOf(parts), '…');
  return text.replace(
    /[\u0000-\u001f\u007f-\u00ff\u200b\u2028\u3000]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
