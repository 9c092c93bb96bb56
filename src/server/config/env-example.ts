import type { SettingInfo } from './setting.ts'
import { settingAreas } from './settings.ts'

const intro = `Every setting of the shop, written by \`npm run env-example\` from src/server/config. On your own machine all are optional: the shop generates its own keys, runs its own PostgreSQL, and uses the sandbox for payments, Google and mail. A public site (a SITE_URL that is not localhost or a private address) does not start until every setting marked (public) is set, and names the missing ones. Never share anything marked (secret).`
const usage =
	'Copy this file to `.env`. The environment takes precedence over that file. Lines show defaults or examples. Each setting has one line NAME=value, in UTF-8 without a byte order mark. A value that contains a # after a space, or begins or ends with a space, needs quotes: "…", \'…\' or `…`, of a kind that it does not contain. In "…", \\n begins a new line. A comment has a line of its own, or follows the closing quote. In an address, encode the characters / ? # @ % of a password as %2F %3F %23 %40 %25.'
const width = 118

/** Returns the contents of `.env.example`. */
export function envExample(): string {
	const areas = settingAreas.map(({ title, settings }) =>
		[`# === ${title}`, ...settings.flatMap((setting) => (isShown(setting) ? linesOf(setting) : []))].join(
			'\n',
		),
	)
	return `${[[...comment(intro), ...comment(usage)].join('\n'), ...areas].join('\n\n')}\n`
}

function isShown({ internal, fixedAt }: SettingInfo): boolean {
	return internal === undefined && fixedAt === undefined
}

function linesOf(setting: SettingInfo): string[] {
	const marks = [setting.public && 'public', setting.secret && 'secret'].filter(Boolean).join(', ')
	const value = setting.example ?? setting.default ?? ''
	return [...comment(`${marks && `(${marks}) `}${setting.description}`), `#${setting.name}=${value}`]
}

/** Wraps a text into comment lines. */
function comment(text: string): string[] {
	const lines: string[] = []
	let line = ''
	for (const word of text.split(' ')) {
		if (line !== '' && line.length + 1 + word.length > width) {
			lines.push(line)
			line = word
		} else line = line === '' ? word : `${line} ${word}`
	}
	return [...lines, line].map((each) => `# ${each}`)
}
