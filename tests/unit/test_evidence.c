/* Evidence: the agent's ELF file, the disassembly, the call graph, the trace.
 * SPDX-License-Identifier: MIT
 */
#include <elf.h>
#include <libelf.h>

#include "code/counts.h"
#include "code/disassembly.h"
#include "code/elf.h"
#include "execute/calls.h"
#include "unit.h"

/* A made-up agent for a little-endian architecture of 64 bits: two kernels and a helper, as gcc and
 * the linker would leave them. */
struct made_up {
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    Elf64_Shdr sections[5]; /* none, text, data, symbols, strings */
    uint64_t record[4];     /* xl_variant_add: name, ISA, code, broken */
    Elf64_Sym symbols[9];
    char strings[128];
};

enum { TEXT_AT = 0x401000, DATA_AT = 0x402000, HELPER = 0x401000, ADD = 0x401040, SUB = 0x401080 };

static uint32_t add_string(struct made_up *m, const char *text)
{
    size_t used = 1;
    while (m->strings[used])
        used += strlen(m->strings + used) + 1;
    strcpy(m->strings + used, text);
    return (uint32_t)used;
}

static Elf64_Sym symbol(struct made_up *m, const char *name, int bind, int type, uint16_t section,
                        uint64_t value, uint64_t size)
{
    return (Elf64_Sym){.st_name = add_string(m, name),
                       .st_info = (unsigned char)ELF64_ST_INFO(bind, type),
                       .st_shndx = section,
                       .st_value = value,
                       .st_size = size};
}

static struct made_up *make_up(unsigned machine, unsigned flags)
{
    struct made_up *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->header = (Elf64_Ehdr){.e_type = ET_EXEC,
                             .e_machine = (Elf64_Half)machine,
                             .e_version = EV_CURRENT,
                             .e_flags = flags,
                             .e_phoff = offsetof(struct made_up, segment),
                             .e_shoff = offsetof(struct made_up, sections),
                             .e_ehsize = sizeof m->header,
                             .e_phentsize = sizeof m->segment,
                             .e_phnum = 1,
                             .e_shentsize = sizeof m->sections[0],
                             .e_shnum = 5,
                             .e_shstrndx = 4};
    memcpy(m->header.e_ident, ELFMAG, SELFMAG);
    m->header.e_ident[EI_CLASS] = ELFCLASS64;
    m->header.e_ident[EI_DATA] = ELFDATA2LSB;
    m->header.e_ident[EI_VERSION] = EV_CURRENT;
    m->segment = (Elf64_Phdr){.p_type = PT_LOAD};
    m->record[2] = ADD;
    m->symbols[1] = symbol(m, "add.c", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
    m->symbols[2] = symbol(m, "helper", STB_LOCAL, STT_FUNC, 1, HELPER, 0x20);
    m->symbols[3] = symbol(m, "xl_variant_add", STB_LOCAL, STT_OBJECT, 2, DATA_AT, 32);
    m->symbols[4] = symbol(m, "crt.c", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
    m->symbols[5] = symbol(m, "nobody", STB_LOCAL, STT_FUNC, 1, 0x4010c0, 0x20);
    m->symbols[6] = symbol(m, "add__sve", STB_WEAK, STT_FUNC, 1, ADD, 0x40);
    m->symbols[7] = symbol(m, "sub__sve", STB_GLOBAL, STT_FUNC, 1, SUB, 0x40);
    m->symbols[8] = symbol(m, "__wrap_main", STB_GLOBAL, STT_FUNC, 1, 0x401100, 0x10);
    m->sections[1] = (Elf64_Shdr){.sh_type = SHT_NOBITS, .sh_addr = TEXT_AT, .sh_size = 0x200};
    m->sections[2] = (Elf64_Shdr){.sh_type = SHT_PROGBITS,
                                  .sh_addr = DATA_AT,
                                  .sh_offset = offsetof(struct made_up, record),
                                  .sh_size = sizeof m->record};
    m->sections[3] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                  .sh_offset = offsetof(struct made_up, symbols),
                                  .sh_size = sizeof m->symbols,
                                  .sh_entsize = sizeof m->symbols[0],
                                  .sh_link = 4};
    m->sections[4] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                  .sh_offset = offsetof(struct made_up, strings),
                                  .sh_size = sizeof m->strings};
    return m;
}

static void order_part(void *part, size_t size, Elf_Type type)
{
    Elf_Data d = {.d_buf = part, .d_size = size, .d_type = type, .d_version = EV_CURRENT};
    assert_non_null(elf64_xlatetof(&d, &d, ELFDATA2LSB));
}

/* Gives a file the byte order of its header, whatever the host's is. */
static struct made_up *order(struct made_up *m)
{
    elf_version(EV_CURRENT);
    order_part(&m->header, sizeof m->header, ELF_T_EHDR);
    order_part(&m->segment, sizeof m->segment, ELF_T_PHDR);
    order_part(m->sections, sizeof m->sections, ELF_T_SHDR);
    order_part(m->record, sizeof m->record, ELF_T_XWORD);
    order_part(m->symbols, sizeof m->symbols, ELF_T_SYM);
    return m;
}

static int parse(struct made_up *m, const char *arch, struct xl_image *image, struct xl_error *err)
{
    return xl_image_parse((char *)order(m), sizeof *m, xl_arch_find(arch), image, err);
}

/* Two kernels that test the same function of a library: it is what counts, for both. */
XL_TEST(test_a_function_of_a_library)
{
    struct made_up *m = make_up(EM_AARCH64, 0);
    struct xl_image image;
    struct xl_error err;
    m->symbols[2] = symbol(m, "add__sve.library", STB_GLOBAL, STT_FUNC, 1, 0x4010c0, 0x20);
    m->symbols[5] = symbol(m, "sub__sve.library", STB_GLOBAL, STT_FUNC, 1, 0x4010c0, 0x20);
    assert_int_equal(parse(m, "aarch64", &image, &err), 0);
    long add = xl_image_variant(&image, "add", "sve", NULL),
         sub = xl_image_variant(&image, "sub", "sve", NULL);
    const struct xl_image_function *f = xl_image_function(&image, 0x4010c0);
    assert_true(add >= 0 && sub >= 0 && f);
    assert_true(f->owner == add || f->owner == sub);
    assert_false(f->is_wrapper);
    assert_int_equal(image.variants[add].code, f->owner);
    assert_int_equal(image.variants[sub].code, f->owner);
    assert_true(xl_image_function(&image, ADD)->is_wrapper);
    assert_true(xl_image_function(&image, SUB)->is_wrapper);
    xl_image_free(&image);
}

XL_TEST(test_helpers_are_their_kernels)
{
    struct xl_image image;
    struct xl_error err;
    assert_int_equal(parse(make_up(EM_AARCH64, 0), "aarch64", &image, &err), 0);
    long add = xl_image_variant(&image, "add", "sve", NULL),
         sub = xl_image_variant(&image, "sub", "sve", NULL);
    assert_true(add >= 0 && sub >= 0);
    assert_int_equal(xl_image_variant(&image, "add", "neon", NULL), XL_OWNER_NONE);
    assert_int_equal(xl_image_variant(&image, "ad", "sve", NULL), XL_OWNER_NONE);
    assert_int_equal(xl_image_function(&image, HELPER + 0x1f)->owner, add);
    assert_null(xl_image_function(&image, HELPER + 0x20));
    assert_int_equal(xl_image_function(&image, ADD)->owner, add);
    assert_int_equal(xl_image_function(&image, SUB + 0x3f)->owner, sub);
    assert_int_equal(xl_image_function(&image, 0x401100)->owner, XL_OWNER_AGENT);
    assert_null(xl_image_function(&image, 0x4010c0));
    assert_null(xl_image_function(&image, 0));
    xl_image_free(&image);
}

static void assert_refused(struct made_up *m, const char *arch, const char *why)
{
    struct xl_image image;
    struct xl_error err;
    assert_int_equal(parse(m, arch, &image, &err), -1);
    if (!strstr(err.text, why))
        fail_msg("\"%s\" does not say \"%s\"", err.text, why);
}

XL_TEST(test_another_machines_agent_is_refused)
{
    struct xl_image image;
    struct xl_error err;
    assert_refused(make_up(EM_X86_64, 0), "aarch64", "machine 62");
    assert_refused(make_up(EM_AARCH64, 0), "armhf", "64-bit");
    assert_refused(make_up(EM_S390, 0), "s390x", "little-endian");
    assert_refused(make_up(EM_PPC64, 1), "ppc64el", "ELFv2");
    assert_refused(make_up(EM_RISCV, EF_RISCV_FLOAT_ABI_SOFT), "riscv64", "doubles in registers");
    assert_int_equal(
        parse(make_up(EM_RISCV, EF_RISCV_FLOAT_ABI_DOUBLE | EF_RISCV_RVC), "riscv64", &image, &err),
        0);
    xl_image_free(&image);
}

XL_TEST(test_a_dynamic_agent_is_refused)
{
    struct made_up *m = make_up(EM_AARCH64, 0);
    m->segment.p_type = PT_INTERP;
    assert_refused(m, "aarch64", "shared libraries");
    m = make_up(EM_AARCH64, 0);
    m->header.e_type = ET_DYN;
    assert_refused(m, "aarch64", "fixed addresses");
    m = make_up(EM_AARCH64, 0);
    m->sections[3].sh_type = SHT_PROGBITS;
    assert_refused(m, "aarch64", "no symbol table");
}

/* Cut anywhere, and with any one byte changed: an error or an image, never a crash. */
XL_TEST(test_hostile_files_are_survived)
{
    struct xl_image image;
    struct xl_error err;
    for (size_t length = 0; length < sizeof(struct made_up); length++) {
        char *part = realloc(order(make_up(EM_AARCH64, 0)), length + 1);
        if (!xl_image_parse(part, length, xl_arch_find("aarch64"), &image, &err))
            xl_image_free(&image);
    }
    for (size_t at = 0; at < sizeof(struct made_up); at++) {
        static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
        for (size_t i = 0; i < sizeof values; i++) {
            struct made_up *m = make_up(EM_AARCH64, 0);
            ((unsigned char *)m)[at] = values[i];
            if (!parse(m, "aarch64", &image, &err)) {
                for (uint64_t address = TEXT_AT; address < TEXT_AT + 0x200; address += 16)
                    (void)xl_image_function(&image, address);
                xl_image_free(&image);
            }
        }
    }
}

static int parse_listing(const char *text, struct xl_disassembly *l, struct xl_error *err)
{
    return xl_disassembly_parse(strdup(text), strlen(text), "aarch64", l, err);
}

/* Of an agent with parts of these objects. */
#define LISTING(PARTS) "crosslane-disassembly 4 sve\n" PARTS ".code\n"

#define SYMBOL(ADDRESS, FLAGS, NAME)                                                               \
    "0000000000" ADDRESS " " FLAGS "     F .text\t0000000000000010 " NAME "\n"
#define SYMBOLS(TABLE) "SYMBOL TABLE:\n" TABLE "\nDisassembly of section .text:\n\n"

#define SHORT LISTING("10 a.o\n") "10 <f>:\n10: nop\n14: ret\n20: ret\n"

#define AGENTS "CMakeFiles/agent.dir/a.o"

XL_TEST(test_listing_is_read)
{
    struct xl_disassembly l;
    struct xl_error err;
    assert_int_equal(
        parse_listing(LISTING("10 a.o\n") "10 <add__sve>:\n10: fadd\tz0.s, z1.s, z2.s\n14: ret\n",
                      &l, &err),
        0);
    assert_int_equal(l.count, 2);
    assert_int_equal(l.instructions[0].family, XL_FAMILY_sve);
    assert_string_equal(l.instructions[1].mnemonic, "ret");
    assert_string_equal(l.instructions[1].operands, "");
    assert_int_equal(xl_disassembly_find(&l, 0x12), 1);
    assert_int_equal(xl_disassembly_find(&l, 0x18), 2);
    xl_disassembly_free(&l);
}

/* Functions with their objects, by the disassembly; of the agent's own there is none. */
XL_TEST(test_listing_has_functions)
{
    struct xl_disassembly l;
    struct xl_error err;
    assert_int_equal(parse_listing(LISTING("10 add dir/a.o\n18 " AGENTS
                                           "\n") "10 <add__sve>:\n10: fadd\tz0.s, z1.s, "
                                                 "z2.s\n14: ret\n18 <main>:\n18: ret\n",
                                   &l, &err),
                     0);
    assert_int_equal(l.function_count, 2);
    assert_string_equal(l.functions[0].name, "add__sve");
    assert_string_equal(l.functions[0].object, "add dir/a.o");
    assert_int_equal(l.functions[0].first, 0);
    assert_int_equal(l.functions[0].end, 2);
    assert_string_equal(l.functions[1].object, "");
    assert_ptr_equal(xl_disassembly_function(&l, 0x14), &l.functions[0]);
    assert_null(xl_disassembly_function(&l, 8));
    assert_null(xl_disassembly_function(&l, 0x15));
    xl_disassembly_free(&l);
}

/* A function has every name of its address; those of C++ as they were written, too. */
XL_TEST(test_functions_have_several_names)
{
    static const char text[] =
        "crosslane-disassembly 4 sve --mattr=+all\n10 a.o\n.readable\nSYMBOL TABLE:\n" SYMBOL(
            "000010", "g", "sum") SYMBOL("000010", "w", "add(int)")
            SYMBOL("000014", "g", "other") ".code\n" SYMBOLS(SYMBOL("000010", "g", "sum") SYMBOL(
                "000010", "w", "_Z3addi") SYMBOL("000014", "g", "other")) "10 <_Z3addi>:\n10: ret\n"
                                                                          "14 <other>:\n14: ret\n";
    struct xl_disassembly l;
    struct xl_error err;
    assert_int_equal(parse_listing(text, &l, &err), 0);
    assert_int_equal(l.function_count, 2);
    assert_int_equal(l.count, 2);
    assert_string_equal(xl_disassembly_readable_name(&l, 0), "add(int)");
    assert_string_equal(xl_disassembly_readable_name(&l, 1), "other");
    assert_string_equal(xl_disassembly_match(&l, 0, "s*m"), "sum");
    assert_string_equal(xl_disassembly_match(&l, 0, "_Z3add*"), "add(int)");
    assert_string_equal(xl_disassembly_match(&l, 0, "add(*"), "add(int)");
    assert_string_equal(xl_disassembly_match(&l, 1, "other"), "other");
    assert_null(xl_disassembly_match(&l, 1, "sum"));
    xl_disassembly_free(&l);
}

/* Of an agent's functions, the toolchain's are left out; a comment is, but for what asks the CPU.
 */
XL_TEST(test_toolchain_is_left_out)
{
    static const char text[] = LISTING("8 toolchain libc.a(puts.o)\n10 a.o\n20 " AGENTS
                                       "\n30 toolchain libc.a(free.o)\n40 lib.a(x.o)\n")
        SYMBOLS(SYMBOL("000040", "g", "add__sve.library") SYMBOL(
            "000040", "g", "add")) "8 <puts>:\n8: ret\n"
                                   "10 <add__sve>:\n10: \tadd\tx0, x1, x2 // =1\n14:  "
                                   "nop\t\n18: .word\t0x8\n"
                                   "1c: ldr\tx0, [x1]      # 0x8 <__cpu_model+0xc>\n"
                                   "20 <main>:\n20: <unknown>\n"
                                   "30 <free>:\n30: ret\n40 <add>:\n40: ret\n";
    static const struct {
        uint64_t address;
        const char *mnemonic, *operands;
    } wanted[] = {{0x10, "add", "x0, x1, x2"},
                  {0x14, "nop", ""},
                  {0x1c, "ldr", "x0, [x1] <__cpu_model+0xc>"},
                  {0x20, "<unknown>", ""},
                  {0x40, "ret", ""}};
    struct xl_disassembly l;
    struct xl_error err;
    assert_int_equal(parse_listing(text, &l, &err), 0);
    assert_int_equal(l.function_count, 3);
    assert_string_equal(l.functions[0].object, "a.o");
    assert_string_equal(l.functions[1].name, "main");
    assert_string_equal(l.functions[1].object, "");
    assert_string_equal(l.functions[2].object, "library");
    assert_string_equal(xl_disassembly_match(&l, 2, "add"), "add");
    assert_int_equal(l.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < l.count; i++) {
        assert_int_equal(l.instructions[i].address, wanted[i].address);
        assert_string_equal(l.instructions[i].mnemonic, wanted[i].mnemonic);
        assert_string_equal(l.instructions[i].operands, wanted[i].operands);
    }
    xl_disassembly_free(&l);
}

/* A traceback table ends the code, or a branch leads behind it. A jump table, whose distances may
 * be negative, is in the code. */
XL_TEST(test_tables_of_ppc64_are_left_out)
{
    static const char text[] =
        LISTING("10 a.o\n") "10 <f>:\n10: beq 0x28 <f+0x18>\n14: b\t0x80 <g>\n18: .long\t0x0\n"
                            "1c: lwz 3, 0(3)\n      ...\n28: blr\n2c: <unknown>\n30: nop\n"
                            "40 <g>:\n40: blr\n\t\t...\n48: nop\n"
                            "50 <h>:\n50: bctr\n54: <unknown>\n58: fadd 31, 31, 31\n"
                            "5c: <unknown>\n60: nop\n64: blr\n68: .long\t0x0\n6c: nop\n"
                            "70 <i>:\n70: bctr\n74: fsub 31, 31, 30\n78: fadd 31, 30, 31\n"
                            "80 <j>:\n80: bctr\n84: .long\t0x0\n88: nop\n";
    static const uint64_t wanted[] = {0x10, 0x14, 0x28, 0x40, 0x50, 0x60, 0x64, 0x70, 0x78, 0x80};
    struct xl_disassembly l;
    struct xl_error err;
    assert_int_equal(xl_disassembly_parse(strdup(text), strlen(text), "ppc64el", &l, &err), 0);
    assert_int_equal(l.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < l.count; i++)
        assert_int_equal(l.instructions[i].address, wanted[i]);
    xl_disassembly_free(&l);
}

/* Of two kernels of one object each has its own function and what that calls; a kernel that is
 * alone in its object has all of it. */
XL_TEST(test_reach_parts_an_object)
{
    static const char text[] =
        LISTING("401000 a.o\n") "401000 <helper>:\n401000: ret\n"
                                "401040 <add__sve>:\n401040: bl\t0x401000 <helper>\n"
                                "401080 <sub__sve>:\n401080: ret\n"
                                "401100 <pointed>:\n401100: ret\n";
    static const bool wanted[2][4] = {{true, true, false, false}, {false, false, true, false}};
    struct xl_image image;
    struct xl_disassembly l;
    struct xl_error err;
    struct xl_reachable reachable;
    assert_int_equal(parse(make_up(EM_AARCH64, 0), "aarch64", &image, &err), 0);
    assert_int_equal(parse_listing(text, &l, &err), 0);
    xl_reachable_find(&reachable, &image, &l);
    const long variants[2] = {xl_image_variant(&image, "add", "sve", NULL),
                              xl_image_variant(&image, "sub", "sve", NULL)};
    for (size_t v = 0; v < 2; v++)
        for (size_t f = 0; f < l.function_count; f++)
            if (xl_reachable_has(&reachable, (size_t)variants[v], f) != wanted[v][f])
                fail_msg("%zu and %s", v, l.functions[f].name);
    free(reachable.has);
    xl_disassembly_free(&l);
    xl_image_free(&image);
}

/* By calls, by addresses that are named, over objects; never the agent's own, nor what only another
 * kernel calls. */
XL_TEST(test_reach_follows_calls)
{
    static const char text[] = LISTING(
        "401000 a.o\n401080 b.o\n401100 " AGENTS
        "\n401200 lib.a(x.o)\n401300 lib.a(y.o)\n") "401000 <helper>:\n401000: ret\n" /* of
                                                                                         add's
                                                                                         object
                                                                                       */
                                                    "401040 <add__sve>:\n401040: "
                                                    "bl\t0x401200 <first>\n" /* into a
                                                                                library */
                                                    "401044: bl\t0x401100 <main>\n"
                                                    "401080 <sub__sve>:\n401080: "
                                                    "larl\t%r1, 0x401300\n" /* a pointer */
                                                    "401084: b.ne\t0x401080 <sub__sve>\n"
                                                    "401100 <main>:\n401100: bl\t0x401400 "
                                                    "<fourth>\n"
                                                    "401200 <first>:\n401200: bl\t0x401308 "
                                                    "<third+0x8>\n" /* its local entry */
                                                    "401280 <second>:\n401280: ret\n"
                                                    "401300 <third>:\n401300: bl\t556 "
                                                    "<first>\n" /* as on LoongArch; a loop
                                                                 */
                                                    "401400 <fourth>:\n401400: ret\n";
    static const bool wanted[2][8] = {{true, true, false, false, true, false, true, false},
                                      {false, false, true, false, true, false, true, false}};
    struct xl_image image;
    struct xl_disassembly l;
    struct xl_error err;
    struct xl_reachable reachable;
    assert_int_equal(parse(make_up(EM_AARCH64, 0), "aarch64", &image, &err), 0);
    assert_int_equal(parse_listing(text, &l, &err), 0);
    xl_reachable_find(&reachable, &image, &l);
    const long variants[2] = {xl_image_variant(&image, "add", "sve", NULL),
                              xl_image_variant(&image, "sub", "sve", NULL)};
    for (size_t v = 0; v < 2; v++)
        for (size_t f = 0; f < l.function_count; f++)
            if (xl_reachable_has(&reachable, (size_t)variants[v], f) != wanted[v][f])
                fail_msg("%zu and %s", v, l.functions[f].name);
    assert_false(xl_reachable_has(&reachable, 0, SIZE_MAX));
    /* What was executed is, but for the agent's own. */
    assert_true(xl_reachable_may_have(&reachable, &image, &l, (size_t)variants[0], 7));
    assert_false(xl_reachable_may_have(&reachable, &image, &l, (size_t)variants[0], 3));
    free(reachable.has);
    xl_disassembly_free(&l);
    xl_image_free(&image);
}

/* The code that a result keeps: that of its own variant, whole where it is short, else what is
 * around the instruction that a finding names, or around the last vector instruction. */
static char *kept_code(const char *text, uint64_t pc)
{
    static struct xl_agent_variant variant = {.kernel = "add", .isa = "sve"};
    struct xl_agent agent = {.variants = &variant, .variant_count = 1};
    struct xl_kernel_result result = {.finding_count = 1};
    struct xl_agent_code code = {.error = ""};
    struct xl_error err;
    result.findings[0].pc = pc;
    assert_int_equal(parse(make_up(EM_AARCH64, 0), "aarch64", &code.image, &err), 0);
    assert_int_equal(parse_listing(text, &code.disassembly, &err), 0);
    xl_reachable_find(&code.reachable, &code.image, &code.disassembly);
    xl_store_code(&(struct xl_context){.agent = &agent, .code = &code}, &result);
    xl_agent_code_free(&code);
    assert_non_null(result.code);
    return result.code;
}

XL_TEST(test_code_is_kept)
{
    static const char text[] =
        LISTING("401000 a.o\n") "401000 <helper>:\n401000: ret\n"
                                "401040 <add__sve>:\n401040: bl\t0x401000 <helper>\n"
                                "401044: fadd\tz0.s, z1.s, z2.s\n"
                                "401080 <sub__sve>:\n401080: ret\n";
    char *code = kept_code(text, 0), *many = NULL, last[32];
    size_t size = 0;
    assert_string_equal(code, "helper:\n  401000 ret\nadd__sve:\n  401040 bl 0x401000 <helper>\n"
                              "* 401044 fadd z0.s, z1.s, z2.s\n");
    free(code);
    FILE *f = open_memstream(&many, &size);
    fputs(LISTING("401040 a.o\n") "401040 <add__sve>:\n", f);
    for (unsigned i = 0; i < 5000; i++)
        fprintf(f, "%x: %s\n", 0x401040 + 4 * i, i == 2000 ? "fadd\tz0.s, z1.s, z2.s" : "ret");
    fclose(f);
    const struct {
        uint64_t pc;
        const char *has;
    } marks[] = {{0, "\n* 402f80 fadd z0.s, z1.s, z2.s\n"},
                 {0x401040 + 4 * 4000, "\n  404ec0 ret\n"}};
    for (size_t i = 0; i < 2; i++) {
        code = kept_code(many, marks[i].pc);
        if (!strstr(code, marks[i].has) || strncmp(code, "...\n", 4) != 0 || strlen(code) > 20000)
            fail_msg("no %s in %s", marks[i].has, code);
        snprintf(last, sizeof last, "%s", code + strlen(code) - 4);
        assert_string_equal(last, "...\n");
        free(code);
    }
    free(many);
}

static void write_file(const char *directory, const char *name, const void *bytes, size_t size)
{
    char path[80];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* Inspected code that few use stays in memory. What was forgotten is inspected again, from the
 * files that were open, with the same result: neither counted twice nor from a newer build. */
XL_TEST(test_forgotten_code_is_inspected_again)
{
    enum { CODES = 8 };
    static const char text[] =
        LISTING("401000 a.o\n") "401000 <helper>:\n401000: fadd\tz0.s, z1.s, z2.s\n"
                                "401040 <add__sve>:\n401040: bl\t0x401000 <helper>\n";
    static struct xl_agent_code codes[CODES];
    char directory[] = "/tmp/crosslane-code-XXXXXX", command[80];
    struct made_up *m = make_up(EM_AARCH64, 0);
    assert_non_null(mkdtemp(directory));
    write_file(directory, "agent-sve", order(m), sizeof *m);
    write_file(directory, "disassembly-sve", text, strlen(text));
    free(m);
    for (size_t i = 0; i < CODES; i++)
        xl_agent_code_open(directory, "sve", xl_arch_find("aarch64"), &codes[i]);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the test's own directory */
    for (size_t i = 0; i < CODES; i++)
        xl_agent_code_inspect(&codes[i]);
    for (size_t i = 0; i < CODES; i++)
        assert_true(codes[i].is_inspected); /* they are all in use */
    const uint64_t families = codes[0].families;
    char error[XL_TEXT];
    memcpy(error, codes[0].error, sizeof error);
    for (size_t i = 0; i < CODES; i++)
        xl_agent_code_release(&codes[i]);
    assert_false(codes[0].is_inspected);
    assert_true(codes[CODES - 1].is_inspected);
    xl_agent_code_inspect(&codes[0]);
    assert_true(codes[0].is_inspected);
    assert_int_equal(codes[0].families, families);
    assert_int_equal(codes[0].disassembly.count, 2);
    assert_string_equal(codes[0].error, error);
    xl_agent_code_release(&codes[0]);
    for (size_t i = 0; i < CODES; i++)
        xl_agent_code_free(&codes[i]);
}

XL_TEST(test_bad_listings_are_refused)
{
    static const struct {
        const char *text, *why;
    } table[] = {
        {"", "empty"},
        {"hello\n", "line 1"},
        {"crosslane-disassembly 40 sve\n", "line 1 of the disassembly: its version is unknown"},
        {LISTING("10 a.o\n"), "empty"},
        {LISTING("10 a.o\n") "10 <f>:\n10: ret", "line 5 of the disassembly: it is truncated"},
        {LISTING("10 a.o\n") "10 <f>:\n14: ret\n10: ret\n",
         "line 6 of the disassembly: addresses do not rise"},
        {LISTING("10 a.o\n") "10 <f>:\n11111111111111111: ret\n", "empty"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_disassembly l;
        struct xl_error err;
        assert_int_equal(parse_listing(table[i].text, &l, &err), -1);
        if (!strstr(err.text, table[i].why))
            fail_msg("\"%s\" does not say \"%s\"", err.text, table[i].why);
    }
}

/* The log may come in pieces of any size. */
XL_TEST(test_trace_is_counted)
{
    static const char log[] =
        "Trace 0: 0x7f1c00000100 [00000000/0000000000000010/1040c0b3/00008201] add__sve\n"
        "Trace 0: 0x7f1c00000200 [00000000/0000000000000014/1040c0b3/00008201] \n"
        "qemu: something else [1/10/3]\n"
        "Trace 0: 0x7f1c00000100 [0/10/1040c0b3/00008201] add__sve\n"
        "Trace 0: broken [0/10\n"
        "Trace 0: 0x7f1c00000100 [0/0000000000000024/1040c0b3/00008201] other\n";
    struct xl_disassembly l;
    struct xl_error err;
    assert_int_equal(parse_listing(SHORT, &l, &err), 0);
    for (size_t piece = 1; piece <= sizeof log; piece++) {
        struct xl_trace t;
        uint64_t counts[3] = {0};
        xl_trace_begin(&t, &l, counts);
        for (size_t at = 0; at < sizeof log - 1; at += piece)
            xl_trace_feed(&t, log + at, at + piece < sizeof log - 1 ? piece : sizeof log - 1 - at);
        assert_int_equal(counts[0], 2);
        assert_int_equal(counts[1], 1);
        assert_int_equal(counts[2], 0);
        assert_int_equal(t.executed, 4);
        assert_int_equal(t.elsewhere, 1);
        assert_int_equal(t.last, 0x24);
        assert_int_equal(t.low, 0);
        assert_int_equal(t.high, 2);
    }
    xl_disassembly_free(&l);
}

/* A log of calls: each is the number of the function that is entered. */
static void enter(struct xl_indirect_calls *t, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        xl_indirect_calls_enter(t, (size_t)calls[i], true);
    xl_indirect_calls_end(t);
}

/* add's code is called before sub's. What only a pointer leads to is whose call it was in: sub's
 * code too, where add calls that. What stands between the two initialises sub. */
XL_TEST(test_taken_is_whose_call_it_was)
{
    enum { IN_ADD, IN_SUB, BY_ADD, BY_SUB, IN_MAIN, IN_INIT };
    static const char text[] =
        LISTING("401040 a.o\n401080 b.o\n401300 lib.o\n401500 " AGENTS
                "\n401600 lib.o\n") "401040 <add__sve>:\n401040: ret\n"
                                    "401080 <sub__sve>:\n401080: bl\t0x401600 <init>\n"
                                    "401300 <by_add>:\n401300: ret\n"
                                    "401400 <by_sub>:\n401400: ret\n"
                                    "401500 <main>:\n401500: ret\n"
                                    "401600 <init>:\n401600: ret\n";
    static const struct {
        int calls[12];
        size_t count;
        bool add[6], sub[6];
    } table[] = {
        {{IN_ADD, BY_ADD, IN_MAIN, IN_SUB, BY_SUB}, 5, {[BY_ADD] = true}, {[BY_SUB] = true}},
        {{IN_INIT, BY_SUB, IN_ADD, IN_ADD, BY_ADD, IN_INIT, IN_SUB, IN_SUB, BY_SUB},
         9,
         {[BY_ADD] = true},
         {[BY_SUB] = true}},
        {{IN_ADD, BY_ADD, IN_SUB, BY_SUB, IN_ADD, IN_SUB, IN_SUB},
         7,
         {[IN_SUB] = true, [BY_ADD] = true, [BY_SUB] = true},
         {false}},
        {{IN_ADD, IN_SUB, IN_ADD, BY_ADD, IN_SUB, IN_SUB, BY_SUB, IN_ADD, BY_ADD},
         9,
         {[IN_SUB] = true, [BY_ADD] = true},
         {[IN_ADD] = true, [BY_ADD] = true, [BY_SUB] = true}},
    };
    struct xl_image image;
    struct xl_disassembly l;
    struct xl_error err;
    struct xl_reachable reachable;
    assert_int_equal(parse(make_up(EM_AARCH64, 0), "aarch64", &image, &err), 0);
    assert_int_equal(parse_listing(text, &l, &err), 0);
    xl_reachable_find(&reachable, &image, &l);
    const size_t add = (size_t)xl_image_variant(&image, "add", "sve", NULL),
                 sub = (size_t)xl_image_variant(&image, "sub", "sve", NULL);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_indirect_calls t;
        xl_indirect_calls_begin(&t, &image, &l, &reachable);
        xl_indirect_calls_order(&t, add, 3);
        xl_indirect_calls_order(&t, sub, 7);
        enter(&t, table[i].calls, table[i].count);
        for (size_t f = 0; f < 6; f++)
            if (t.has[add * 6 + f] != table[i].add[f] || t.has[sub * 6 + f] != table[i].sub[f])
                fail_msg("%zu: %s", i, l.functions[f].name);
        xl_indirect_calls_free(&t);
    }
    free(reachable.has);
    xl_disassembly_free(&l);
    xl_image_free(&image);
}

/* Where a signal comes before an instruction it is logged twice, and executed once. Another
 * thread's lines may stand between. */
XL_TEST(test_trace_counts_what_was_executed)
{
    static const char log[] =
        "Stopped execution of TB chain before 0x7f1c00000200 [0000000000000014] \n"
        "Trace 0: 0x7f1c00000100 [0/0000000000000010/1040c0b3/00008201] add__sve\n"
        "Trace 0: 0x7f1c00000200 [0/0000000000000014/1040c0b3/00008201] add__sve\n"
        "Trace 1: 0x7f1c00000100 [0/0000000000000010/1040c0b3/00008201] add__sve\n"
        "Stopped execution of TB chain before 0x7f1c00000200 [0000000000000014] add__sve\n"
        "Trace 0: 0x7f1c00000200 [0/0000000000000014/1040c0b3/00008201] add__sve\n"
        "Trace 0: 0x7f1c00000300 [0/0000000000000024/1040c0b3/00008201] other\n"
        "Stopped execution of TB chain before 0x7f1c00000300 [0000000000000024] other\n";
    struct xl_disassembly l;
    struct xl_error err;
    struct xl_trace t;
    uint64_t counts[3] = {0};
    assert_int_equal(parse_listing(SHORT, &l, &err), 0);
    xl_trace_begin(&t, &l, counts);
    xl_trace_feed(&t, log, sizeof log - 1);
    assert_int_equal(counts[0], 2);
    assert_int_equal(counts[1], 1);
    assert_int_equal(t.executed, 3);
    assert_int_equal(t.elsewhere, 0);
    xl_disassembly_free(&l);
}

/* A block stands for the instructions that QEMU listed before its first line. A list may come in a
 * part of the log that is not counted; a new block may take the place of another. */
XL_TEST(test_trace_counts_blocks)
{
    static const char before[] = "----------------\n"
                                 "IN: add__sve\n"
                                 "0x00000010:  d503201f  nop\n"
                                 "0x00000014:  d65f03c0  ret\n"
                                 "\n"
                                 "Trace 0: 0x7f1c00000100 [0/0000000000000010/1/1] add__sve\n",
                      log[] = "Trace 0: 0x7f1c00000100 [0/0000000000000010/1/1] add__sve\n"
                              "Trace 0: 0x7f1c00000100 [0/0000000000000010/1/1] add__sve\n"
                              "Stopped execution of TB chain before 0x7f1c00000100 "
                              "[0000000000000010] add__sve\n"
                              "Trace 0: 0x7f1c00000200 [0/0000000000000014/1/1] no list\n"
                              "IN: listed and never executed\n"
                              "0x00000010:  d503201f  nop\n"
                              "IN: other flags\n"
                              "0x00000014:  d65f03c0  ret\n"
                              "0x00000018:  d5             .byte\n"
                              "0x00000019:  03             .byte\n"
                              "0x00000020:  d65f03c0  ret\n"
                              "Trace 0: 0x7f1c00000100 [0/0000000000000014/2/1] other flags\n"
                              "IN: listed by one thread, while another runs\n"
                              "0x00000018:  d503201f  nop\n"
                              "0x00000020:  d65f03c0  ret\n"
                              "Trace 1: 0x7f1c00000400 [0/0000000000000010/1/1] no list\n"
                              "Trace 0: 0x7f1c00000500 [0/0000000000000018/1/1] listed\n"
                              "IN: longer than the disassembly\n"
                              "0x00000020:  d65f03c0  ret\n"
                              "0x00000040:  d65f03c0  ret\n"
                              "Trace 0: 0x7f1c00000300 [0/0000000000000020/1/1] longer\n";
    struct xl_disassembly l;
    struct xl_error err;
    struct xl_blocks blocks = {0};
    struct xl_trace skipped = {.blocks = &blocks}, t;
    uint64_t counts[4] = {0};
    assert_int_equal(
        parse_listing(LISTING("10 a.o\n") "10 <f>:\n10: nop\n14: ret\n18: nop\n20: ret\n", &l,
                      &err),
        0);
    xl_trace_feed(&skipped, before, sizeof before - 1);
    xl_trace_begin(&t, &l, counts);
    t.blocks = &blocks;
    xl_trace_feed(&t, log, sizeof log - 1);
    assert_int_equal(counts[0], 1 + 1);
    assert_int_equal(counts[1], 1 + 1 + 1);
    assert_int_equal(counts[2], 1 + 1);
    assert_int_equal(counts[3], 1 + 1 + 1);
    assert_int_equal(t.executed, 11);
    assert_int_equal(t.elsewhere, 1);
    assert_int_equal(t.last_elsewhere, 0x40);
    xl_blocks_free(&blocks);
    xl_disassembly_free(&l);
}

XL_TEST(test_long_lines_are_dropped)
{
    struct xl_disassembly l;
    struct xl_error err;
    struct xl_trace t;
    uint64_t counts[1] = {0};
    char line[1000];
    memset(line, 'x', sizeof line);
    assert_int_equal(parse_listing(LISTING("10 a.o\n") "10 <f>:\n10: nop\n", &l, &err), 0);
    xl_trace_begin(&t, &l, counts);
    for (int i = 0; i < 100; i++)
        xl_trace_feed(&t, line, sizeof line);
    xl_trace_feed(&t, "\nTrace 0: 0 [0/10/0/0]\n", 23);
    assert_int_equal(counts[0], 1);
    xl_disassembly_free(&l);
}

int main(void)
{
    return xl_run_tests("evidence", NULL, NULL);
}
