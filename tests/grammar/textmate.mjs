// Tokens of lines by a TextMate grammar with the engine of VS Code: node textmate.mjs GRAMMAR < JSON list of lines.
// Wants `vscode-textmate` and `vscode-oniguruma` where NODE_PATH leads to.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const grammarText = readFileSync(process.argv[2], 'utf8');
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(grammarText, 'rgn.tmLanguage.json'),
});
const grammar = await registry.loadGrammar('source.rgn');
const scoped = (line) => grammar.tokenizeLine(line, textmate.INITIAL).tokens
  .map((token) => [token.startIndex, Math.min(token.endIndex, line.length), token.scopes])
  .filter(([from, to]) => from < to);
console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(scoped)));
