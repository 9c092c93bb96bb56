import type { ShownArea, ShownSetting } from '#shared/admin/settings.ts'
import { processEnvironment } from './config.ts'
import type { SettingInfo } from './setting.ts'
import { settingAreas } from './settings.ts'

interface GivenSettings {
	/** The environment to read; that of this process by default. */
	environment?: Readonly<Record<string, string | undefined>>
	/** The names that `.env` has set. */
	namesFromFile: readonly string[]
}

/** Returns every setting with its value and the source of that value. For a secret, says only whether it is set. */
export function showSettings({
	environment = processEnvironment(),
	namesFromFile,
}: GivenSettings): ShownArea[] {
	const given = { environment, namesFromFile }
	return settingAreas.map(({ title, settings }) => ({
		title,
		settings: settings
			.filter(({ internal, fixedAt }) => internal === undefined && fixedAt === undefined)
			.map((setting) => shown(setting, given)),
	}))
}

function shown(setting: SettingInfo, { environment, namesFromFile }: Required<GivenSettings>): ShownSetting {
	const names = [setting.name, ...(setting.formerly === undefined ? [] : [setting.formerly])]
	const name = names.find((each) => (environment[each] ?? '').trim() !== '')
	const { description, secret: is_secret = false } = setting
	const from = name === undefined ? 'default' : namesFromFile.includes(name) ? '.env' : 'environment'
	const value = (name === undefined ? setting.default : environment[name]) ?? null
	const isShown = !is_secret && value !== null && value !== ''
	return {
		name: setting.name,
		description,
		from,
		is_secret,
		value: isShown ? withoutLogin(value) : null,
	}
}

/** Removes logins from addresses: an owner may have put one into any address, even if the setting expects none. */
function withoutLogin(value: string): string {
	return value.replaceAll(/:\/\/[^\s/@,]*@/g, '://…@')
}
