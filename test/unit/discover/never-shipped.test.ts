import { describe, expect, it } from "vitest";
import { unwantedDirectory, unwantedFile, unwantedName, unwantedPath } from "../../../src/discover/never-shipped.ts";
import fc from "../../support/fast-check.ts";
import { processorTime } from "../../support/processor-time.ts";

const words = (text: string): string[] => text.trim().split(/\s*[\n,]\s*/);

const SECRET = words(`
  .env, .ENV, .env.local, .env.production, .envrc, .envrc.bak, .env-production, .env_prod, .env2, .env copy, .env (1)
  .env.production.bak, prod.env, local.env, secrets.env, PROD.ENV, docker-prod.env, prod.env.old, app.envrc
  env.local, env.prod, env-staging, env_production, env.secrets, env.production.local, prod-env, prod_env, env.local.bak, .dev.vars, .dev.vars.production
  key.p8, AuthKey_TIDE.p8, server.key, server.key.bak, server.pem.old, server.key.2026, server.key copy, tls.key.orig
  id_rsa, id_rsa.bak, id_rsa_work, id_rsa-old, ID_RSA, id_ed25519_sk, id_ecdsa_sk, id_ed25519.backup, id_dsa
  harbour.ppk, harbour.kdbx, harbour.p12, harbour.pfx, harbour.jks, harbour.keystore, harbour.ovpn
  key.pk8, ssh_host_rsa_key, ssh_host_ed25519_key.bak, wg0.conf, secring.gpg, wallet.dat, login.keychain-db
  .bash_history, .zsh_history, .psql_history, .python_history, .node_repl_history, Login Data, logins.json, key4.db, cookies.sqlite
  prod.env.local, my.env.prod, id_xmss, private.asc, secret-key.gpg, UTC--2024-01-02T03--ab, keystore.properties
  .vault_pass, vault-password.txt, cookies.txt, fish_history, ConsoleHost_history.txt, .viminfo, ada_accessKeys.csv, rootkey.csv
  token.pickle, .remote-sync.json, sitemanager.xml, WinSCP.ini, api_key.txt, .apikey, .openai_api_key, .anthropic-key
  kaggle.json, .modal.toml, .claude.json, oauth_creds.json, gha-creds-1a2b.json, local.settings.json, .rclone.conf
  .authinfo, .authinfo.gpg, .msmtprc, msmtprc, .esmtprc
  .npmrc, .NPMRC, .yarnrc.yml, .pypirc, .netrc, _netrc, .git-credentials
  .pgpass, pgpass.conf, .my.cnf, .mylogin.cnf, .s3cfg, .boto, rclone.conf, .htpasswd
  .dockercfg, .dockerconfigjson, kubeconfig, kubeconfig.yaml, prod.kubeconfig, .vault-token, .terraformrc
  terraform.tfstate, terraform.tfstate.backup, prod.tfstate
  service-account.json, service_account.json, serviceAccount.json, tide-service-account.json, service-account-key.json
  client_secret.json, client_secrets.json, client_secret_tide.apps.json, application_default_credentials.json
  tide-firebase-adminsdk-q7x.json, credentials.json, credentials.yml, .credentials.json, .credentials
  secret.json, secrets.yaml, secrets.toml, .secrets.toml, Secrets.YML, sftp-config.json`);

const HARMLESS = words(`
  .env.example, .env.sample, .env.template, .env.dist, .env-example, .env_sample, .env.production.example, .ENV.EXAMPLE
  example.env, sample.env, app.example.env, env.example, env.sample, env.template
  environment.md, environment.yml, env.md, .env.md, env.ts, env.d.ts, vite-env.d.ts, .env.d.ts, env.py, env.test.ts.md
  environments.json, inventory.env.md, env.test.ts, env.local.js, setup-env, create_env, env, env-setup.sh, seven, envelope.json, .envoy.yaml, printenv, setup-env.sh, dotenv.md
  id_rsa.pub, id_rsa_work.pub, id_ed25519.pub, id_rsa.md, id_card.md, id_rsareference.md, identity.json
  keys.md, key.ts, keyboard.json, monkey.txt, server.crt, keystore.md, tide.key.example
  secrets.md, secret-sauce.md, secrets.ts, managing-secrets.md, .secrets.baseline, credentials.md, credentials.ts
  service-account.md, client-secrets.md, terraform.tf, variables.tfvars, config.json, config, hosts.yml, auth.json
  env.md, my.environment.ts, public.asc, vault.yml, passwords.md, cookie.txt, access-keys.md, accessKeys.md, tokens.json, api-keys.md
  history.md, bash_history.md, login.json, keys.db, key.db, wallet.md, cookies.md, claude.json, settings.xml, ssh_host.md, wg.conf
  npmrc.md, docker-compose.yml, my.cnf.md, kubeconfig.md, SKILL.md, chapter.2.md, tide_2026.csv`);

describe("names that never ship", () => {
  it.each(SECRET)("leaves out %j", (name) => {
    expect(unwantedFile(name)).toBe("secret");
  });

  it.each(HARMLESS)("ships %j", (name) => {
    expect(unwantedFile(name)).toBeUndefined();
  });

  it.each([".aws", ".AWS", ".ssh", ".SSH", ".Kube", ".gnupg", ".Azure"])("does not enter %j", (name) => {
    expect(unwantedDirectory(name)).toBe("secret");
    expect(unwantedPath(`${name}/config`, true)).toBe("secret");
  });

  it("compares by-products without regard to case", () => {
    expect(unwantedDirectory("Node_Modules")).toBe("junk");
    expect(unwantedFile("THUMBS.DB")).toBe("junk");
  });

  it.each([
    ".docker/config.json",
    "a/.Docker/config.json",
    ".cargo/credentials",
    ".config/gh/hosts.yml",
    ".m2/settings.xml",
    "opencode/auth.json",
    ".cache/huggingface/token",
    ".fly/config.yml",
    ".nuget/NuGet.Config",
    ".config/hub",
    "glab-cli/config.yml",
    ".vercel/auth.json",
    "playwright/.auth/user.json",
    ".stripe/config.toml",
    "android/key.properties",
    ".vscode/sftp.json",
  ])("leaves out %j because of its directory", (path) => {
    expect(unwantedPath(path, true)).toBe("secret");
  });

  it("reads a name of 100,000 suffixes at once", () => {
    const time = processorTime(() => {
      for (const part of [".bak", ".env", "-secret", " copy", "(1)", "service-account"]) unwantedFile(part.repeat(1e5));
    });
    expect(time).toBeLessThan(500);
  });

  it("decides names of most files without the patterns, as the patterns do", () => {
    const names = [...SECRET, ...HARMLESS].flatMap((name) => [name, ...name.split(/[.\-_ ]/)]);
    const part = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom("-", "_", "~", "7", "copy", "UTC--2024-", "id_", "env"),
    );
    const end = fc.constantFrom(".md", ".py", ".sh", ".js", ".ts", ".MD", ".pyc", ".mts", "");
    const name = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), end)
      .map(([parts, last]) => parts.join("") + last);
    const directory = fc.constantFrom("", "skills", ".docker", ".auth", ".config", "huggingface", ".ssh");
    fc.assert(
      fc.property(name, directory, (one, dir) => {
        expect(unwantedFile(one, dir)).toBe(unwantedName(one, dir));
      }),
      { numRuns: 20_000 },
    );
  });
});
