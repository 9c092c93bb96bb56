import { generateKeyPairSync } from 'node:crypto'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** The least settings of a shop on the internet, without the key of its payments. */
export const live = {
	SITE_URL: 'https://shop.example',
	DATABASE_URL: 'postgresql://o:p@db.example/shop',
	STRIPE_WEBHOOK_SECRET: 'whsec_x',
	SMTP_URL: 'smtps://mail.example',
	MAIL_FROM: 'shop@shop.example',
	SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdef',
	SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
	AUTH_SIGNING_KEYS: JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: 'k' }]),
	STORAGE_SIGNING_KEY: 'x'.repeat(32),
	AUTH_ENCRYPTION_KEY: 'y'.repeat(32),
	TRADER_NAME: 'A Trader',
	TRADER_ADDRESS: '1 Street',
	TRADER_EMAIL: 'a@shop.example',
}
