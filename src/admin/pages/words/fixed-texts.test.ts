import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categories } from '#shared/categories.ts'
import { deliveryConsent } from '#shared/delivery-consent.ts'
import { fixedTexts } from './fixed-texts.ts'

const all = fixedTexts.flatMap(({ texts }) => texts)
const spread = (text: string) => text.replaceAll(/\s+/g, ' ')

const files = globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) =>
	readFileSync(file, 'utf8'),
)

/** The code of the pages that visitors see, and the same without tags, which stand within some texts. */
const code = [...files, ...files.map((text) => text.replaceAll(/<\/?[A-Za-z][^<>]*>|\{' '\}/g, '\n'))].join(
	'\n',
)

/** Returns whether the code has a text as a whole: in quotes, or as the content of an element. */
function isInCode(text: string): boolean {
	const words = RegExp.escape(text)
		.replaceAll('\\x20', '\\s+')
		.replaceAll(/\\\{\w+\\\}/g, '\\$\\{.*?\\}')
	return new RegExp(`(?:['"\`]|^\\s*)${words}(?:['"\`]|\\s*$)`, 'm').test(code)
}

test('every text that is said to be fixed is what pages or the checkout say', () => {
	const elsewhere: readonly string[] = [...categories, deliveryConsent(1), deliveryConsent(2)]
	expect(all.filter((text) => !elsewhere.includes(text) && !isInCode(text))).toEqual([])
	expect(['Pay now', 'Failed to download'].filter(isInCode)).toEqual([])
})

test('every message of the specification is among them', () => {
	const [, section = ''] = /^## 8\. Texts\n([\s\S]*?)\nA free purchase/m.exec(
		readFileSync('docs/specification.md', 'utf8'),
	) ?? ['', '']
	const messages = Array.from(section.matchAll(/"([^"]+)"/g), ([, text = '']) => spread(text))
	expect(messages.length).toBeGreaterThan(25)
	expect(messages.filter((text) => !all.includes(text))).toEqual([])
})

test('no text is listed twice', () => {
	expect(new Set(all).size).toBe(all.length)
})
