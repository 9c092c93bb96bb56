import { createOpenidProvider, type OpenidProvider } from '#server/apis/auth/oauth/openid-provider.ts'
import { knownProviders } from '#server/apis/auth/public-settings.ts'
import type { OAuthProvider } from '#server/config/oauth-settings.ts'
import { validationFailed } from '#server/platform/errors.ts'
import type { Clock } from '#shared/clock.ts'

/** The OAuth providers this shop offers, by their API names. */
export interface OAuthProviders {
	names: readonly string[]
	/** Throws `validation_failed` for a provider that is switched off or unknown. */
	get(name: string): OpenidProvider
	/** Finds the provider of an ID token by name or issuer; undefined if it is not offered. */
	find(name: string, issuer: string): OpenidProvider | undefined
}

/** Creates the providers. No provider is contacted before the first sign-in. */
export function createOAuthProviders(settings: readonly OAuthProvider[], clock: Clock): OAuthProviders {
	const providers = settings.map((each) => createOpenidProvider(each, clock))
	const named = (name: string) => providers.find((provider) => provider.name === name)
	return {
		names: providers.map(({ name }) => name),
		get: (name) => {
			const provider = named(name)
			if (provider !== undefined) return provider
			if (knownProviders.some((known) => known === name))
				throw validationFailed('Unsupported provider: provider is not enabled')
			throw validationFailed(`Unsupported provider: Provider ${name.slice(0, 40)} could not be found`)
		},
		find: (name, issuer) =>
			name === '' ? providers.find((provider) => provider.isIssuer(issuer)) : named(name),
	}
}
