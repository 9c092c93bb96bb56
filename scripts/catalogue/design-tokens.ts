import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Category, categorySchema } from '#shared/catalogue-schema.ts'
import { rootDir } from '../setup/run.mjs'

export interface DesignTokens {
	/** Colours by their name in the guides' design, as `#RRGGBB`. */
	colours: Readonly<Record<string, string>>
	/** The ground of a category's covers. */
	covers: Readonly<Record<Category, string>>
}

/** The colours of `catalogue/design/guide.typ`, the one place where they are chosen. */
export function readDesignTokens(): DesignTokens {
	const source = readFileSync(join(rootDir, 'catalogue/design/guide.typ'), 'utf8')
	const named = source.matchAll(/^#let ([a-z-]+) = rgb\("(#[0-9A-Fa-f]{6})"\)$/gm)
	const colours = Object.fromEntries([...named].map(([, name, value]) => [name, value ?? '']))
	const cover = (category: Category) => {
		const value = new RegExp(`^  ${category}: rgb\\("(#[0-9A-Fa-f]{6})"\\),$`, 'm').exec(source)?.[1]
		if (value === undefined) throw new Error(`guide.typ has no cover colour for ${category}`)
		return value
	}
	const { Career, Finance, Money, Academic, Business } = categorySchema.enum
	return {
		colours,
		covers: {
			Career: cover(Career),
			Finance: cover(Finance),
			Money: cover(Money),
			Academic: cover(Academic),
			Business: cover(Business),
		},
	}
}

/** A colour that the pictures need too. */
export function colour(name: string): string {
	const value = readDesignTokens().colours[name]
	if (value === undefined) throw new Error(`guide.typ has no colour ${name}`)
	return value
}
