// Usage: node build.mjs [--watch]: makes dist/ from src/. The output is committed, so that only
// people who change a page need Node.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { context } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;

// One bundle for each daemon: its entry, which is also the document's title.
const bundles = [
  { daemon: "arbiterd", entry: "src/office.tsx" },
  { daemon: "clockd", entry: "src/clock.tsx", worker: "src/clock/worker.js" },
];

// The imports of the entry are requested with it, not after it was read.
function document({ script, style, imports }, build) {
  const preloads = [script, ...imports]
    .map((name) => `<link rel="modulepreload" href="/a/${name}">`)
    .join("");
  return readFileSync(here("src/index.html"), "utf8")
    .replace("<!-- head -->", `<link rel="stylesheet" href="/a/${style}">${preloads}`)
    .replace("<!-- script -->", `<script type="module" src="/a/${script}"></script>`)
    .replace("BUILD", build);
}

function write(folder, name, bytes) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${folder}/${name}`, bytes);
  writeFileSync(`${folder}/${name}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${folder}/${name}.br`, brotliCompressSync(bytes, best));
}

// It is requested by its plain name, which is its place on the site.
function workerOf(source, names, build) {
  const files = names.map((name) => `/a/${name}`);
  return readFileSync(here(source), "utf8")
    .replace("BUILD", build)
    .replace('["FILES"]', JSON.stringify(files));
}

// How a home screen names and opens it: without browser bars, at the address that was added.
function manifest(daemon, icon) {
  return JSON.stringify({
    name: daemon === "clockd" ? "Flagfall clock" : "Flagfall",
    short_name: "Flagfall",
    display: daemon === "clockd" ? "fullscreen" : "standalone",
    scope: "/",
    background_color: daemon === "clockd" ? "#000000" : "#f3f4f6",
    theme_color: daemon === "clockd" ? "#000000" : "#ffffff",
    icons: [{ src: `/a/${icon}`, sizes: "any", type: "image/svg+xml" }],
  });
}

function finish({ daemon, entry: source, worker }, folder, metafile) {
  const names = readdirSync(folder).sort();
  const entry = Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === source);
  const plain = (path) => path.slice(path.lastIndexOf("/") + 1);
  const [script, style] = [plain(entry[0]), plain(entry[1].cssBundle)];
  const imports = entry[1].imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => plain(path));
  const build = digestOf(names.join("\n")).slice(0, 12);
  for (const name of names) write(folder, name, readFileSync(`${folder}/${name}`));
  const icon = readFileSync(here("src/icon.svg"));
  const iconName = `icon-${digestOf(icon).slice(0, 8).toUpperCase()}.svg`;
  write(folder, iconName, icon);
  write(folder, "manifest.webmanifest", manifest(daemon, iconName));
  write(folder, "index.html", document({ script, style, imports }, build));
  if (worker) write(folder, "worker.js", workerOf(worker, names, build));
  write(folder, "build.txt", `${build}\n`);
}

const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

function options({ daemon, entry, worker }, folder) {
  return {
    absWorkingDir: here("."),
    entryPoints: [entry],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "file" },
    publicPath: "/a",
    entryNames: `${daemon}-[hash]`,
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "flagfall",
        setup(build) {
          build.onStart(() => {
            rmSync(folder, { recursive: true, force: true });
            mkdirSync(folder, { recursive: true });
          });
          build.onEnd((result) => {
            if (result.errors.length === 0)
              finish({ daemon, entry, worker }, folder, result.metafile);
          });
        },
      },
    ],
  };
}

const out = process.env.FLAGFALL_DIST ?? here("dist");
for (const bundle of bundles) {
  const made = await context(options(bundle, `${out}/${bundle.daemon}`));
  if (process.argv.includes("--watch")) {
    await made.watch();
  } else {
    await made.rebuild();
    await made.dispose();
  }
}
