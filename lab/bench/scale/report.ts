import type { Cost } from '../processor-time.ts'
import type { compareReads } from './compare-reads.ts'
import type { MeasuredAudit } from './measure-audit.ts'
import type { Watch } from './run-shop.ts'
import { ofReviews, type Watched } from './watch-plans.ts'

const mostSecondsOfJob = 60
const mostOfRead = 100
/** In MiB. */
const mostMegabytes = 200
const mostRatio = 1.1

/** Prints what was watched, and returns whether all targets are met. */
export function report({ statements, lists, reads, exported, jobs }: Watch): boolean {
	console.log('The ten statements that ran most often for a user:')
	const ownStatements = statements.filter(({ text }) => !ofOthers.test(text))
	for (const statement of ownStatements.slice(0, 10)) console.log(lineOf(statement))
	console.table(
		lists.map(({ name, ms, target, wholeTables }) => ({
			'the owner looks up': name,
			ms: Number(ms.toFixed(1)),
			target,
			met: target === undefined ? '' : ms <= target ? 'yes' : 'NO',
			'reads all of': wholeTables.join(', '),
		})),
	)
	console.table(
		reads.map(({ name, median, longest, worst, wholeTables }) => ({
			'the admin reads': name.slice(0, 90),
			'ms, median': Number(median.toFixed(1)),
			longest: Number(longest.toFixed(1)),
			met: median <= mostOfRead ? 'yes' : 'NO',
			'looks at the most rows': `${worst.rows}: ${worst.part}`,
			'reads all of': wholeTables.join(', '),
		})),
	)
	console.log(
		`The export of a year: ${exported.rows} rows in ${exported.seconds.toFixed(0)} s. The server grew by ${exported.megabytes} MiB (target ${mostMegabytes}), to ${exported.peakMegabytes} MiB.`,
	)
	console.table(
		jobs.map(({ name, seconds, statements: done }) => ({
			'a scheduled job': name,
			seconds: Number(seconds.toFixed(1)),
			met: seconds <= mostSecondsOfJob ? 'yes' : 'NO',
			'of which in one statement': Number((longest(done) / 1000).toFixed(1)),
			'reads all of': [...new Set(done.flatMap(({ wholeTables }) => [...wholeTables]))].join(', '),
		})),
	)
	return (
		scansOf(statements).length === 0 &&
		lists.every(({ ms, target }) => target === undefined || ms <= target) &&
		reads.every(({ median, wholeTables }) => median <= mostOfRead && wholeTables.length === 0) &&
		exported.megabytes <= mostMegabytes &&
		jobs.every(({ seconds }) => seconds <= mostSecondsOfJob)
	)
}

/** Prints what reads cost, and returns whether the target is met. */
export function reportReads({ large, empty, ratio }: Awaited<ReturnType<typeof compareReads>>): boolean {
	const sentence = ({ server, postgres }: Cost) => `${Math.round(server)} + ${Math.round(postgres)} µs`
	console.log(
		`A user reads their purchases in ${sentence(large)} (server + PostgreSQL), and in ${sentence(empty)} in an empty shop: ratio ${ratio.toFixed(2)}, target ${mostRatio}.`,
	)
	return ratio <= mostRatio
}

/** Prints what the audit took. Returns whether it found no difference and stayed below the memory target. */
export function reportAudit({ seconds, megabytes, exitCode, output }: MeasuredAudit): boolean {
	console.log(output)
	console.log(
		`The audit took ${(seconds / 60).toFixed(0)} minutes and ${megabytes} MiB at the most (target ${mostMegabytes}), and exited with ${exitCode}.`,
	)
	return exitCode === 0 && megabytes <= mostMegabytes
}

/** Matches statements that only open a transaction, and those of the queue and of PostgreSQL's foreign keys. */
const ofOthers = /^begin|^prepare|^SELECT pg_notify|graphile_worker|^(SELECT 1 FROM|UPDATE|DELETE FROM) ONLY /

function longest(statements: readonly Watched[]): number {
	return Math.max(0, ...statements.map(({ ms }) => ms))
}

function lineOf({ text, calls, ms, scans }: Watched): string {
	return `${calls} times, ${(ms / calls).toFixed(2)} ms: ${[...scans].join(', ')}\n    ${text.slice(0, 200)}`
}

/** Returns the statements that read a large table as a whole. */
export function scansOf(statements: readonly Watched[]): string[] {
	return statements
		.filter(({ text, wholeTables }) => wholeTables.size > 0 && !ofReviews.test(text))
		.map(({ text, wholeTables }) => `${[...wholeTables].join(', ')}: ${text.slice(0, 300)}`)
}
