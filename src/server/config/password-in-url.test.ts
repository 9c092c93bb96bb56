import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const addresses = [
	['DATABASE_URL', (password: string) => `postgresql://owner:${password}@db.test:5432/headstart`],
	['SMTP_URL', (password: string) => `smtps://user:${password}@mail.test:465`],
	['BACKUP_TO', (password: string) => `s3://KEY:${password}@s3.test/bucket`],
	['STORAGE_URL', (password: string) => `s3://KEY:${password}@s3.test/bucket`],
] as const

test.each(addresses)('%s says that a character of the password must be percent-encoded', (name, address) => {
	for (const password of ['pa/ss', '12/34', '/', 'pa#ss', '1#2', 'pa?ss', '1?2', 'pa%zzss', '%'])
		expect(() => readConfig({ [name]: address(password) }), password).toThrow(
			`${name}: has a character in its user or password that must be percent-encoded there: %2F for /`,
		)
	for (const password of ['pass', 'pa%2Fss%23', 'p!$&*()_+-=;,.~'])
		expect(() => readConfig({ [name]: address(password) }), password).not.toThrow()
})

test('an address without a password is not said to have a wrong one', () => {
	expect(() => readConfig({ DATABASE_URL: 'mysql://db.test/headstart' })).toThrow(
		'must be a postgresql:// address',
	)
	expect(() => readConfig({ DATABASE_URL: 'db.test/headstart' })).toThrow('must be a postgresql:// address')
	expect(() => readConfig({ DATABASE_URL: 'postgresql://db.test/headstart?user=a@b' })).not.toThrow()
	expect(() => readConfig({ BACKUP_TO: '/srv/back@ups' })).not.toThrow()
})
