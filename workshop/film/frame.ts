import type { SKRSContext2D } from '@napi-rs/canvas'
import { plannerVideo } from '../../catalogue/budget-planner/video.ts'
import { colour, readDesignTokens } from '../design-tokens.ts'
import { dress, letter } from '../drawing/lettering.ts'
import { highlight } from '../drawing/sheets.ts'
import { eased } from './motion.ts'

export const frameSize = { width: plannerVideo.width, height: plannerVideo.height }
/** The area of the sheet. Players show captions below it. */
export const filmWindow = { width: frameSize.width, top: 158, height: 582 }
const left = 36
const tabs = ['Setup', 'Spending', 'Dashboard'] as const
export type Tab = (typeof tabs)[number]

export function drawPaper(context: SKRSContext2D): void {
	context.fillStyle = colour('paper')
	context.fillRect(0, 0, frameSize.width, frameSize.height)
}

/** Draws the headline above the sheet and the sheet's name below it. */
export function drawAround(context: SKRSContext2D, headline: string, tab: Tab): void {
	context.fillStyle = readDesignTokens().covers.Finance
	context.fillRect(left, 40, 60, 7)
	letter(
		context,
		headline,
		{ left, baseline: 112, width: frameSize.width - 2 * left },
		{ face: 'Grotesque ExtraBold', size: 49, colour: colour('ink'), leading: 52, tracking: -0.015 },
	)
	context.fillStyle = colour('hairline')
	context.fillRect(0, filmWindow.top - 2, frameSize.width, 2)
	context.fillRect(0, filmWindow.top + filmWindow.height, frameSize.width, 2)
	let x = left
	for (const name of tabs) {
		const isOpen = name === tab
		dress(context, {
			face: isOpen ? 'Grotesque ExtraBold' : 'Grotesque Medium',
			size: 27,
			colour: colour(isOpen ? 'ink' : 'soft'),
			leading: 32,
		})
		const width = context.measureText(name).width
		context.fillText(name, x, 784)
		if (isOpen) {
			context.fillStyle = colour('marigold')
			context.fillRect(x, 794, width, 6)
		}
		x += width + 40
	}
}

/** Draws a page with one sentence, on the paper of the guides. Its first words are highlighted. */
export function drawCard(
	context: SKRSContext2D,
	{ lines, marked, below }: { lines: readonly string[]; marked: string; below: string },
	now: number,
): void {
	const style = {
		face: 'Grotesque ExtraBold',
		size: 84,
		colour: colour('ink'),
		leading: 92,
		tracking: -0.02,
	} as const
	const baseline = 360
	dress(context, style)
	const width = context.measureText(marked).width * eased(now, 0.5, 0.6)
	if (width > 0) highlight(context, { left, baseline, width, size: style.size })
	context.fillStyle = readDesignTokens().covers.Finance
	context.fillRect(left, 232, 84, 10)
	lines.forEach((line, index) => {
		letter(context, line, { left, baseline: baseline + index * style.leading, width: 700 }, style)
	})
	letter(
		context,
		below,
		{ left, baseline: baseline + lines.length * style.leading + 18, width: 620 },
		{ face: 'Grotesque Medium', size: 34, colour: colour('soft'), leading: 44 },
	)
}
