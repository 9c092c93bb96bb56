// Renews the letters that look like Latin ones, from Unicode's confusables.txt (https://www.unicode.org/Public/security/latest/confusables.txt):
//
//   node scripts/confusables/write-confusables.mjs <confusables.txt> > migrations/<number>_letters-that-look-alike.sql
//
// It keeps the lines that lead to Latin letters in letters-that-look-latin.txt, and prints a migration with the same letters. LICENSE.txt
// beside this file is that of the data.
import { readFileSync, writeFileSync } from 'node:fs'

const source = readFileSync(process.argv[2] ?? 'confusables.txt', 'utf8')
const version = /^# Version: (.+)$/m.exec(source)?.[1]
if (version === undefined) throw new Error('this is not a confusables.txt')

/** Without marks, because names are compared without them. */
const bare = (/** @type {string} */ text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
const codeOf = (/** @type {string} */ letter) => letter.codePointAt(0) ?? 0
const ofCodes = (/** @type {string} */ codes) =>
	codes
		.trim()
		.split(/\s+/)
		.map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
		.join('')

/** @type {Map<string, string>} */
const looks = new Map()
for (const line of source.split('\n')) {
	const [from = '', to] = line.replace(/#.*/, '').split(';')
	if (to === undefined) continue
	const [letter, shown] = [ofCodes(from), bare(ofCodes(to)).toLowerCase()]
	// Names are decomposed before they are compared, so a letter is listed as it is then.
	const plain = bare(letter)
	if (/^[a-z]+$/.test(shown) && [...plain].length === 1 && !/^[\x20-\x7e]$/.test(plain))
		looks.set(plain, shown)
}
// A capital letter looks like a Latin one even if only its small form is listed, and the other way round.
for (const [letter, shown] of [...looks])
	for (const other of [letter.toLowerCase(), letter.toUpperCase()])
		if ([...other].length === 1 && !/^[\x20-\x7e]$/.test(other) && !looks.has(other)) looks.set(other, shown)
const sorted = [...looks].sort(([a], [b]) => codeOf(a) - codeOf(b))
const lines = sorted.map(([letter, shown]) => `${codeOf(letter).toString(16)} ${shown}`)
writeFileSync(
	new URL('letters-that-look-latin.txt', import.meta.url),
	`# From Unicode's confusables.txt, version ${version}: the code of a letter, and the Latin letters it looks like.\n${lines.join('\n')}\n`,
)
console.log(`-- Up Migration

-- The letters of Unicode's confusables.txt, version ${version}, that look like Latin ones. Written by scripts/confusables/write-confusables.mjs.
alter table shop.confusables no force row level security;
delete from shop.confusables;
insert into shop.confusables (letter, looks_like)
select chr(('x' || lpad(split_part(line, ' ', 1), 8, '0'))::bit(32)::integer), split_part(line, ' ', 2)
from regexp_split_to_table('${lines.join(',')}', ',') as line;
alter table shop.confusables force row level security;`)
