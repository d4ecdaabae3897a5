import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { vi } from 'vitest';
import { root } from '../../lib/root.ts';
import { missingProgram } from './debian.ts';
import { freePort } from './ports.ts';

/** The proxies between browsers and the product, from Debian's packages. */
const webProxies = { haproxy: ['haproxy'], nginx: ['nginx-light', 'openssl'], caddy: ['caddy'] } as const;
export type WebProxyName = keyof typeof webProxies;
/** Those before two instances, with settings of their own. */
export type BalancerName = 'haproxy' | 'nginx';
/** Those with TLS, whose settings are in `deploy/`. */
export type TlsProxyName = 'nginx' | 'caddy';

const answersTo = (program: string, ask: string) => spawnSync(program, [ask]).status === 0;
const isThere = (name: WebProxyName) =>
  answersTo(name, name === 'caddy' ? 'version' : '-v') && (name !== 'nginx' || answersTo('openssl', 'version'));

/** Installs the proxy when it is missing and this process may. Returns why it cannot be used, or null. */
export const missingProxy = (name: WebProxyName): string | null =>
  missingProgram(name, () => isThere(name), webProxies[name]);

type Running = { url: string; stop(): Promise<void> };

/** Starts the program. Resolves when the product answers through it. */
async function start(name: WebProxyName, args: readonly string[], url: string, env = process.env): Promise<Running> {
  // Ends with this process, however that ends.
  const child: ChildProcess = spawn('setpriv', ['--pdeathsig', 'KILL', '--', name, ...args], { stdio: 'ignore', env });
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 120_000, interval: 100 });
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

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
/** What nginx needs around the settings of a site, to run in the foreground and to write below this folder alone. */
const nginxProgram = (folder: string, site: string) => `
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 2048; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
  ${site}
}
`;
/** nginx with its own defaults: it buffers answers, and speaks HTTP/1.0 to the product. */
const nginxConfig = (port: number, servers: readonly string[], folder: string) =>
  nginxProgram(
    folder,
    `
  upstream product { ${servers.map((server) => `server ${server};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://product; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }
  }`,
  );

export type WebProxy = Running & {
  /** Whether every instance is ready, as haproxy sees it. */
  isAllUp(): Promise<boolean>;
};

/** Starts a proxy before instances of the product. Resolves when it answers. */
export async function startWebProxy(
  name: BalancerName,
  instances: readonly string[],
  folder: string,
): Promise<WebProxy> {
  const port = await freePort();
  const servers = instances.map((url) => new URL(url).host);
  const file = path.join(folder, `${name}.conf`);
  await writeFile(file, name === 'haproxy' ? haproxyConfig(port, servers) : nginxConfig(port, servers, folder));
  const args = name === 'haproxy' ? ['-db', '-f', file] : ['-c', file];
  const proxy = await start(name, args, `http://127.0.0.1:${port}`);
  return { ...proxy, isAllUp: async () => (await fetch(`${proxy.url}${ALL_UP}`)).ok };
}

/** Replaces parts of a text. @throws when one is not there */
function adapted(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((result, [part, other]) => {
    if (!result.includes(part)) throw new Error(`"${part}" is not in the file`);
    return result.replaceAll(part, other);
  }, text);
}

/** From now on this process trusts the certificate of this file. */
async function trust(file: string): Promise<void> {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), await readFile(file, 'utf8')]);
}

/**
 * Starts a proxy with the settings that `deploy/` has for it. Only names, paths and ports are others.
 * @param instance the address of the product
 */
export async function startTlsProxy(name: TlsProxyName, instance: string, folder: string): Promise<Running> {
  const port = await freePort();
  const product = new URL(instance).host;
  const url = `https://localhost:${port}`;
  if (name === 'nginx') {
    const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const ask = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', certificate, '-days', '2'];
    spawnSync('openssl', [...ask, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']);
    const site = adapted(await readFile(path.join(root, 'deploy/nginx.conf'), 'utf8'), {
      '127.0.0.1:5000': product,
      'listen 80;': `listen 127.0.0.1:${await freePort()};`,
      'listen [::]:80;': '',
      'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
      'listen [::]:443 ssl http2;': '',
      'service.example.com;': 'localhost;',
      '/etc/letsencrypt/live/service.example.com/fullchain.pem': certificate,
      '/etc/letsencrypt/live/service.example.com/privkey.pem': key,
    });
    const file = path.join(folder, 'nginx-tls.conf');
    await writeFile(file, nginxProgram(folder, site));
    await trust(certificate);
    return start(name, ['-c', file], url);
  }
  const site = adapted(await readFile(path.join(root, 'deploy/Caddyfile'), 'utf8'), {
    '127.0.0.1:5000': product,
    'service.example.com': url,
  });
  const file = path.join(folder, 'Caddyfile');
  // It signs the certificate of this name itself, and takes neither port 80 nor the one of its own interface.
  await writeFile(file, `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${site}`);
  const home = path.join(folder, 'caddy');
  await mkdir(home);
  const authority = path.join(home, 'caddy/pki/authorities/local/root.crt');
  const isTrusted = () =>
    trust(authority).then(
      () => true,
      () => false,
    );
  const trusted = vi.waitUntil(isTrusted, { timeout: 120_000 });
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const [proxy] = await Promise.all([
    start(name, ['run', '--adapter', 'caddyfile', '--config', file], url, env),
    trusted,
  ]);
  return proxy;
}
