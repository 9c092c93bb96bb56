import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootDir } from '../../scripts/setup/run.mjs'
import type { Typed } from '../../src/shared/planner/typed-plan.ts'
import { cellsOf, type SheetPlan } from '../budget-planner/sheet-plan.ts'
import { runOfficeMacro } from '../office.ts'
import { setup } from './layout.ts'
import { shownAreas } from './shown.ts'

/** A plan, and the date on which it is opened. */
export interface PlanOnDay {
	plan: SheetPlan
	today: number
}

/**
 * Types each plan into the delivered workbook with LibreOffice, and returns the rows that the workbook then shows. Returns
 * undefined if LibreOffice is not installed.
 */
export async function drivePlans(
	workbook: Uint8Array,
	plans: readonly PlanOnDay[],
	locale: string,
): Promise<string[][][] | undefined> {
	// In two halves at the same time, because each LibreOffice uses only one core.
	const middle = Math.ceil(plans.length / 2)
	const [first, second] = await Promise.all([
		driveInOne(workbook, plans.slice(0, middle), locale),
		driveInOne(workbook, plans.slice(middle), locale),
	])
	return first === undefined || second === undefined ? undefined : [...first, ...second]
}

async function driveInOne(
	workbook: Uint8Array,
	plans: readonly PlanOnDay[],
	locale: string,
): Promise<string[][][] | undefined> {
	const macro = await readFile(join(rootDir, 'workshop/planner/drive-plans.bas'), 'utf8')
	const written = await runOfficeMacro(
		macro,
		{
			'planner.xlsx': workbook,
			'plans.txt': new TextEncoder().encode(asLines(plans)),
		},
		'results.txt',
		locale,
	)
	if (written === undefined) return undefined
	const shown = new TextDecoder()
		.decode(written)
		.split('=\n')
		.filter((block) => block !== '')
		.map((block) => block.trimEnd().split('\n'))
	if (shown.length !== plans.length)
		throw new Error(`LibreOffice answered ${shown.length} of ${plans.length} plans`)
	return shown.map((lines) => lines.map((line) => line.split('\t')))
}

function asLines(plans: readonly PlanOnDay[]): string {
	const blocks = plans.map(({ plan, today }) => {
		const cells: [string, Typed][] = [...cellsOf(plan), [setup.today.replaceAll('$', ''), today]]
		const lines = cells.map(([cell, value]) => `${kindOf(value)}\t${cell}\t${value ?? ''}\n`)
		return `${lines.join('')}=\n`
	})
	// The empty line at the end is needed, because LibreOffice sees the end of a file one line too soon.
	return `${shownAreas.join('\t')}\n${blocks.join('')}\n`
}

/** The delivered workbook has some fields filled in, so a field that a plan leaves empty is emptied. */
function kindOf(value: Typed): 'n' | 't' | 'empty' {
	if (value === null) return 'empty'
	return typeof value === 'number' ? 'n' : 't'
}
