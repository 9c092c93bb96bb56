import { ConfigError } from '#server/platform/config/config.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'

/** Runs an operator's program to its end: its exit code is what `work` returns, or 2 where it could not do its work. */
export async function runForOperator(work: (say: (line: string) => void) => Promise<number>): Promise<void> {
	try {
		process.exitCode = await work((line) => process.stdout.write(`${line}\n`))
	} catch (error) {
		process.stderr.write(`${sentence(error)}\n`)
		process.exitCode = 2
	}
	// A handle some library keeps open must not keep the terminal.
	process.exit()
}

function sentence(error: unknown): string {
	if (error instanceof ConfigError) return `Some settings are wrong:\n${error.message}`
	if (error instanceof ProviderFailure && error.cause instanceof Error)
		return `${error.message}: ${error.cause.message}`
	return error instanceof Error ? error.message : String(error)
}
