import { createPrivateKey, type KeyObject } from 'node:crypto'
import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { cancelledAtProvider } from '#server/apis/auth/errors.ts'
import { type Assertion, readAssertion } from '#server/apis/auth/sso/assertion.ts'
import { checkResponse, StatusError } from '#server/apis/auth/sso/check-response.ts'
import { invalidAssertion } from '#server/apis/auth/sso/errors.ts'
import type { IdentityProvider } from '#server/apis/auth/sso/providers.ts'
import { selfSignedCertificate } from '#shared/self-signed-certificate.ts'

/** The dependencies of single sign-on. */
export interface SsoDependencies extends AuthDependencies {
	serviceProvider: ServiceProvider
	/** Whether this is a local run, where providers may be reached over http. */
	isLocal: boolean
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** This shop as identity providers know it. */
export interface ServiceProvider {
	metadata: string
	/** Returns the address where the browser signs in. It contains a signed request. */
	addressFor(provider: IdentityProvider, request: { id: string; relayState: string }): Promise<string>
	/** Verifies a response, in base64 as the browser posted it. Throws `validation_failed` or `access_denied`. */
	verify(
		provider: IdentityProvider,
		response: string,
		expected: { requestId: string; now: Date },
	): Promise<Assertion>
}

interface ServiceProviderOptions {
	/** Origin of the site, without a trailing slash. */
	siteUrl: string
	/** The RSA key that signs requests, as PEM. */
	privateKey: string
}

/**
 * Creates the shop's side of SAML. The library signs requests and verifies signatures. This code checks what an assertion says.
 */
export function createServiceProvider({ siteUrl, privateKey }: ServiceProviderOptions): ServiceProvider {
	const key: KeyObject = createPrivateKey(privateKey)
	const entityId = `${siteUrl}/auth/v1/sso/saml/metadata`
	const acsUrl = `${siteUrl}/auth/v1/sso/saml/acs`
	const own = {
		issuer: entityId,
		callbackUrl: acsUrl,
		privateKey: String(key.export({ format: 'pem', type: 'pkcs8' })),
		signatureAlgorithm: 'sha256',
	} as const
	const libraryFor = (provider: IdentityProvider, requestId: string) =>
		new SAML({
			...own,
			idpCert: [...provider.certificates],
			idpIssuer: provider.entityId,
			entryPoint: provider.signInUrl,
			identifierFormat: provider.nameIdFormat ?? persistent,
			disableRequestedAuthnContext: true,
			audience: entityId,
			// `checkResponse` requires that the response or its assertion is signed. Which of the two depends on the provider.
			wantAssertionsSigned: false,
			wantAuthnResponseSigned: false,
			// `readAssertion` checks the times by the shop's clock.
			acceptedClockSkewMs: -1,
			generateUniqueId: () => requestId,
		})

	return {
		metadata: generateServiceProviderMetadata({
			...own,
			identifierFormat: persistent,
			publicCerts: selfSignedCertificate(key, new URL(siteUrl).hostname),
			wantAssertionsSigned: true,
		}),
		addressFor: async (provider, { id, relayState }) =>
			await libraryFor(provider, id).getAuthorizeUrlAsync(relayState, undefined, {}),
		verify: async (provider, response, { requestId, now }) => {
			try {
				const text = decode(response)
				checkResponse(text, { acsUrl })
				const SAMLResponse = Buffer.from(text).toString('base64')
				const { profile } = await libraryFor(provider, requestId).validatePostResponseAsync({ SAMLResponse })
				const signed = profile?.getAssertionXml?.()
				if (signed === undefined) throw new Error('no signed assertion')
				return readAssertion(signed, {
					issuer: provider.entityId,
					audience: entityId,
					acsUrl,
					requestId,
					now,
				})
			} catch (error) {
				if (error instanceof StatusError) throw cancelledAtProvider(error)
				throw invalidAssertion(error)
			}
		},
	}
}

function decode(response: string): string {
	const base64 = response.replaceAll(/\s+/g, '')
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Error('not base64')
	return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
}
