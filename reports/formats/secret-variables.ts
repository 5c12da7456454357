/** A mark of the redactor: the kind of secret, and its length and digest, which only equal secrets share. */
const mark = /\[redacted:([^:[\]]+):([^[\]]*)\]/g;

/** A header, split into its texts and the secrets in it. */
export type HeaderPiece = { readonly text: string } | { readonly variable: string };

/** Names the shell variables that stand for the secrets of a command. */
export interface SecretVariables {
  /** The pieces of `name: value`, in order. */
  piecesOf(name: string, value: string): HeaderPiece[];
}

/**
 * Each secret has a variable named after its kind: `TARGET_TOKEN` is the accepted token. There may be several headers for a
 * gateway, so those have the name of the header too. Another secret with the same name gets a number.
 */
export function createSecretVariables(): SecretVariables {
  const secrets = new Map<string, string>();
  const variableOf = (kind: string, digest: string, header: string): string => {
    const base = baseName(kind, header);
    for (let number = 1; ; number += 1) {
      const variable = number === 1 ? base : `${base}_${number}`;
      const known = secrets.get(variable);
      if (known === undefined) secrets.set(variable, digest);
      if (known === undefined || known === digest) return variable;
    }
  };
  return {
    piecesOf(name, value) {
      // Texts are at indexes 0, 3, 6, …, each followed by the kind and the digest of a secret.
      const split = `${name}: ${value}`.split(mark);
      return split.flatMap((text, index): HeaderPiece[] => {
        if (index % 3 === 0) return text === '' ? [] : [{ text }];
        return index % 3 === 1 ? [{ variable: variableOf(text, split[index + 1] ?? '', name) }] : [];
      });
    },
  };
}

function baseName(kind: string, header: string): string {
  const name = kind.endsWith('token') ? `TARGET_${kind}` : kind;
  const whole = kind.endsWith('gateway-header') ? `${name}_${header}` : name;
  return whole.toUpperCase().replace(/\W/g, '_');
}
