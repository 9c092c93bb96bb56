import { readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'

/** Returns the errors in these settings; none if they are valid. */
export function configErrorsOf(settings: Record<string, string>): readonly string[] {
	try {
		readConfig(settings)
		return []
	} catch (error) {
		if (error instanceof ConfigError) return error.errors
		throw error
	}
}
