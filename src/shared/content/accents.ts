import { z } from 'zod'
import type { categories } from '#shared/categories.ts'
import { colourPattern } from './form-field.ts'

// WCAG 2.2 asks for 4.5 to 1 between text and what is behind it, and for 3 to 1 between a graphic and what is around it. A dark colour that
// suits the words on a cover suits marks on light paper too, and a band is so faint a tint that any colour suits the words on it.
const onCovers = { beside: '#e9e3d5', where: 'behind the words on a cover', least: 4.5 }
const onDarkPaper = { beside: '#0e1712', where: 'as a mark on dark paper', least: 3 }

function colour({ beside, where, least }: typeof onCovers) {
	return z
		.string()
		.max(7)
		.regex(colourPattern, 'must be a colour such as #1d4c63: a # and six of 0–9 and a–f')
		.superRefine((value, { addIssue }) => {
			if (!colourPattern.test(value)) return
			const contrast = contrastOf(value, beside)
			// Rounded down, so that what is refused never reads like what is allowed.
			const figure = (Math.floor(contrast * 100) / 100).toFixed(2)
			if (contrast < least)
				addIssue({
					code: 'custom',
					message: `has too little contrast ${where}: ${figure} to 1, and ${least} to 1 is needed`,
				})
		})
}

const accentSchema = z.strictObject({
	light: colour(onCovers).meta({
		title: 'Covers, and marks on light paper',
		description: 'Dark enough for light words on it.',
	}),
	dark: colour(onDarkPaper).meta({
		title: 'Marks and bands in the dark theme',
		description: 'Light enough to be seen there.',
	}),
})

/** A colour for each category. */
export const accentsSchema = z.strictObject({
	Career: accentSchema,
	Finance: accentSchema,
	Money: accentSchema,
	Academic: accentSchema,
	Business: accentSchema,
} satisfies Record<(typeof categories)[number], typeof accentSchema>)

export type Accents = z.infer<typeof accentsSchema>

/** Returns the contrast of two colours such as `#1d4c63` by WCAG 2.2: between 1 and 21. */
export function contrastOf(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
	return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
	})
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
