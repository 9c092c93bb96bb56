import pg from 'pg'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import { makePerson, type Person } from '../e2e/people.ts'

/** Adds people with confirmed addresses and real passwords, by the database rather than by mails. */
export async function addPeople(databaseUrl: string, count: number): Promise<Person[]> {
	const people = Array.from({ length: count }, makePerson)
	const passwords = createPasswordHasher()
	const client = new pg.Client(databaseUrl)
	await client.connect()
	try {
		for (const { name, email, password } of people) {
			await client.query(
				`with person as (
					insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
					values ($1, $2, now(), jsonb_build_object('display_name', $3::text)) returning id
				)
				insert into auth.identities (user_id, provider, provider_id, identity_data)
				select id, 'email', id::text, jsonb_build_object('sub', id, 'email', $1::text) from person`,
				[email, await passwords.hash(password, 'bench'), name],
			)
		}
	} finally {
		await client.end()
	}
	return people
}
