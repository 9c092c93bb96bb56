import { z } from 'zod'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { adminSettings } from './admin-settings.ts'
import { alertSettings } from './alert-settings.ts'
import { authSettings } from './auth-settings.ts'
import { captchaSettings } from './captcha-settings.ts'
import { keySettings } from './key-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { moneySettings, stripeSettings } from './money-settings.ts'
import { oauthSettings } from './oauth-settings.ts'
import { pageViewSettings } from './page-view-settings.ts'
import { rehearsalSettings } from './rehearsal-settings.ts'
import {
	backupSettings,
	mailSettings,
	serverSettings,
	storageSettings,
	testRunSettings,
} from './server-settings.ts'
import { describeArea, renamed, type SettingInfo } from './setting.ts'
import { siteSettings, traderSettings } from './site-settings.ts'
import { smsSettings } from './sms-settings.ts'

const settingsSchema = z.object({
	server: serverSettings,
	rehearsal: rehearsalSettings,
	storage: storageSettings,
	backups: backupSettings,
	stripe: stripeSettings,
	money: moneySettings,
	mail: mailSettings,
	alerts: alertSettings,
	admin: adminSettings,
	keys: keySettings,
	auth: authSettings,
	captcha: captchaSettings,
	oauth: oauthSettings,
	sms: smsSettings,
	limits: limitSettings,
	trader: traderSettings,
	site: siteSettings,
	pageViews: pageViewSettings,
	testRun: testRunSettings,
})

/** The values of all settings, by area. */
export type Settings = z.output<typeof settingsSchema>
export type Environment = Record<string, string | undefined>

/** Invalid settings. Names each error, but never a value that could be a secret. */
export class ConfigError extends Error {
	readonly errors: readonly string[]

	constructor(errors: readonly string[]) {
		super(errors.join('\n'))
		this.name = 'ConfigError'
		this.errors = errors
	}
}

/** What is declared about all settings, by area. */
export const settingAreas = Object.entries(settingsSchema.shape).map(([key, schema]) => ({
	key,
	...describeArea(schema),
}))

/** What is declared about each setting. */
export const declared = settingAreas.flatMap(({ settings }) => settings)

/** Checks the value of every setting. Throws `ConfigError`. */
export function parseSettings(given: Environment): Settings {
	const byArea = settingAreas.map(({ key, settings }) => [
		key,
		Object.fromEntries(settings.map((setting) => [setting.property, readValue(setting, given)])),
	])
	const parsed = settingsSchema.safeParse(Object.fromEntries(byArea))
	if (parsed.success) return parsed.data
	throw new ConfigError(
		parsed.error.issues.map(({ path: [area, property], message }) => {
			const { settings = [] } = settingAreas.find(({ key }) => key === area) ?? {}
			return `${settings.find((setting) => setting.property === property)?.name}: ${message}`
		}),
	)
}

/** Reads a setting, under its former name too. */
export function readValue({ name, formerly }: SettingInfo, given: Environment): string | undefined {
	return given[name] ?? (formerly === undefined ? undefined : given[formerly])
}

/** Returns the names of the settings that a live site needs and that are not set. */
export function missingForLive(given: Environment): string[] {
	return declared
		.filter((setting) => setting.public && readValue(setting, given) === undefined)
		.map(({ name }) => name)
}

/** Returns a notice for each setting that is given under a former name, and for each name that is no longer a setting. */
export function findOutdated(given: Environment): Obstacle[] {
	return declared.flatMap(({ name, formerly, fixedAt }) => {
		if (fixedAt !== undefined && given[name] !== undefined)
			return {
				says: `${name} is no longer a setting; its value is now fixed at ${fixedAt}`,
				todo: 'Remove it from the environment or .env.',
			}
		if (formerly !== undefined && given[formerly] !== undefined) return renamed(formerly, name)
		return []
	})
}

/** Finds names in `.env` that are not settings. */
export function findUnknown(names: readonly string[]): Obstacle[] {
	const known = new Set(declared.flatMap(({ name, formerly }) => [name, formerly]))
	return names
		.filter((name) => !known.has(name))
		.map((name) => ({
			says: `${name} in .env is not a setting`,
			todo: 'Check its spelling: .env.example has every setting.',
		}))
}
