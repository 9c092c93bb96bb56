import { readProcessConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { examine } from '#server/operations/doctor/examine.ts'
import { type Finding, linesOf } from '#server/operations/doctor/finding.ts'
import { counted } from '#shared/wording.ts'

// `npm run doctor` checks each part of an installation. The exit code is 0 without errors, 1 with errors, and 2 if it could not
// run. With `--json`, as the admin runs it, it prints a line of JSON for each finding and nothing else.
const asJson = process.argv.includes('--json')

await runForOperator(async (say) => {
	const report = (findings: readonly Finding[]) => {
		const lines = asJson ? findings.map((finding) => JSON.stringify(finding)) : linesOf(findings)
		for (const line of lines) say(line)
	}
	try {
		const findings = await examine(readProcessConfig(), report)
		const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
		if (!asJson) {
			say('')
			say(`${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}, ${count('ok')} ok.`)
		}
		return count('error') === 0 ? 0 : 1
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error
		report(
			error.errors.map((says) => ({
				level: 'error',
				about: 'Settings',
				says,
				todo: 'Correct it in the environment or in .env; .env.example describes each setting.',
			})),
		)
		return 1
	}
})
