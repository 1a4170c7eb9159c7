"""Reads the protection of an ELF file: just enough of the format (System V ABI, gABI 4.1,
with GNU's notes) for test_binaries.py."""

import re
import struct

PT_LOAD, PT_DYNAMIC, PT_INTERP = 1, 2, 3
PT_GNU_STACK, PT_GNU_RELRO = 0x6474E551, 0x6474E552
DT_RPATH, DT_TEXTREL, DT_BIND_NOW, DT_RUNPATH, DT_FLAGS = 15, 22, 24, 29, 30
DT_FLAGS_1 = 0x6FFFFFFB
DF_TEXTREL, DF_BIND_NOW, DF_1_NOW, DF_1_PIE = 4, 8, 1, 0x08000000
EXECUTABLE, WRITABLE = 1, 2


class Elf:
    """A 64-bit little-endian file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        assert self.data[:6] == b"\x7fELF\x02\x01", f"{path} is no 64-bit little-endian ELF file"
        (self.type, self.machine, _, _, phoff, shoff, _, _, phsize, phnum, shsize, shnum,
         shstrndx) = struct.unpack_from("<HHIQQQIHHHHHH", self.data, 16)
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.data, phoff + i * phsize)
                         for i in range(phnum)]
        self.sections = self._sections(shoff, shsize, shnum, shstrndx)
        self.dynamic = self._dynamic()

    def _sections(self, offset, size, count, names):
        raw = [struct.unpack_from("<IIQQQQ", self.data, offset + i * size) for i in range(count)]
        table = raw[names][4]
        return {self._text(table + entry[0]): (entry[4], entry[5]) for entry in raw}

    def _text(self, at):
        return self.data[at:self.data.index(b"\0", at)].decode("ascii", "replace")

    def _dynamic(self):
        found = [s for s in self.segments if s[0] == PT_DYNAMIC]
        entries = {}
        for _, _, offset, _, _, size, _, _ in found:
            for at in range(offset, offset + size, 16):
                tag, value = struct.unpack_from("<QQ", self.data, at)
                entries.setdefault(tag, value)
        return entries

    def symbols(self):
        """Names that the program takes from its libraries, or provides."""
        if ".dynsym" not in self.sections:
            return set()
        offset, size = self.sections[".dynsym"]
        strings = self.sections[".dynstr"][0]
        return {self._text(strings + struct.unpack_from("<I", self.data, at)[0])
                for at in range(offset, offset + size, 24)}

    def libraries(self):
        """The names of the files that it needs (DT_NEEDED)."""
        strings = self.sections[".dynstr"][0]
        offset, size = self.sections[".dynamic"]
        entries = [struct.unpack_from("<QQ", self.data, at)
                   for at in range(offset, offset + size, 16)]
        return {self._text(strings + value) for tag, value in entries if tag == 1}

    def landing_pads(self):
        """How many ENDBR64 its code has: where CET lets an indirect call arrive. Counted because
        linking loses the note that switches CET on if the C library's own start files have
        none, as in Debian 12."""
        offset, size = self.sections[".text"]
        return self.data.count(b"\xf3\x0f\x1e\xfa", offset, offset + size)

    def compilations(self):
        """The compiler's words for each unit (DW_AT_producer), if there are any."""
        out = set()
        for name in (".debug_str", ".debug_line_str"):
            if name in self.sections:
                offset, size = self.sections[name]
                out |= set(re.findall(rb"GNU C\+\+[^\0]*", self.data[offset:offset + size]))
        return {each.decode() for each in out}


def flaws(path):
    """The protections that a program lacks, as a set of words."""
    elf, found = Elf(path), set()
    kinds = {segment[0]: segment for segment in elf.segments}
    flags, flags_1 = elf.dynamic.get(DT_FLAGS, 0), elf.dynamic.get(DT_FLAGS_1, 0)
    symbols = elf.symbols()

    def need(holds, word):
        if not holds:
            found.add(word)

    need(elf.type == 3 and PT_INTERP in kinds and flags_1 & DF_1_PIE, "pie")
    need(PT_GNU_RELRO in kinds, "relro")
    need(DT_BIND_NOW in elf.dynamic or flags & DF_BIND_NOW or flags_1 & DF_1_NOW, "bind-now")
    need(PT_GNU_STACK in kinds and not kinds[PT_GNU_STACK][1] & EXECUTABLE, "stack not executable")
    need(not any(s[0] == PT_LOAD and s[1] & EXECUTABLE and s[1] & WRITABLE for s in elf.segments),
         "no segment writable and executable")
    need(DT_RPATH not in elf.dynamic and DT_RUNPATH not in elf.dynamic, "no rpath")
    need(DT_TEXTREL not in elf.dynamic and not flags & DF_TEXTREL, "no text relocations")
    need("__stack_chk_fail" in symbols, "stack protector")
    need(any(re.fullmatch(r"__\w+_chk", s) for s in symbols), "fortified calls")
    if elf.machine == 62:  # x86-64
        need(elf.landing_pads() > 1000, "landing pads")
    return found
