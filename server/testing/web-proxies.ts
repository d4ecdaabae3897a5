import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { missingProgram } from './debian.ts';
import { freePort } from './process.ts';

/** The proxies between browsers and the product, from Debian's packages. */
export const webProxies = { haproxy: 'haproxy', nginx: 'nginx-light' } as const;
export type WebProxyName = keyof typeof webProxies;

const isThere = (program: string) => spawnSync(program, ['-v']).status === 0;

/** Installs the proxy when it is missing and this process may. Returns why it cannot be used, or null. */
export const missingProxy = (name: WebProxyName): string | null =>
  missingProgram(name, () => isThere(name), [webProxies[name]]);

/** Where haproxy tells whether all its instances are ready. */
const ALL_UP = '/all-up';

/** As a reader of its manual would write it: nothing in it knows of event streams. */
const haproxyConfig = (port: number, servers: readonly string[]) => `
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
  timeout check 30s
frontend site
  bind 127.0.0.1:${port}
  option forwardfor
  monitor-uri ${ALL_UP}
  monitor fail if { nbsrv(product) lt ${servers.length} }
  default_backend product
backend product
  option httpchk GET /api/ready
  option redispatch
  retry-on conn-failure empty-response
${servers.map((server, nth) => `  server instance${nth} ${server} check inter 500ms fall 2 rise 1`).join('\n')}
`;
/** nginx with its own defaults: it buffers answers, and speaks HTTP/1.0 to the product. */
const nginxConfig = (port: number, servers: readonly string[], folder: string) => `
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 2048; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
  upstream product { ${servers.map((server) => `server ${server};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://product; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }
  }
}
`;

export type WebProxy = {
  url: string;
  /** Whether every instance is ready, as haproxy sees it. */
  isAllUp(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Starts a proxy before instances of the product. Resolves when it answers. */
export async function startWebProxy(
  name: WebProxyName,
  instances: readonly string[],
  folder: string,
): Promise<WebProxy> {
  const port = await freePort();
  const servers = instances.map((url) => new URL(url).host);
  const file = path.join(folder, `${name}.conf`);
  await writeFile(file, name === 'haproxy' ? haproxyConfig(port, servers) : nginxConfig(port, servers, folder));
  const args = name === 'haproxy' ? ['-db', '-f', file] : ['-c', file];
  // Ends with this process, however that ends.
  const child: ChildProcess = spawn('setpriv', ['--pdeathsig', 'KILL', '--', name, ...args], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(
    () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    {
      timeout: 120_000,
      interval: 100,
    },
  );
  return {
    url,
    isAllUp: async () => (await fetch(`${url}${ALL_UP}`)).ok,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
