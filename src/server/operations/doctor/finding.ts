import { errorCode } from '#server/platform/app-error.ts'

/** The result of one check. `todo` says how to fix what is wrong. */
export type Finding = { about: string; says: string } & (
	| { level: 'ok' }
	| { level: 'warning' | 'error'; todo: string }
)

/** Formats findings as lines to print. */
export function linesOf(findings: readonly Finding[]): string[] {
	return findings.flatMap((finding) => {
		const line = `${finding.level.padEnd(8)}${finding.about}: ${finding.says}`
		return finding.level === 'ok' ? [line] : [line, `${' '.repeat(8)}-> ${finding.todo}`]
	})
}

/** Returns whether a code of `causeOf` is about a certificate. */
export function isCertificateFault(code: string): boolean {
	return /CERT|SIGNATURE|TLS|SSL/.test(code)
}

/** What to do about a bad certificate. */
export const certificateTodo =
	'Browsers refuse the certificate of this address too. Renew it, or have the proxy send the one for this host with all its intermediate certificates.'

/** Runs a check. If the check throws, returns the error as a finding, so that the other checks still run. */
export async function runCheck(
	about: string,
	work: () => Promise<Finding[]>,
	todo: string,
): Promise<Finding[]> {
	try {
		return await work()
	} catch (error) {
		return [{ level: 'error', about, says: reasonOf(error), todo }]
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return `${error.message}${causeOf(error)}`
}

/** Returns the code of an error's cause in brackets, to append to a sentence; empty if there is none. `fetch` sets one. */
export function causeOf(error: unknown): string {
	const code = error instanceof Error ? errorCode(error.cause) : undefined
	return code === undefined ? '' : ` (${code})`
}
