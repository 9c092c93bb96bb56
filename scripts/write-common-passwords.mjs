// Writes the list of refused passwords anew: node scripts/write-common-passwords.mjs <version of @zxcvbn-ts/language-common>
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = process.argv[2]
if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version))
	throw new Error('say which version of @zxcvbn-ts/language-common')
const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'))
try {
	const name = `@zxcvbn-ts/language-common@${version}`
	const packed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder], {
		encoding: 'utf8',
	})
	execFileSync('tar', ['xzf', join(folder, packed.trim()), '-C', folder])
	/** @type {string[]} */
	const all = JSON.parse(readFileSync(join(folder, 'package/src/passwords.json'), 'utf8'))
	const common = [...new Set(all.map((password) => password.toLowerCase()))].slice(0, 20_000)
	// Shorter ones are refused for their length.
	const kept = common.filter((password) => [...password].length >= 6)
	const list = new URL('../src/server/apis/auth/passwords/common-passwords.txt', import.meta.url)
	writeFileSync(list, `${kept.join('\n')}\n`)
	console.log(`Wrote ${kept.length} passwords.`)
} finally {
	rmSync(folder, { recursive: true, force: true })
}
