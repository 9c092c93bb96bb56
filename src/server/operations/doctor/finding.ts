/** One thing the doctor looked at. `todo` says what to do about what is not well. */
export type Finding = { about: string; says: string } & (
	| { level: 'ok' }
	| { level: 'warning' | 'fault'; todo: string }
)

/** The lines of one look, in a person's words. */
export function linesOf(findings: readonly Finding[]): string[] {
	return findings.flatMap((finding) => {
		const line = `${finding.level.padEnd(8)}${finding.about}: ${finding.says}`
		return finding.level === 'ok' ? [line] : [line, `${' '.repeat(8)}-> ${finding.todo}`]
	})
}

/** Says under one heading what a check throws, so that one that fails does not hide the others. */
export async function look(about: string, work: () => Promise<Finding[]>, todo: string): Promise<Finding[]> {
	try {
		return await work()
	} catch (error) {
		return [{ level: 'fault', about, says: reasonOf(error), todo }]
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	const { cause } = error
	const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
	return `${error.message}${code}`
}
