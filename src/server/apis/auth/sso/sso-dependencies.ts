import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { ServiceProvider } from '#server/apis/auth/sso/service-provider.ts'

/** What the operations of single sign-on work with. */
export interface SsoDependencies extends AuthDependencies {
	serviceProvider: ServiceProvider
	/** Whether the shop runs on the owner's own machine, where providers may be reached over http. */
	isLocal: boolean
}
