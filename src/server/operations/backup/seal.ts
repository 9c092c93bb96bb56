import { createHmac, hkdfSync } from 'node:crypto'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type FileStore, StoreFailure, wholeFile } from '#server/shop/files/file-store.ts'

type Bytes = AsyncIterable<Uint8Array>

/**
 * Encrypts and decrypts the files of one place, in the format of the program `age`. `age --decrypt -i key.age` can read them too,
 * once it has asked for the passphrase.
 */
export interface Seal {
	/** The ending of the names of encrypted files; empty without a passphrase. */
	ending: '.age' | ''
	close(bytes: Bytes): Promise<Bytes>
	open(bytes: Bytes): Promise<Bytes>
	/** Returns whether a file that begins with these bytes was encrypted with this key. Rejects if they are damaged. */
	opens(beginning: Uint8Array): Promise<boolean>
	/** Returns a code in hexadecimal that only this key gives for a text; undefined without a passphrase. */
	mac(text: string): string | undefined
}

const keyName = 'key.age'

const keyMissing = `${keyName} is missing, and without it the encrypted backups here can’t be read. Put a copy of it back. Without one, new backups need another BACKUP_TO.`

/** Says that the key of a place is missing; undefined if it is there. */
export async function findMissingKey(store: FileStore): Promise<string | undefined> {
	return (await store.open(keyName)) === undefined ? keyMissing : undefined
}

/** For backups that are not encrypted. */
export const noSeal: Seal = {
	ending: '',
	close: async (bytes) => bytes,
	open: async (bytes) => bytes,
	opens: async () => true,
	mac: () => undefined,
}

/**
 * Prepares the encryption of a place. One key encrypts all its files, and is stored there too, encrypted with the passphrase.
 * Deriving a key from the passphrase is slow on purpose, so it is not done for each file. Throws an `Error` with a message for
 * the owner if the passphrase is not that of this place, or if there is no key and none may be made.
 */
export async function openSeal(
	store: FileStore,
	passphrase: string,
	{ mayMakeKey = false } = {},
): Promise<Seal> {
	const identity = await identityOf(store, passphrase, mayMakeKey)
	const encrypter = new Encrypter()
	encrypter.addRecipient(await identityToRecipient(identity))
	const decrypter = new Decrypter()
	decrypter.addIdentity(identity)
	const macKey = Buffer.from(hkdfSync('sha256', identity, '', 'headstart backup manifest', 32))
	return {
		ending: '.age',
		close: (bytes) => encrypter.encrypt(webStream(bytes)),
		open: (bytes) => decrypter.decrypt(webStream(bytes)),
		opens: async (beginning) => {
			try {
				await decrypter.decryptHeader(beginning)
				return true
			} catch (error) {
				if (isNoMatch(error)) return false
				throw error
			}
		},
		mac: (text) => createHmac('sha256', macKey).update(text).digest('hex'),
	}
}

async function identityOf(store: FileStore, passphrase: string, mayMakeKey: boolean): Promise<string> {
	const stored = await store.open(keyName)
	if (stored === undefined) {
		if (!mayMakeKey) throw new Error(keyMissing)
		const identity = await generateX25519Identity()
		const encrypter = new Encrypter()
		encrypter.setPassphrase(passphrase)
		// The least that OWASP recommends for scrypt. The library's default takes twice as long.
		encrypter.setScryptWorkFactor(17)
		await store.put(keyName, await encrypter.encrypt(`${identity}\n`))
		return identity
	}
	const decrypter = new Decrypter()
	decrypter.addPassphrase(passphrase)
	try {
		const identity = (await decrypter.decrypt(await wholeFile(stored), 'text')).trim()
		// Rejects any other text that was encrypted with the same passphrase.
		await identityToRecipient(identity)
		return identity
	} catch (cause) {
		if (cause instanceof StoreFailure) throw cause
		throw new Error(
			isNoMatch(cause)
				? `The passphrase in BACKUP_PASSPHRASE doesn’t open ${keyName}, which protects the backups in this place. Set the passphrase that the first of them was encrypted with. If it is that one, ${keyName} is damaged: put a copy of it back.`
				: `${keyName} is damaged, and without it the encrypted backups here can’t be read. Put a copy of it back. Without one, new backups need another BACKUP_TO.`,
			{ cause },
		)
	}
}

/** Returns whether the library says that the key or passphrase is wrong. It says so about some damaged files too. */
function isNoMatch(error: unknown): boolean {
	return error instanceof Error && error.message.startsWith('no identity matched')
}

/** Compresses a stream. `zstd -d` can read the result. */
export function compressed(bytes: Bytes): Bytes {
	return through(bytes, createZstdCompress())
}

/** Decompresses what `compressed` has returned. */
export function decompressed(bytes: Bytes): Bytes {
	return through(bytes, createZstdDecompress())
}

/** Sends a stream through a transformation. If either fails, the reader of the result gets the error. */
function through(bytes: Bytes, transform: Transform): Bytes {
	pipeline(Readable.from(bytes, { objectMode: false }), transform, () => {})
	return transform
}

function webStream(bytes: Bytes): ReadableStream<Uint8Array> {
	const source = bytes[Symbol.asyncIterator]()
	return new ReadableStream({
		pull: async (controller) => {
			const next = await source.next()
			if (next.done === true) controller.close()
			else controller.enqueue(next.value)
		},
		cancel: async () => void (await source.return?.()),
	})
}
