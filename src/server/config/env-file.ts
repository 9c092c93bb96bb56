import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { ConfigError } from './settings.ts'

// Node's own parser cuts a value at `#` and after a closing quote without a word, and ignores lines that it does not understand. A
// wrong setting must be an error that the owner sees.

const quotes = ['"', "'", '`']

/**
 * Reads a file of settings, with a line `NAME=value` for each. Throws a `ConfigError` that names the file and the line of each
 * error.
 */
export function readEnvFile(path: string): Record<string, string> {
	return parseEnvFile(readFileSync(path), basename(path))
}

/** Parses the content of a file of settings. */
export function parseEnvFile(bytes: Uint8Array, file: string): Record<string, string> {
	const text = decoded(bytes, file)
	const errors: string[] = []
	const values = new Map<string, string>()
	const lineOf = new Map<string, number>()
	const lines = text.split(/\r\n|\n|\r/)
	for (let at = 0; at < lines.length; at += 1) {
		const number = at + 1
		const wrong = (says: string) => void errors.push(`${file}, line ${number}: ${says}`)
		const line = (lines[at] ?? '').trim()
		if (line === '' || line.startsWith('#')) continue
		const [, name, raw = ''] = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/s.exec(line) ?? []
		if (name === undefined) {
			wrong('is not of the form NAME=value')
			continue
		}
		const first = lineOf.get(name)
		if (first !== undefined) wrong(`${name} is set already in line ${first}`)
		else lineOf.set(name, number)
		const start = raw.trimStart()
		const hidden = hiddenIn(start)
		if (hidden !== undefined)
			wrong(`${name} contains an invisible character (${hidden}). Delete the line and type it again`)
		const quote = quotes.find((mark) => start.startsWith(mark))
		if (quote === undefined) {
			const fault = faultOf(start)
			if (fault !== undefined) wrong(`${name} ${fault}`)
			values.set(name, start)
			continue
		}
		// A value in quotes may go on in the lines that follow.
		let rest = start.slice(1)
		let swallowed: number | undefined
		while (!rest.includes(quote) && at + 1 < lines.length) {
			at += 1
			if (looksLikeSetting(lines[at] ?? '')) swallowed ??= at + 1
			rest = `${rest}\n${lines[at]}`
		}
		if (swallowed !== undefined) {
			wrong(`${name} has no closing ${quote} before line ${swallowed}, which looks like another setting`)
			at = number - 1
			continue
		}
		const end = rest.indexOf(quote)
		if (end < 0) {
			wrong(`${name} has no closing ${quote}`)
			break
		}
		if (!/^(\s*|\s+#.*)$/.test(rest.slice(end + 1)))
			wrong(
				`${name} has text after the closing ${quote}. If the value contains ${quote}, put it in another kind of quotes`,
			)
		const value = rest.slice(0, end)
		values.set(name, quote === '"' ? value.replaceAll('\\n', '\n') : value)
	}
	if (errors.length > 0) throw new ConfigError(errors)
	return Object.fromEntries(values)
}

function decoded(bytes: Uint8Array, file: string): string {
	const startsWith = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte)
	if (startsWith(0xef, 0xbb, 0xbf))
		throw new ConfigError([
			`${file}, line 1: begins with a byte order mark, which is invisible. Save the file as UTF-8 without one (in Windows Notepad: “UTF-8”, not “UTF-8 with BOM”)`,
		])
	try {
		if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff) || bytes.includes(0)) throw new Error('UTF-16')
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		throw new ConfigError([`${file}, line 1: is not UTF-8. Save the file as UTF-8`])
	}
}

/** Returns whether a line begins a setting. The last line of a key in base64 may look similar, but ends with `=`. */
function looksLikeSetting(line: string): boolean {
	return /^\s*(export\s+)?[A-Z][A-Z0-9]*_[A-Z0-9_]*\s*=\s*[^=\s]/.test(line)
}

/**
 * Returns the code of the first character that nobody sees and nobody types, but that comes along when a text is copied. Those that
 * names in some scripts and emoji need are left alone.
 */
function hiddenIn(value: string): string | undefined {
	const [found] =
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
		/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u2028-\u202e\u2060-\u2064\ufeff\ufff9-\uffff]/.exec(
			value,
		) ?? []
	return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Says what is ambiguous in a value without quotes. */
function faultOf(value: string): string | undefined {
	if (/(^|\s)#/.test(value))
		return 'has a # that could begin a comment. Put the value in quotes, or the comment on a line of its own'
	if (/^[“”„‟‘’‚«»]/.test(value))
		return 'begins with a typographic quotation mark. Use straight quotes, or none'
	return undefined
}
