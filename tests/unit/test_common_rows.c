/* What separates rows that fail from rows that pass, in a sentence.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>

#include "matrix/isas.h"
#include "report/common_rows.h"
#include "unit.h"

enum { MOST = 240 };

static struct xl_common_row rows[MOST];
static char names[MOST][64];
static size_t count;

struct cpu {
    const char *arch, *name, *isa, *qemu_cpu;
    unsigned vl;
};

static const struct cpu z13 = {"s390x", "z13", "vx", "max,vxeh=off,vxeh2=off", 128},
                        z14 = {"s390x", "z14", "vxe", "max,vxeh2=off", 128},
                        z15 = {"s390x", "z15", "vxe2", "max", 128},
                        sve128 = {"aarch64", "sve128", "sve", "max,sve=on,sve128=on", 128},
                        sve256 = {"aarch64", "sve256", "sve", "max,sve=on,sve256=on", 256},
                        sve512 = {"aarch64", "sve512", "sve", "max,sve=on,sve512=on", 512},
                        sve1024 = {"aarch64", "sve1024", "sve", "max,sve1024=on", 1024},
                        sve2048 = {"aarch64", "sve2048", "sve", "max,sve2048=on", 2048},
                        sve2 = {"aarch64", "sve2_256", "sve2", "max,sve=on,sve256=on", 256},
                        neon = {"aarch64", "nosve", "neon", "max,sve=off", 128},
                        v128 = {"riscv64", "v128", "rvv", "rv64,v=true,vlen=128", 128},
                        v256 = {"riscv64", "v256", "rvv", "rv64,v=true,vlen=256", 256},
                        v1024 = {"riscv64", "v1024", "rvv", "rv64,v=true,vlen=1024", 1024},
                        ones = {"riscv64", "v256_ones", "rvv",
                                "rv64,v=true,vlen=256,rvv_ta_all_1s=true", 256},
                        ones128 = {"riscv64", "v128_ones", "rvv",
                                   "rv64,v=true,vlen=128,rvv_ta_all_1s=true", 128},
                        nov = {"riscv64", "nov", "scalar", "rv64,v=false", 0},
                        power8 = {"ppc64el", "power8", "vsx", "power8", 128},
                        power9 = {"ppc64el", "power9", "vsx3", "power9", 128},
                        a15 = {"armhf", "cortex_a15", "neon32", "cortex-a15", 128},
                        k8 = {"x86_64", "k8", "sse2", "Opteron_G1", 128},
                        haswell = {"x86_64", "haswell", "avx2", "Haswell", 256},
                        native = {"x86_64", "native_avx2", "avx2", "native", 256};

static void add(const struct cpu *cpu, const char *compiler, const char *opt, bool fails)
{
    const struct xl_arch *arch = xl_arch_find(cpu->arch);
    assert_non_null(arch);
    assert_in_range(count, 0, MOST - 1);
    snprintf(names[count], sizeof names[count], "%s-%s-%s-%s", cpu->arch, cpu->name, compiler, opt);
    rows[count] = (struct xl_common_row){.name = names[count],
                                         .arch = cpu->arch,
                                         .isa = cpu->isa,
                                         .compiler = compiler,
                                         .opt = opt,
                                         .qemu_cpu = cpu->qemu_cpu,
                                         .vl_bits = cpu->vl,
                                         .is_big_endian = arch->big_endian,
                                         .fails = fails};
    count++;
}

/* A row for each compiler and level, of which fails those that `wanted` names: "gcc", "O3", "". */
static void add_builds(const struct cpu *cpu, const char *compiler, const char *opt)
{
    static const char *const compilers[] = {"gcc", "llvm"}, *const opts[] = {"O0", "O2", "O3"};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 3; k++)
            add(cpu, compilers[i], opts[k],
                compiler && strstr(compiler, compilers[i]) && strstr(opt, opts[k]));
}

static void fail_all(const struct cpu *cpu)
{
    add_builds(cpu, "gcc llvm", "O0 O2 O3");
}

static void pass_all(const struct cpu *cpu)
{
    add_builds(cpu, NULL, NULL);
}

static void expect(const char *wanted)
{
    char text[XL_COMMON_TEXT];
    xl_common_rows(rows, count, text, sizeof text);
    count = 0;
    assert_string_equal(text, wanted);
}

XL_TEST(test_byte_order)
{
    fail_all(&z13);
    fail_all(&z14);
    fail_all(&z15);
    pass_all(&sve128);
    pass_all(&haswell);
    expect("fails on s390x alone (big-endian); passes on 12 rows");
    /* Of two big-endian architectures, neither stands for the byte order. */
    fail_all(&z13);
    add(&power8, "gcc", "O2", true);
    rows[count - 1].is_big_endian = true;
    pass_all(&sve128);
    pass_all(&power9);
    expect("fails on big-endian rows alone; passes on 12 rows");
    fail_all(&z13);
    fail_all(&z14);
    pass_all(&z15);
    pass_all(&sve128);
    expect("fails with vx and vxe alone; passes on 12 rows");
}

XL_TEST(test_width)
{
    fail_all(&a15);
    pass_all(&neon);
    pass_all(&z15);
    expect("fails on armhf alone (32-bit); passes on 12 rows");
}

XL_TEST(test_vl)
{
    fail_all(&sve1024);
    fail_all(&sve2048);
    pass_all(&sve128);
    pass_all(&sve256);
    pass_all(&sve512);
    expect("fails at VL 1024 and 2048; passes at VL 128 to 512 on 18 rows");
    pass_all(&sve2048);
    fail_all(&sve128);
    fail_all(&sve256);
    fail_all(&sve512);
    fail_all(&sve1024);
    expect("fails at VL 128 to 1024; passes at VL 2048 on 6 rows");
    pass_all(&sve128);
    fail_all(&sve256);
    fail_all(&sve512);
    fail_all(&sve1024);
    fail_all(&sve2048);
    expect("fails at VL 256 to 2048; passes at VL 128 on 6 rows");
    pass_all(&sve128);
    fail_all(&sve256);
    fail_all(&sve512);
    pass_all(&sve1024);
    pass_all(&sve2048);
    expect("fails at VL 256 and 512; passes at VL 128, 1024 and 2048 on 18 rows");
    /* Not a few, and one that passes is between. */
    fail_all(&sve128);
    fail_all(&sve256);
    pass_all(&sve512);
    fail_all(&sve1024);
    fail_all(&sve2048);
    expect("fails on 24 of 30 rows; passes at VL 512");
    /* Scalar rows have no VL. */
    fail_all(&v1024);
    pass_all(&v256);
    pass_all(&nov);
    expect("fails at VL 1024; passes at VL 256 or without vectors on 12 rows");
}

/* VL 0 is a scalar row's, or was not measured. */
XL_TEST(test_vl_0)
{
    fail_all(&nov);
    pass_all(&v256);
    expect("fails on scalar rows alone; passes on 6 rows");
    fail_all(&v256);
    pass_all(&nov);
    expect("fails on vector rows alone; passes on 6 rows");
    add(&sve2048, "gcc", "O2", true);
    add(&sve2048, "gcc", "O0", true);
    add(&sve256, "gcc", "O2", false);
    add(&sve256, "gcc", "O0", false);
    rows[2].vl_bits = 0;
    expect("fails on aarch64-sve2048 alone; passes on 2 rows");
}

XL_TEST(test_builds)
{
    add_builds(&z15, "gcc", "O0 O2 O3");
    add_builds(&v256, "gcc", "O0 O2 O3");
    expect("fails under gcc alone; passes on 6 rows");
    add_builds(&z15, "gcc llvm", "O3");
    add_builds(&v256, "gcc llvm", "O3");
    expect("fails at -O3 alone; passes on 8 rows");
    add_builds(&z15, "gcc llvm", "O2 O3");
    add_builds(&v256, "gcc llvm", "O2 O3");
    expect("fails at -O2 and -O3 alone; passes on 4 rows");
    fail_all(&native);
    pass_all(&haswell);
    expect("fails on native rows alone; passes on 6 rows");
    fail_all(&haswell);
    pass_all(&native);
    expect("fails under QEMU alone; passes on 6 rows");
}

XL_TEST(test_architectures)
{
    fail_all(&v128);
    fail_all(&v256);
    pass_all(&sve128);
    pass_all(&sve256);
    expect("fails on riscv64 alone; passes on 12 rows");
    fail_all(&sve128);
    fail_all(&sve256);
    pass_all(&sve2);
    pass_all(&neon);
    expect("fails with sve alone; passes on 12 rows");
    /* A family is named by the ISAs that fail: `sve` alone would deny sve2. */
    fail_all(&sve128);
    fail_all(&sve2);
    pass_all(&neon);
    pass_all(&haswell);
    expect("fails with sve and sve2 alone; passes on 12 rows");
    fail_all(&z13);
    fail_all(&power8);
    pass_all(&neon);
    pass_all(&haswell);
    expect("fails on s390x and ppc64el alone; passes on 12 rows");
}

XL_TEST(test_two_properties)
{
    add_builds(&z15, "gcc", "O3");
    add_builds(&v256, "gcc", "O3");
    expect("fails under gcc at -O3 alone; passes on 10 rows");
    fail_all(&v1024);
    pass_all(&v256);
    pass_all(&sve1024);
    pass_all(&sve256);
    expect("fails on riscv64 at VL 1024 alone; passes on 18 rows");
    add_builds(&z15, "llvm", "O0 O2 O3");
    add_builds(&z14, "llvm", "O0 O2 O3");
    pass_all(&sve128);
    expect("fails on s390x under llvm alone (big-endian); passes on 12 rows");
}

XL_TEST(test_settings)
{
    /* Two properties may separate by chance, so settings stay an explanation. */
    add(&ones, "gcc", "O2", true);
    add(&ones, "gcc", "O0", true);
    add(&v256, "llvm", "O2", false);
    add(&sve256, "gcc", "O0", false);
    add(&sve256, "gcc", "O2", false);
    expect("fails on riscv64 under gcc alone or only where QEMU_CPU has rvv_ta_all_1s=true; passes "
           "on 3 rows");
    fail_all(&ones);
    fail_all(&ones128);
    pass_all(&v128);
    pass_all(&v256);
    expect("fails only where QEMU_CPU has rvv_ta_all_1s=true; passes on 12 rows");
    /* No setting and no pair: the CPU itself. */
    fail_all(&power8);
    pass_all(&power9);
    for (size_t i = 0; i < count; i++) {
        rows[i].isa = "vsx";
        rows[i].qemu_cpu = "";
    }
    expect("fails on ppc64el-power8 alone; passes on 6 rows");
}

XL_TEST(test_ties)
{
    fail_all(&power8);
    pass_all(&nov);
    expect("fails on vector rows alone or on ppc64el alone; passes on 6 rows");
    add_builds(&z15, "llvm", "O0 O2 O3");
    pass_all(&sve256);
    expect(
        "fails on s390x under llvm alone (big-endian) or at VL 128 under llvm alone; passes on 9 "
        "rows");
    for (size_t i = 0; i < 2; i++) {
        add(&z15, "gcc", i ? "O0" : "O2", true);
        add(&v128, "llvm", i ? "O0" : "O2", false);
    }
    expect("fails on s390x alone (big-endian) or under gcc alone; passes on 2 rows");
    for (size_t i = 0; i < 2; i++) {
        add(&z15, "gcc", "O3", true);
        add(&haswell, "llvm", i ? "O0" : "O2", false);
    }
    expect("fails on s390x alone (big-endian) or at VL 128 or by 2 more properties; passes on 2 "
           "rows");
}

XL_TEST(test_one_fails)
{
    add(&sve2048, "gcc", "O2", true);
    add(&sve128, "gcc", "O2", false);
    add(&sve256, "gcc", "O2", false);
    expect("fails on 1 of 3 rows: aarch64-sve2048-gcc-O2, at VL 2048");
    add(&ones, "gcc", "O2", true);
    add(&v256, "gcc", "O2", false);
    expect("fails on 1 of 2 rows: riscv64-v256_ones-gcc-O2, only where QEMU_CPU has "
           "rvv_ta_all_1s=true");
    /* Another row that passes has all its properties. */
    add(&z15, "gcc", "O2", true);
    add(&z15, "gcc", "O2", false);
    expect("fails on 1 of 2 rows: s390x-z15-gcc-O2");
}

XL_TEST(test_nothing_separates)
{
    add_builds(&z15, "gcc", "O2");
    add_builds(&v256, "llvm", "O3");
    add_builds(&haswell, "gcc", "O0");
    add_builds(&sve256, "gcc", "O2");
    expect("fails on 4 of 24 rows: s390x-z15-gcc-O2, riscv64-v256-llvm-O3, x86_64-haswell-gcc-O0, "
           "aarch64-sve256-gcc-O2");
    add_builds(&z15, "gcc", "O2 O3");
    add_builds(&v256, "llvm", "O0 O3");
    add_builds(&haswell, "gcc", "O0 O2");
    add_builds(&sve256, "llvm", "O2 O3");
    expect("fails on 8 of 24 rows: s390x-z15-gcc-O2, s390x-z15-gcc-O3, riscv64-v256-llvm-O0, "
           "riscv64-v256-llvm-O3, x86_64-haswell-gcc-O0 and 3 more");
}

XL_TEST(test_reverse)
{
    fail_all(&z15);
    fail_all(&haswell);
    fail_all(&power8);
    fail_all(&v256);
    pass_all(&sve128);
    pass_all(&sve256);
    expect("fails on 24 of 36 rows; passes on aarch64 alone");
}

XL_TEST(test_all_or_none)
{
    expect("");
    fail_all(&z15);
    fail_all(&v256);
    expect("fails on all 12 rows");
    add(&z15, "gcc", "O2", true);
    expect("fails on 1 row");
    add(&z15, "gcc", "O2", false);
    expect("");
}

/* Results of another machine may lack any text. */
XL_TEST(test_unknown)
{
    rows[0] = (struct xl_common_row){.fails = true};
    rows[1] = (struct xl_common_row){.fails = false};
    count = 2;
    expect("fails on 1 of 2 rows: ?");
    rows[0] = (struct xl_common_row){.name = "a", .arch = "none", .isa = "x", .fails = true};
    rows[1] = (struct xl_common_row){.name = "b", .arch = "other", .isa = "y"};
    count = 2;
    expect("fails on 1 of 2 rows: a, on none alone");
}

XL_TEST(test_240_rows)
{
    static const struct cpu *const cpus[] = {
        &z13,     &z14,  &z15, &sve128, &sve256, &sve512, &neon,    &v128,   &v256, &v1024,
        &sve2048, &ones, &a15, &power8, &power9, &k8,     &haswell, &native, &nov,  &sve1024};
    for (size_t i = 0; i < 40; i++)
        add_builds(cpus[i % 20], i % 20 == 1 || i % 20 == 9 ? "llvm" : "", "O2");
    assert_int_equal(count, MOST);
    expect("fails on 4 of 240 rows: s390x-z14-llvm-O2, riscv64-v1024-llvm-O2, s390x-z14-llvm-O2, "
           "riscv64-v1024-llvm-O2");
}

XL_TEST(test_a_short_field)
{
    char text[24];
    fail_all(&z15);
    pass_all(&v256);
    xl_common_rows(rows, count, text, sizeof text);
    assert_string_equal(text, "fails on s390x alone...");
    count = 0;
}

XL_TEST(test_of_json)
{
    struct json_object *o = json_tokener_parse(
        "{\"row\":\"s390x-z15-gcc-O2\",\"arch\":\"s390x\",\"isa\":\"vxe2\",\"compiler\":\"gcc\","
        "\"opt\":\"O2\",\"qemu_cpu\":\"native\",\"vl_bits\":128}");
    struct xl_common_row row = xl_common_row_read(o, true);
    assert_string_equal(row.name, "s390x-z15-gcc-O2");
    assert_string_equal(row.arch, "s390x");
    assert_string_equal(row.isa, "vxe2");
    assert_string_equal(row.compiler, "gcc");
    assert_string_equal(row.opt, "O2");
    assert_int_equal(row.vl_bits, 128);
    assert_string_equal(row.qemu_cpu, "native");
    assert_true(row.is_big_endian && row.fails);
    json_object_put(o);
    o = json_tokener_parse("{\"arch\":\"riscv64\",\"isa\":\"scalar\",\"vl_bits\":null}");
    row = xl_common_row_read(o, false);
    assert_false(row.is_big_endian || row.fails);
    assert_int_equal(row.vl_bits, 0);
    json_object_put(o);
    row = xl_common_row_read(NULL, false);
    assert_string_equal(row.name, "");
}

int main(void)
{
    return xl_run_tests("common_rows", NULL, NULL);
}
