import { reading } from '#server/apis/admin/operation.ts'
import { settingsApi } from '#shared/admin/settings.ts'

export const settings = reading(settingsApi.settings, {
	does: 'lists every setting and where it came from; of a secret, only whether it is set',
	roles: ['owner'],
	read: async ({ showSettings }) => ({ areas: showSettings() }),
})
