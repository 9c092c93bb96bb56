import { readFile } from 'node:fs/promises'
import { Workbook } from '@cj-tech-master/excelts'
import { installChartSupport } from '@cj-tech-master/excelts/chart'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unpackArchive } from '../../scripts/catalogue/archive.ts'
import { examplePlanner, type PlannerData } from './planner-data.ts'

const day = 24 * 60 * 60 * 1000

describe('the example planner', () => {
	it('has the weekly number of the first stretch, calculated here without it', async () => {
		const workbook = await deliveredWorkbook(examplePlanner.fileName)
		const weekly = result(workbook, 'Dashboard', 'B9')
		expect(weekly).toBeCloseTo(weeklyPenceOfFirstStretch(examplePlanner) / 100, 2)
	})

	it('shows what is safe to spend: the numbers of the weeks so far, less what was spent before this week', async () => {
		const workbook = await deliveredWorkbook(examplePlanner.fileName)
		const { currentWeek, spending, firstMonday } = examplePlanner
		const monday = Date.parse(firstMonday) + (currentWeek - 1) * 7 * day
		const before = spending.filter(({ date }) => Date.parse(date) < monday)
		const spentPence = before.reduce((sum, { pence }) => sum + pence, 0)
		const weekly = result(workbook, 'Dashboard', 'B9')
		expect(result(workbook, 'Dashboard', 'B6')).toBeCloseTo(weekly * currentWeek - spentPence / 100, 2)
	})

	it('counts every payment once in the table of spending', async () => {
		const workbook = await deliveredWorkbook(examplePlanner.fileName)
		const spentPence = examplePlanner.spending.reduce((sum, { pence }) => sum + pence, 0)
		expect(result(workbook, 'Dashboard', 'B27')).toBeCloseTo(spentPence / 100, 2)
	})

	it('has a stored value for every formula, and no error', async () => {
		const workbook = await deliveredWorkbook(examplePlanner.fileName)
		const without: string[] = []
		workbook.eachSheet((sheet) => {
			sheet.eachRow((row) => {
				row.eachCell((cell) => {
					// The week of an empty payment is empty, like the heading of an unused fixed cost.
					const isEmpty = sheet.name === 'Spending' ? row.getCell(1).value === null : row.number === 3
					const isValue = ['number', 'string'].includes(typeof cell.result) || cell.result instanceof Date
					if (cell.formula !== undefined && !isEmpty && !isValue)
						without.push(`${sheet.name}!${cell.address}`)
				})
			})
		})
		expect(without).toEqual([])
	})
})

function weeklyPenceOfFirstStretch(data: PlannerData): number {
	const start = Date.parse(data.firstMonday)
	const [, nextStretch] = data.lumps.filter(({ startsStretch }) => startsStretch)
	const end = Date.parse(nextStretch?.date ?? '')
	const weeks = (end - start) / (7 * day)
	const isInside = (date: number) => date >= start && date < end
	const lumps = data.lumps.filter(({ date }) => isInside(Date.parse(date))).map(({ pence }) => pence)
	const wages = data.weekly.map(
		({ pence, firstWeek, lastWeek }) => pence * Math.max(0, Math.min(lastWeek, weeks) - firstWeek + 1),
	)
	const fixed = data.fixed.map((cost) => cost.pence * dueDates(cost).filter(isInside).length)
	const saved = data.goals.map(
		(goal) => ((goal.targetPence - goal.savedPence) / goal.byWeek) * Math.min(goal.byWeek, weeks),
	)
	const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
	return ((data.startingPence ?? 0) + sum(lumps) + sum(wages) - sum(fixed) - sum(saved)) / weeks
}

function dueDates({ rhythm, first, last }: PlannerData['fixed'][number]): number[] {
	if (rhythm === 'Once') return [Date.parse(first)]
	const dates = []
	for (let date = new Date(first); date.getTime() <= Date.parse(last); ) {
		dates.push(date.getTime())
		if (rhythm === 'Weekly') date = new Date(date.getTime() + 7 * day)
		else date = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()))
	}
	return dates
}

async function deliveredWorkbook(name: string): Promise<Workbook> {
	const archive = await readFile(new URL('../../goods/MonthlyBudget.zip', import.meta.url))
	const file = unpackArchive(archive).find((entry) => entry.name === name)
	installChartSupport()
	const workbook = new Workbook()
	await workbook.xlsx.load(file?.bytes ?? new Uint8Array())
	return workbook
}

function result(workbook: Workbook, sheet: string, address: string): number {
	return z.number().parse(workbook.getWorksheet(sheet)?.getCell(address).result)
}
