#!/usr/bin/env python3
"""Runs clang-tidy with the checks of .clang-tidy over every .cpp file of the product.

A file that passed is not checked again until it, a header that it includes or the set of checks
has changed: the hashes of files that passed are stored beside the build.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="fuzz", help="whose compile_commands.json (fuzz)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fresh", action="store_true", help="look at every file again")
    parser.add_argument("under", nargs="*", default=["common", "clockd", "arbiterd"],
                        help="folders or files (common clockd arbiterd)")
    return parser.parse_args()


def sources(build, under):
    """The files of the compile database below the given folders, as paths from the root."""
    found = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if path.is_relative_to(ROOT) and not path.is_relative_to(build):
            name = path.relative_to(ROOT).as_posix()
            if any(name == u or name.startswith(u.rstrip("/") + "/") for u in under):
                found.add(name)
    return sorted(found)


def digest(name, version):
    """The hash of the file, all the project's headers that it reaches, the checks and the tool."""
    seen, todo = set(), [name]
    while todo:
        path = todo.pop()
        if path in seen or not (ROOT / path).is_file():
            continue
        seen.add(path)
        todo += INCLUDE.findall((ROOT / path).read_text())
    total = hashlib.sha256(version.encode())
    for path in [".clang-tidy", *sorted(seen)]:
        total.update(path.encode() + b"\0" + (ROOT / path).read_bytes())
    return total.hexdigest()


def look_at(tool, build, name):
    done = subprocess.run([tool, "-p", str(build), "--quiet", str(ROOT / name)], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        return ""
    return done.stdout or done.stderr


def main():
    args = options()
    tool = shutil.which("clang-tidy-19")
    if not tool:
        sys.exit("error: clang-tidy-19 is missing; Debian has a package of this name")
    build = ROOT / "build" / args.preset
    if not (build / "compile_commands.json").is_file():
        subprocess.run(["cmake", "--preset", args.preset, "--log-level=WARNING"], cwd=ROOT,
                       stdout=subprocess.DEVNULL, check=True)
    version = subprocess.run([tool, "--version"], stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    kept = build / "clang_tidy.json"
    passed = json.loads(kept.read_text()) if kept.is_file() and not args.fresh else {}
    hashes = {name: digest(name, version) for name in sources(build, args.under)}
    todo = [name for name in hashes if passed.get(name) != hashes[name]]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, said in zip(todo, pool.map(lambda n: look_at(tool, build, n), todo)):
            if said:
                failed += 1
                print(said.replace(str(ROOT) + "/", ""), flush=True)
            else:
                passed[name] = hashes[name]
                kept.write_text(json.dumps(passed, indent=0))
    print(f"{len(hashes)} files, {len(todo)} looked at, {failed} with warnings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
