/* What the control run of programs shows: other code, a trap, or nothing.
 * SPDX-License-Identifier: MIT
 */
#include "suite/vector_evidence.h"
#include "unit.h"

/* Evidence of one program with two functions, which executed as many vector instructions. */
struct made {
    struct xl_vector_function functions[2];
    struct xl_evidence_file file;
    struct xl_evidence evidence;
};

static void make(struct made *m, size_t first, size_t second)
{
    *m = (struct made){
        .functions = {{.name = "first", .executed_vectors = first, .counts = true},
                      {.name = "second", .executed_vectors = second, .counts = true}}};
    m->file =
        (struct xl_evidence_file){.path = "/program", .code = {.at = m->functions, .count = 2}};
    m->evidence = (struct xl_evidence){.at = &m->file, .count = 1, .code = {.programs = 1}};
}

static void compare(struct made *m, const struct made *control)
{
    static const struct xl_isa isa = {.arch = "riscv64", .name = "rvv", .control = "rv64,v=false"};
    const struct xl_row row = {.isa = &isa};
    const struct xl_evidence_options o = {.row = &row};
    m->evidence.control[0] = m->evidence.defect[0] = '\0';
    xl_evidence_compare(&o, &m->evidence, &control->evidence);
}

XL_TEST(test_control)
{
    struct made row, control;
    make(&row, 3, 4);
    make(&control, 0, 4);
    compare(&row, &control);
    assert_string_equal(row.evidence.control, "QEMU_CPU \"rv64,v=false\": did not execute first");
    control.evidence.code.traps = 1;
    compare(&row, &control);
    assert_string_equal(row.evidence.control, "QEMU_CPU \"rv64,v=false\": trapped with SIGILL");
    /* A run of nothing executes nothing, which is no proof. */
    control.evidence = (struct xl_evidence){0};
    compare(&row, &control);
    assert_string_equal(row.evidence.control, "");
    assert_string_equal(row.evidence.defect,
                        "the control run on QEMU_CPU \"rv64,v=false\" started no program");
}

int main(void)
{
    return xl_run_tests("control", NULL, NULL);
}
