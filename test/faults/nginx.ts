import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** How long nginx avoids a server that failed. Its default is ten seconds. */
export interface NginxOptions {
	failSeconds: number
	/** Whether it keeps connections to the servers open between requests. The default is no. */
	keepsConnections: boolean
}

/** Path of the nginx program, or undefined if it is not installed. */
export function findNginx(): string | undefined {
	return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
		.map((folder) => join(folder, 'nginx'))
		.find((path) => existsSync(path))
}

/** Starts nginx with an ordinary upstream of these servers and its default settings. */
export async function startNginx(
	program: string,
	port: number,
	servers: readonly number[],
	{ failSeconds, keepsConnections }: NginxOptions,
): Promise<{ close(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-nginx-'))
	const kept = 'proxy_http_version 1.1; proxy_set_header Connection "";'
	await writeFile(
		join(folder, 'nginx.conf'),
		`${process.getuid?.() === 0 ? 'user root;' : ''}
		daemon off;
		pid ${folder}/pid;
		error_log ${folder}/error.log;
		events {}
		http {
			access_log off;
			${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
			upstream shop {
				${servers.map((server) => `server 127.0.0.1:${server} fail_timeout=${failSeconds}s;`).join('\n')}
				${keepsConnections ? 'keepalive 16;' : ''}
			}
			server {
				listen 127.0.0.1:${port};
				location / {
					proxy_pass http://shop;
					proxy_set_header Host $host;
					proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
					${keepsConnections ? kept : ''}
				}
			}
		}`,
	)
	const nginx = spawn(
		program,
		['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', `${folder}/error.log`],
		{
			stdio: 'ignore',
		},
	)
	const gone = new Promise<void>((resolve) => nginx.once('exit', () => resolve()))
	return {
		close: async () => {
			nginx.kill('SIGTERM')
			await gone
			await rm(folder, { recursive: true, force: true })
		},
	}
}
