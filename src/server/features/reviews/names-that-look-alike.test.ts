import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const words = [
	'headstart',
	'admin',
	'support',
	'moderator',
	'owner',
	'staff',
	'team',
	'official',
	'verified',
	'founder',
	'ceo',
	'editor',
]
const kept = readFileSync(
	new URL('../../../../scripts/confusables/letters-that-look-latin.txt', import.meta.url),
	'utf8',
)
const letters = kept
	.split('\n')
	.filter((line) => /^[0-9a-f]+ /.test(line))
	.map((line) => {
		const [code = '', looks = ''] = line.split(' ')
		return { letter: String.fromCodePoint(Number.parseInt(code, 16)), looks }
	})

/** Returns those of the names that could not sign a review. */
async function refused(names: readonly string[]): Promise<string[]> {
	const rows = await runAsSuperuser(
		world,
		`select name from jsonb_array_elements_text(${pg.escapeLiteral(JSON.stringify(names))}::jsonb) as name
			where shop.looks_like_the_shop(name)`,
	)
	return z
		.array(z.object({ name: z.string() }))
		.parse(rows)
		.map(({ name }) => name)
}

test('no letter that Unicode lists as looking like a Latin one lets a name pass for the shop', async () => {
	expect(letters.length).toBeGreaterThan(600)
	const names = letters.flatMap(({ letter, looks }) =>
		words
			.filter((word) => word.includes(looks))
			.flatMap((word) => [word.replace(looks, letter), word.replaceAll(looks, letter)]),
	)
	expect(names.length).toBeGreaterThan(2_000)
	const found = new Set(await refused(names))
	expect(names.filter((name) => !found.has(name))).toEqual([])
})

test('neither do capitals, wide, mathematical and encircled letters, marks, invisible characters and scripts that are mixed', async () => {
	const shift = (word: string, from: number) =>
		[...word].map((letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + from)).join('')
	const names = words.flatMap((word) => [
		...[
			word.toUpperCase(),
			shift(word, 0xff41),
			shift(word, 0x1d41a),
			shift(word, 0x1d4ea),
			shift(word, 0x24d0),
		],
		...['\u0301', '\u0335', '\u200b', '\u200d', '\u00ad', '\ufe0f', '\u2060'].map((sign) =>
			[...word].join(sign),
		),
	])
	const others = [
		'ꓮdmin',
		'Headstɑrt',
		'Ꭺdmin',
		'ⲁdmin',
		'AdmIn',
		'adrnin',
		'ovvner',
		'Jоhn',
		'🇦🇩🇲🇮🇳',
		'Ада́m',
	]
	const found = new Set(await refused([...names, ...others]))
	expect([...names, ...others].filter((name) => !found.has(name))).toEqual([])
})

const real =
	`Łukasz Đặng Ελένη Ωμέγα Γιώργος Иван Юлия Олександр Ђорђе 李 王芳 佐藤 さくら 민준 عمر فاطمة مُحَمَّد דוד שרה Ayşe İbrahim Çağla Işıl Þór Ægir Øyvind Åsa Zoë
	Nguyễn Arnaud Björn Bernard Vivian Adam Adele Milan Ilir Liam Iain Teamu Stafford Seán Siobhán O’Brien Anne-Marie Jean-Luc José Iñaki Արմեն გიორგი अमर सुनीता ธนวัฒน์ தமிழ்
	ಕನ್ನಡ తెలుగు বাংলা ਗੁਰਪ੍ਰੀਤ ሰላም ꓡꓲ ᎠᏂ`.split(/\s+/)

test('people sign with their own names, in any script', async () => {
	expect(await refused(real)).toEqual([])
})
