# Commands of gdb for `crosslane debug`: stops in the kernel, and prints vectors as lanes. gdb runs this file.
# SPDX-License-Identifier: MIT
# $CROSSLANE_DEBUG names the file that harness/repro/debug.c wrote about the call.
import json
import os
import re
import struct

import gdb

call = json.load(open(os.environ["CROSSLANE_DEBUG"]))
MAX_LANES = 32  # printed lanes of a register, without `all`
MAX_STEPS = 3000  # single steps
FORMATS = {"f32": "f", "f64": "d", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q"}
REGISTERS = ["z", "zmm", "ymm", "xmm", "vs", "xr", "vr", "v", "d"]  # the first that exists; not q, because QEMU's stub swaps its halves
NOT_RETURNING = ("crash", "hang")
# gdb's names of registers, if they differ from arch.def.
GDB_NAMES = {
    "loong64": {"fp": "r22", **{"s%d" % i: "r%d" % (23 + i) for i in range(9)}, **{"fs%d" % i: "f%d" % (24 + i) for i in range(8)}},
    "ppc64el": {"cr2": "cr", **{"v%d" % i: "vr%d" % i for i in range(20, 32)}},
    "riscv64": {"s0": "fp"},
    "x86_64": {"the x87 control word": "fctrl", "the x87 tag word (MMX without emms)": "ftag", "the direction flag": "eflags"},
}.get(call["arch"], {})
at_entry = {}  # vector registers when the kernel begins
return_addresses = set()  # where the agent continues


def number(kind, raw):
    """An element from its bytes, as a number of C."""
    value = struct.unpack((">" if call["big_endian"] else "<") + FORMATS[kind], raw)[0]
    return "%.9g" % value if kind == "f32" else "%.17g" % value if kind == "f64" else str(value)


def value_and_bits(kind, bits):
    size = struct.calcsize("=" + FORMATS[kind])
    raw = bits.to_bytes(size, "big" if call["big_endian"] else "little")
    return "%s (0x%0*x)" % (number(kind, raw), 2 * size, bits)


def pointer(expression):
    return int(gdb.parse_and_eval("*(unsigned long *)(%s)" % expression))


def guest_address(offset):
    """The guest's address of an offset in the shared memory: xl_memory_address of the agent, from its variables."""
    memory = pointer("&current_memory")
    if offset >= call["dedicated_at"]:
        return pointer("%d + sizeof(void *)" % memory) + offset - call["dedicated_at"]
    return pointer(memory) + offset


def address(arg, i):
    """The guest's address of an element."""
    row, column = divmod(i, arg["row_elements"] or 1)
    return guest_address(arg["rows"][row] + column * arg["size"])


def element(arg, i):
    """The current bits of an element; of a result, the bits that the call returned before."""
    if arg["rows"] is None:
        return arg["got"][i] if arg["got"] else 0
    raw = gdb.selected_inferior().read_memory(address(arg, i), arg["size"])
    return int.from_bytes(raw, "big" if call["big_endian"] else "little")


def elements_of(union, width):
    """The lanes of a register, by their width in bits, as unsigned numbers."""
    best = None
    for field in union.type.strip_typedefs().fields() if union.type.strip_typedefs().code == gdb.TYPE_CODE_UNION else []:
        value = union[field]
        kind = value.type.strip_typedefs()
        if kind.code == gdb.TYPE_CODE_UNION:
            best = best or elements_of(value, width)
        elif kind.code == gdb.TYPE_CODE_ARRAY and kind.target().strip_typedefs().code == gdb.TYPE_CODE_INT:
            low, high = kind.range()
            if kind.target().sizeof * 8 == width and best is None:
                best = [int(value[i]) & ((1 << width) - 1) for i in range(low, high + 1)]
    return best


def registers():
    """The names of the vector registers of this CPU."""
    names = {r.name for r in gdb.selected_frame().architecture().registers()}
    prefix = next((p for p in REGISTERS if p + "1" in names), None)
    return [prefix + str(i) for i in range(64) if prefix + str(i) in names] if prefix else []


def lanes_of(width):
    held = {}
    for name in registers():
        try:
            lanes = elements_of(gdb.selected_frame().read_register(name), width)
            held[name] = lanes and lanes[: call["vl_bits"] // width or 1]
        except (gdb.error, ValueError):
            pass
    return {name: lanes for name, lanes in held.items() if lanes}


class Lanes(gdb.Command):
    """lanes [ALL]: got and expected elements of each output: those near a wrong one, or all."""

    def __init__(self):
        super().__init__("lanes", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        for arg in call["args"]:
            if arg["expected"]:
                self.show(arg, bool(argument))

    def show(self, arg, everything):
        count = len(arg["expected"])
        got = [element(arg, i) for i in range(count)]
        right = [got[i] == e or (arg["got"] and not arg["wrong"][i] and got[i] == arg["got"][i]) for i, e in enumerate(arg["expected"])]
        near = [everything or count <= MAX_LANES or not all(right[max(0, i - 2) : i + 3]) for i in range(count)]
        gdb.write("%s: %d of %d elements are not what is expected\n" % (arg["name"], right.count(False), count))
        gdb.write("  %7s %5s  %-32s %-32s\n" % ("element", "lane", "got", "expected"))
        for i in range(count):
            if near[i]:
                inputs = ["%s=%s" % (a["name"], value_and_bits(a["type"], a["bits"][i])) for a in call["args"] if a["bits"] and len(a["bits"]) == count]
                row = (i, i % (arg["row_elements"] or 1) % call["lanes"][arg["type"]], value_and_bits(arg["type"], got[i]), value_and_bits(arg["type"], arg["expected"][i]))
                gdb.write("  %7d %5d  %-32s %-32s %-5s %s\n" % (row + ("" if right[i] else "WRONG", " ".join(inputs))))


class Vectors(gdb.Command):
    """vectors [TYPE]: each vector register that the kernel has changed, as lanes with their index; TYPE such as f32 or u8, that of the
    wrong element if not given. `vectors TYPE all` has every register."""

    def __init__(self):
        super().__init__("vectors", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        words = argument.split()
        kind = words[0] if words and words[0] in FORMATS else call["type"]
        size = struct.calcsize("=" + FORMATS[kind])
        before = at_entry.get(size * 8, {})
        printed = 0
        for name, lanes in lanes_of(size * 8).items():
            if before.get(name) == lanes and "all" not in words:
                continue
            printed += 1
            text = ["[%d] %s" % (i, number(kind, v.to_bytes(size, "big" if call["big_endian"] else "little"))) for i, v in enumerate(lanes)]
            more = len(text) - MAX_LANES
            gdb.write("  $%s as %s: %s%s\n" % (name, kind, "  ".join(text[:MAX_LANES]), " and %d more" % more if more > 0 and "all" not in words else ""))
            if more > 0 and "all" in words:
                gdb.write("    %s\n" % "  ".join(text[MAX_LANES:]))
        if not printed:
            gdb.write("  no vector register has changed\n")


class Wrong(gdb.Command):
    """wrong: continues to the instruction that writes the wrong element. It single-steps, so a long call takes long."""

    def __init__(self):
        super().__init__("wrong", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        arg = call["args"][call["wrong_arg"]] if call["wrong_arg"] is not None else None
        if call["check"] == "hang":
            show_hang()
        elif call["check"] == "state":
            show_changes(kept_registers())
        elif call["overwrite_at"] is not None:
            show_overwrite()
        elif not arg or arg["rows"] is None or not arg["got"]:
            go_on()
        else:
            self.show_written(arg)

    def show_written(self, arg):
        i = call["wrong_element"]
        at = "*(%s *)%d" % ({1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long long"}[arg["size"]], address(arg, i))
        go_to_write(at, arg["got"][i])
        is_written = element(arg, i) == arg["got"][i] and is_inside()
        gdb.write("%s[%d] = %s %s\n" % (arg["name"], i, value_and_bits(arg["type"], element(arg, i)), "was written here:" if is_written else "is what the call left"))
        if is_written:
            show_line_before(gdb.selected_frame())


def go_to_write(at, value):
    gdb.execute("set can-use-hw-watchpoints 0")  # QEMU has none for programs
    watch = stop_at("watch %s if %s == %d" % (at, at, value))
    gdb.execute("continue", to_string=True)
    watch.delete()


def show_overwrite():
    """Continues to the write of a byte that is in no output."""
    go_to_write("*(unsigned char *)%d" % guest_address(call["overwrite_at"]), call["overwritten"])
    if is_inside():
        gdb.write("0x%02x was written here, where nothing may be written:\n" % call["overwritten"])
        show_line_before(gdb.selected_frame())


def go_on():
    """Continues to the end of the call, or of the guest."""
    try:
        gdb.execute("continue")
    except gdb.error as e:
        if is_alive():
            raise
        gdb.write("%s\n" % e)
    if not is_alive():
        gdb.write("the guest ended within the call: %s\n" % call["message"])


def show_hang():
    """Prints where it is after some steps. QEMU does not interrupt a running guest."""
    gdb.execute("stepi %d" % MAX_STEPS, to_string=True)
    gdb.write("after %d instructions it is here:\n" % MAX_STEPS)
    show_line(gdb.newest_frame().pc())
    gdb.execute("backtrace 8")


def kept_registers():
    """The registers that the kernel did not keep, from the message of the finding."""
    found = re.match("floating-point control changed: ([a-z:]+) 0x|(.*) changed$", call["message"])
    names = re.split(", |:| or ", (found.group(1) or found.group(2)).replace("callee-saved ", "")) if found else []
    registers_of_gdb = [{"the stack pointer": "sp"}.get(name, GDB_NAMES.get(name, name)) for name in names]
    known = {r.name for r in gdb.newest_frame().architecture().registers()} | {"sp"}
    return [name for name in registers_of_gdb if name in known]


def values_of(names):
    return [str(gdb.newest_frame().read_register(name)) for name in names]


def show_changes(names):
    """Prints the last instruction of the call that changes each of these registers."""
    before = values_of(names)
    last = {}
    for step in range(MAX_STEPS if names else 0):
        pc = gdb.newest_frame().pc()
        gdb.execute("stepi", to_string=True)
        now = values_of(names)
        last.update({name: pc for name, a, b in zip(names, before, now) if a != b})
        before = now
        if not is_inside():
            break
    if not last:
        gdb.write("no register that gdb can read has changed\n")
    for name, pc in last.items():
        gdb.write("$%s was changed last here:\n" % name)
        show_line(pc)


def is_inside():
    """Whether the kernel, or a function that it calls, has not returned."""
    if not is_alive():
        return False
    frame = gdb.newest_frame()
    if frame.pc() in return_addresses:
        return False
    while frame:
        if frame.name() == call["symbol"] or frame.pc() in return_addresses:
            return True
        frame = frame.older()
    return False


def stop_at(command):
    """Makes a silent breakpoint by a command."""
    gdb.execute(command, to_string=True)
    made = gdb.breakpoints()[-1]
    made.silent = True
    return made


def show_line(pc):
    """Prints an instruction and its source line."""
    at = gdb.find_pc_line(pc)
    if at.symtab:
        gdb.write("  %s:%d\n" % (at.symtab.filename, at.line))
        gdb.execute("list %s:%d,%d" % (at.symtab.filename, at.line, at.line))
    gdb.execute("x/i %d" % pc)


def show_line_before(frame):
    """Prints the instruction before: a watchpoint stops behind it."""
    start = frame.function().symtab and frame.block().start if frame.function() else None
    before = [i["addr"] for i in frame.architecture().disassemble(start, frame.pc())][:-1] if start else []
    show_line(before[-1] if before else frame.pc())


def is_alive():
    return any(thread.is_valid() for thread in gdb.selected_inferior().threads())


def connect():
    try:
        gdb.execute("target remote " + call["socket"], to_string=True)
    except gdb.error:
        if call["arch"] != "x86_64" and gdb.selected_inferior().architecture().name().startswith("i386"):
            raise gdb.error("gdb %s does not support %s; without CROSSLANE_TOOLS=host, another one is used" % (gdb.VERSION, call["arch"]))
        raise


def begin():
    for setting in ["pagination off", "confirm off", "print thread-events off", "startup-with-shell off", "suppress-cli-notifications on", "breakpoint pending off", "width 0"]:
        gdb.execute("set " + setting)
    gdb.execute("file " + call["program"], to_string=True)
    gdb.execute("set environment " + call["environment"])
    if call["socket"]:
        connect()
    entry = stop_at("break *(unsigned long)&" + call["symbol"])
    gdb.execute("continue" if call["socket"] else "run", to_string=True)
    entry.delete()
    for width in (8, 16, 32, 64):
        at_entry[width] = lanes_of(width)
    frame = gdb.selected_frame()
    while frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    frame.select()  # the kernel's own line, not that of an inlined function
    if frame.older():
        return_addresses.add(frame.older().pc())
        stop_at("tbreak *%d" % frame.older().pc())


def batch():
    gdb.write("stopped in %s, %s:\n" % (call["symbol"], call["message"]))
    at = gdb.selected_frame().find_sal()
    if at.symtab:
        gdb.execute("list %s:%d" % (at.symtab.filename, at.line))
    gdb.execute("wrong")
    if call["check"] == "crash" and is_alive():
        show_line(gdb.selected_frame().pc())
    if is_inside():
        gdb.execute("vectors")
    if call["check"] in NOT_RETURNING:
        return
    if is_inside():
        gdb.execute("continue", to_string=True)
    if is_alive():
        gdb.execute("lanes")


def end(status):
    if is_alive():
        gdb.execute("kill", to_string=True)
    gdb.execute("quit %d" % status)


Lanes()
Vectors()
Wrong()
try:
    begin()
    if call["batch"]:
        batch()
        end(0)
except gdb.error as e:
    gdb.write("crosslane: gdb cannot show this call: %s\n" % e, gdb.STDERR)
    end(1)
if not call["batch"]:
    gdb.execute("set suppress-cli-notifications off")
    gdb.execute("frame")
    gdb.write(
        "Stopped in the kernel at the failing call: %s\n"
        "  wrong    go on to where the wrong element is written\n"
        "  lanes    expected beside got\n"
        "  vectors  the registers that have changed, as lanes; vectors u8, vectors f64 all\n" % call["message"]
    )
