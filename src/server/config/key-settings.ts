import { z } from 'zod'
import { area, setting } from './setting.ts'
import { rsaKey, secretKey, signingKeys } from './setting-fields.ts'

export type KeySettings = z.output<typeof keySettings>

// On a local run or in a rehearsal, `loadKeys` generates the keys that are not set.
export const keySettings = area('Keys', {
	publishableKey: setting(
		'SUPABASE_PUBLISHABLE_KEY',
		z
			.string()
			.regex(
				/^sb_publishable_[A-Za-z0-9_-]{16,}$/,
				'must be sb_publishable_ and 16 or more letters, digits, _ or -',
			),
		{ example: 'sb_publishable_...', public: true, description: 'The API key that is on every page.' },
	),
	secretKey: setting(
		'SUPABASE_SECRET_KEY',
		z
			.string()
			.regex(/^sb_secret_[A-Za-z0-9_-]{16,}$/, 'must be sb_secret_ and 16 or more letters, digits, _ or -'),
		{
			example: 'sb_secret_...',
			public: true,
			secret: true,
			description: 'The API key of the service role, which gives access to everything.',
		},
	),
	authSigningKeys: setting('AUTH_SIGNING_KEYS', signingKeys, {
		example: '[{"kty":"EC","crv":"P-256","kid":"...","x":"...","y":"...","d":"..."}]',
		public: true,
		secret: true,
		description:
			'Private ES256 or RS256 keys: a JSON list of JWKs, each with a `kid`. The first signs tokens, all verify them. To replace a key, put the new one first and remove the old one once its tokens have expired. An API key may also be a token signed with one of these keys that contains `"role": "anon"` or `"role": "service_role"` and an expiry.',
	}),
	storageSigningKey: setting('STORAGE_SIGNING_KEY', secretKey, {
		public: true,
		secret: true,
		description: 'Signs download links. At least 32 characters, different from every other key.',
	}),
	authEncryptionKey: setting('AUTH_ENCRYPTION_KEY', secretKey, {
		public: true,
		secret: true,
		description:
			'Encrypts the secrets of authenticator apps in the database. At least 32 characters, different from every other key. To replace it, move it to AUTH_FORMER_ENCRYPTION_KEY.',
	}),
	formerEncryptionKey: setting('AUTH_FORMER_ENCRYPTION_KEY', secretKey, {
		secret: true,
		description:
			'The encryption key before this one. The shop encrypts everything with the new one when it starts; then remove this. Default: none.',
	}),
	samlKey: setting('AUTH_SAML_KEY', rsaKey, {
		secret: true,
		description:
			'Lets members of a university sign in there (SAML; see “Sign-in methods” in docs/operating.md): an RSA key of at least 2048 bits, as the output of `openssl genrsa 3072 | base64 -w0`. Default: none, and SAML is off.',
	}),
	legacyJwtSecret: setting('AUTH_LEGACY_JWT_SECRET', secretKey, {
		secret: true,
		description:
			'The shared secret of an older installation, whose tokens and API keys (HS256) are still accepted. Default: they are rejected.',
	}),
})
