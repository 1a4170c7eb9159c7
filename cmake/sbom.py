#!/usr/bin/env python3
"""Writes what the programs are made of (SBOM) as CycloneDX 1.5: every library that the system's
loader finds for them, with its package and version as dpkg has them, the packages whose headers are
compiled in, and what is in the pages. The same build on the same machine writes the same bytes."""

import argparse
import hashlib
import json
import os
import re
import subprocess
import uuid

LOCK = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "common", "web",
                    "package-lock.json")
HEADERS = ("libboost1.81-dev", "nlohmann-json3-dev", "libtomlplusplus-dev", "libstdc++-12-dev")


def output_of(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def libraries(program):
    """The files that the loader takes for a program."""
    return set(re.findall(r"(?:=> |^\s)(/\S+) \(0x", output_of("ldd", program), re.MULTILINE))


def package_of(path):
    """The package that owns the file; on a merged /usr dpkg may know it by either name."""
    real = os.path.realpath(path)
    names = {path, real, path.removeprefix("/usr"), real.removeprefix("/usr")}
    for name in sorted(names):
        found = output_of("dpkg-query", "-S", name)
        if found:
            return found.split(": ", 1)[0].split(",")[0]
    return ""


def described(package):
    wanted = "${binary:Package}\t${Version}\t${Architecture}\t${source:Package}\t${Homepage}"
    parts = output_of("dpkg-query", "-W", "-f", wanted, package).split("\t")
    return parts if len(parts) == 5 and parts[1] else None


def component(package, files, scope):
    known = described(package)
    if known is None:
        return None
    name, version, architecture, source, homepage = known
    name = name.split(":")[0]
    made = {"type": "library", "bom-ref": f"{name}@{version}", "name": name, "version": version,
            "scope": "required",
            "purl": f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}"
                    f"?arch={architecture}",
            "properties": [{"name": "flagfall:how", "value": scope},
                           {"name": "flagfall:source-package", "value": source}]}
    made["properties"] += [{"name": "flagfall:file", "value": path} for path in sorted(files)]
    if homepage:
        made["externalReferences"] = [{"type": "website", "url": homepage}]
    return made


def unpackaged(path):
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    return {"type": "library", "bom-ref": path, "name": os.path.basename(path),
            "scope": "required", "hashes": [{"alg": "SHA-256", "content": digest}],
            "properties": [{"name": "flagfall:how", "value": "linked, of no package"},
                           {"name": "flagfall:file", "value": path}]}


def in_pages():
    """The packages of npm that the pages have in them."""
    with open(LOCK, encoding="utf-8") as file:
        packages = json.load(file)["packages"]
    made = []
    for path, package in packages.items():
        if not path or package.get("dev"):
            continue
        name, version = path.removeprefix("node_modules/"), package["version"]
        made.append({"type": "library", "bom-ref": f"{name}@{version}", "name": name,
                     "version": version, "scope": "required",
                     "licenses": [{"license": {"id": package["license"]}}],
                     "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}",
                     "properties": [{"name": "flagfall:how", "value": "in the pages"}]})
    return made


def components(programs):
    owners, out = {}, []
    for path in set().union(*(libraries(program) for program in programs)):
        owners.setdefault(package_of(path), set()).add(path)
    for path in owners.pop("", ()):
        out.append(unpackaged(path))
    for package, files in owners.items():
        out.append(component(package, files, "linked"))
    out += [component(package, (), "headers compiled in") for package in HEADERS]
    out += in_pages()
    return sorted(filter(None, out), key=lambda each: each["bom-ref"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    parts = components(options.programs)
    bom = {"bomFormat": "CycloneDX", "specVersion": "1.5",
           "serialNumber": "urn:uuid:" + str(uuid.uuid5(
               uuid.NAMESPACE_OID, options.version + json.dumps(parts, sort_keys=True))),
           "version": 1,
           "metadata": {"component": {"type": "application", "bom-ref": "flagfall",
                                      "name": "flagfall", "version": options.version}},
           "components": parts,
           "dependencies": [{"ref": "flagfall", "dependsOn": [p["bom-ref"] for p in parts]}]}
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(bom, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
