// A chunk can be loaded in two ways: users' own specs import it as a module, and the command loads it as a function
// (cli/chunks/load-chunk.ts), whose compiled code can be cached. Both read the same lines of one file, so an error has the same
// position in either.
import { parseAst } from 'rolldown/parseAst';

/** What `import()` is called in the body of a chunk and of an entry. */
const importing = '__import';

/** The URL of the file. */
const url = '__url';

/**
 * Rewrites what the bundler wrote as one chunk.
 * @param {string} code
 */
export function asChunk(code) {
  const { imports, exported, body } = taken(code);
  const before = `(async function (${importing}, __define, ${url}) { "use strict"; ${definition(exported)}${destructured(imports)}`;
  const trailer = { before, after: '\n})' };
  const header = `${imports.map(({ text }) => text).join(' ')} const ${importing} = (id, options) => import(id, options), ${url} = import.meta.url;`;
  const footer = exported.map(({ text }) => text).join(' ');
  return `${header}\n${body}\n${footer}\n//# chunk ${JSON.stringify(trailer)}\n`;
}

/**
 * Rewrites what the bundler wrote as an entry that imports its chunks as functions. Packages are imported as before.
 * @param {string} code
 * @param {string} loader the specifier of the module that loads chunks, which is only loaded when it is first used
 */
export function asEntry(code, loader) {
  const { imports, exported, body, hashbang } = taken(code);
  const [chunks, packages] = [imports.filter(isRelative), imports.filter((each) => !isRelative(each))];
  const header = [
    ...packages.map(({ text }) => text),
    `const ${url} = import.meta.url, ${importing} = async (id, options) => (await import(${JSON.stringify(loader)})).importingAt(${url})(id, options);`,
    destructured(chunks),
  ];
  return `${hashbang}${header.join(' ')}\n${body}\n${exported.map(({ text }) => text).join(' ')}\n`;
}

function isRelative({ specifier }) {
  return specifier.startsWith('.');
}

/** The imports and exports of a module, and the rest of its text, in which `import()` has another name. */
function taken(code) {
  const [, hashbang = ''] = /^(#!.*\n)/.exec(code) ?? [];
  const ast = parseAst(code);
  const imports = [];
  const exported = [];
  const edits = hashbang === '' ? [] : [[0, hashbang.length, '']];
  for (const node of ast.body) {
    const text = code.slice(node.start, node.end);
    if (node.type === 'ImportDeclaration') imports.push(importOf(node, text));
    else if (/^Export/.test(node.type)) exported.push(exportOf(node, text, imports));
    else continue;
    edits.push([node.start, node.end, '']);
  }
  visit(ast, ({ type, start, end, source }) => {
    if (type !== 'ImportExpression') return;
    if (/^\..*\.json$/.test(source.value))
      throw new Error(`${code.slice(start, end)}: import it statically.`);
    edits.push([start, start + 'import'.length, importing]);
  });
  edits.sort(([a], [b]) => b - a);
  let body = code;
  for (const [start, end, text] of edits) body = body.slice(0, start) + text + body.slice(end);
  return { imports, exported, body: body.trim(), hashbang };
}

function importOf({ source, specifiers, attributes }, text) {
  const options = attributes.map(({ key, value }) => `${nameOf(key)}: ${JSON.stringify(value.value)}`);
  return {
    text: text.endsWith(';') ? text : `${text};`,
    specifier: source.value,
    pattern: patternOf(specifiers, text),
    options: options.length === 0 ? '' : `, { with: { ${options.join(', ')} } }`,
  };
}

/** What takes the imported names from the exports; nothing if a module is only run. */
function patternOf(specifiers, text) {
  const [first] = specifiers;
  if (first === undefined) return '';
  if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) {
    if (specifiers.length > 1) throw new Error(`${text} imports in two ways.`);
    return first.local.name;
  }
  const names = specifiers.map(({ type, imported, local }) => {
    const name = type === 'ImportDefaultSpecifier' ? '"default"' : nameOf(imported);
    return `${name}: ${local.name}`;
  });
  return `{ ${names.join(', ')} }`;
}

/** What is exported from another chunk is read from what the function of this one imports from there. */
function exportOf({ type, declaration, source, specifiers }, text, imports) {
  if (type !== 'ExportNamedDeclaration' || declaration !== null)
    throw new Error(`The bundler is expected to write its exports as a list, not as ${text.slice(0, 60)}.`);
  const from = source === null ? undefined : `__from${imports.length}`;
  const names = specifiers.map(({ exported, local }) => [
    nameOf(exported),
    from === undefined ? local.name : `${from}[${nameOf(local)}]`,
  ]);
  if (from !== undefined) imports.push({ text: '', specifier: source.value, pattern: from, options: '' });
  return { text: text.endsWith(';') ? text : `${text};`, names };
}

function nameOf(node) {
  return JSON.stringify(node.type === 'Identifier' ? node.name : node.value);
}

function definition(exported) {
  const getters = exported.flatMap(({ names }) => names.map(([name, value]) => `${name}: () => ${value}`));
  return `__define({ ${getters.join(', ')} }); `;
}

function destructured(imports) {
  if (imports.length === 0) return '';
  const patterns = imports.map(({ pattern }) => pattern).join(', ');
  const calls = imports.map(
    ({ specifier, options }) => `${importing}(${JSON.stringify(specifier)}${options})`,
  );
  return `const [${patterns}] = await Promise.all([${calls.join(', ')}]);`;
}

function visit(node, see) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') see(node);
  for (const child of Object.values(node)) visit(child, see);
}
