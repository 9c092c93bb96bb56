import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../scripts/setup/run.mjs'
import { type Category, categorySchema } from '../src/shared/catalogue-schema.ts'

export interface DesignTokens {
	/** By name, as `#RRGGBB`. */
	colours: Readonly<Record<string, string>>
	/** The background of the covers by category. */
	covers: Readonly<Record<Category, string>>
}

/** Reads the colours from `workshop/design/guide.typ`, where they are defined. */
export function readDesignTokens(): DesignTokens {
	const source = readFileSync(join(rootDir, 'workshop/design/guide.typ'), 'utf8')
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

/** Returns a colour by name. */
export function colour(name: string): string {
	const value = readDesignTokens().colours[name]
	if (value === undefined) throw new Error(`guide.typ has no colour ${name}`)
	return value
}
