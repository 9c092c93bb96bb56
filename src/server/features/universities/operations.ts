import { defineAct } from '#server/admin-api/define-act.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { reading } from '#server/admin-api/operation.ts'
import { isLocalHost } from '#server/platform/config/setting-fields.ts'
import { universitiesApi } from '#shared/admin/universities.ts'
import { listStoredProviders, planProvider, planProviderRemoval } from './plan-provider.ts'

export const universityOperations = {
	universities: reading(universitiesApi.universities, {
		does: 'lists the universities whose members can sign in with their campus account',
		roles: ['owner'],
		read: async (admin) => ({
			rows: (await listStoredProviders(admin)).map(({ domains, created_at, ...provider }) => ({
				...provider,
				domains: domains.map(({ domain }) => domain),
				added_at: created_at,
			})),
		}),
	}),
	'add-university': defineAct(universitiesApi['add-university'], {
		does: 'lets the members of a university sign in with their campus account, provided that AUTH_SAML_KEY is set',
		log: 'Let the members of a university sign in',
		roles: ['owner'],
		sensitive: true,
		plan: async (admin, { metadata, domains }) =>
			await planProvider(contextOf(admin), {
				metadata: metadata.startsWith('<') ? { xml: metadata } : { url: metadata },
				domains,
			}),
	}),
	'remove-university': defineAct(universitiesApi['remove-university'], {
		does: 'stops sign-ins through a university; its members keep their accounts',
		log: 'Stopped sign-ins through a university',
		roles: ['owner'],
		sensitive: true,
		plan: async (admin, { university }) => await planProviderRemoval(admin, university),
	}),
}

function contextOf({ database, clock, config }: AdminDependencies) {
	return { database, clock, isLocal: isLocalHost(new URL(config.siteUrl).hostname) }
}
