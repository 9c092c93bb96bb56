import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const require = createRequire(import.meta.url)

const faces = {
	'Grotesque Medium': [
		'@expo-google-fonts/bricolage-grotesque',
		'500Medium/BricolageGrotesque_500Medium.ttf',
	],
	'Grotesque SemiBold': [
		'@expo-google-fonts/bricolage-grotesque',
		'600SemiBold/BricolageGrotesque_600SemiBold.ttf',
	],
	'Grotesque ExtraBold': [
		'@expo-google-fonts/bricolage-grotesque',
		'800ExtraBold/BricolageGrotesque_800ExtraBold.ttf',
	],
	Serif: ['@expo-google-fonts/source-serif-4', '400Regular/SourceSerif4_400Regular.ttf'],
} as const
export type Face = keyof typeof faces

export interface Lettering {
	face: Face
	/** In pixels. */
	size: number
	colour: string
	/** Line height in pixels. */
	leading: number
	/** Letter spacing relative to the size. 0 by default. */
	tracking?: number
}

/** Registers the guides' fonts with the canvas. */
export function registerGuideFonts(): void {
	for (const [name, [fontPackage, file]] of Object.entries(faces)) {
		if (GlobalFonts.has(name)) continue
		GlobalFonts.registerFromPath(join(dirname(require.resolve(`${fontPackage}/package.json`)), file), name)
	}
}

/** Draws text in lines of similar length, no wider than `width`. Returns the last line's baseline. */
export function letter(
	context: SKRSContext2D,
	text: string,
	{ left, baseline, width }: { left: number; baseline: number; width: number },
	style: Lettering,
): number {
	dress(context, style)
	const lines = balancedLines(context, text, width)
	lines.forEach((line, index) => {
		context.fillText(line, left, baseline + index * style.leading)
	})
	return baseline + (lines.length - 1) * style.leading
}

export function dress(context: SKRSContext2D, style: Lettering): void {
	context.font = `${style.size}px "${style.face}"`
	context.letterSpacing = `${(style.tracking ?? 0) * style.size}px`
	context.fillStyle = style.colour
	context.textBaseline = 'alphabetic'
	context.textAlign = 'left'
}

export function linesOf(context: SKRSContext2D, text: string, width: number): string[] {
	const lines: string[] = []
	for (const word of text.split(' ')) {
		const last = lines.at(-1)
		if (last !== undefined && context.measureText(`${last} ${word}`).width <= width) {
			lines[lines.length - 1] = `${last} ${word}`
		} else lines.push(word)
	}
	return lines
}

/** Uses as few lines as possible, and avoids a single word on the last line. */
function balancedLines(context: SKRSContext2D, text: string, width: number): string[] {
	const lines = linesOf(context, text, width)
	let balanced = lines
	for (let narrower = width - 8; narrower > width * 0.5; narrower -= 8) {
		const candidate = linesOf(context, text, narrower)
		if (candidate.length > lines.length) return balanced
		balanced = candidate
	}
	return balanced
}
