import subsetFont from 'subset-font'

/** The code points that English pages use. */
const basicRanges = [
	[0x20, 0x7e],
	[0xa0, 0xa0],
	[0xa3, 0xa3],
	[0xa9, 0xa9],
	[0xb7, 0xb7],
	[0xd7, 0xd7],
	[0xe9, 0xe9],
	[0x2013, 0x2014],
	[0x2018, 0x2019],
	[0x201c, 0x201d],
	[0x2026, 0x2026],
	[0x2212, 0x2212],
]

/**
 * A subset of a family: `ranges` are the code points that `styles/fonts.css` takes from it, `weights` is one weight or a range,
 * `features` are its OpenType features.
 *
 * @typedef {{ source: string, file: string, ranges: number[][], weights: number | { min: number, max: number },
 *   features: string[] }} CutFamily
 */

/**
 * The two families of the site. Each file is kept below 14 kB, because a larger one costs another round trip on a slow
 * connection. The grotesque therefore has no kerning, which takes 10 kB in a variable font. The serif has only the weight of body
 * text.
 *
 * @type {readonly CutFamily[]}
 */
export const cutFamilies = [
	{
		source:
			'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
		file: 'bricolage-grotesque-basic.woff2',
		// Its pound sign looks like an ampersand where prices are small, so that of the stand-in is shown instead.
		ranges: basicRanges.filter(([first]) => first !== 0xa3),
		weights: { min: 400, max: 800 },
		features: ['tnum'],
	},
	{
		source: 'node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
		file: 'source-serif-4-basic.woff2',
		ranges: basicRanges,
		weights: 400,
		features: ['kern', 'liga'],
	},
]

/**
 * Returns the characters of the family's ranges as WOFF2. The same source gives the same bytes.
 *
 * @param {CutFamily} family @param {Buffer} source
 */
export async function cutFont({ ranges, weights, features }, source) {
	return await subsetFont(source, textOf(ranges), {
		targetFormat: 'woff2',
		keepFeatures: features,
		variationAxes: { wght: weights },
		noHinting: true,
	})
}

/** @param {number[][]} ranges */
function textOf(ranges) {
	return ranges
		.flatMap(([first = 0, last = first]) =>
			Array.from({ length: last - first + 1 }, (_, index) => first + index),
		)
		.map((point) => String.fromCodePoint(point))
		.join('')
}
