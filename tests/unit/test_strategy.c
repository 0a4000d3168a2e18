/* What `crosslane matrix expand` makes of a workflow: strategies, names of jobs.
 * SPDX-License-Identifier: MIT
 */
#include "matrix_example.h"

static const char workflow[] = "on: push\n"
                               "jobs:\n"
                               "  build:\n"
                               "    strategy:\n"
                               "      fail-fast: false\n"
                               "      max-parallel: 2\n"
                               "      matrix:\n"
                               "        a: [1, 2]\n"
                               "  lint:\n"
                               "    runs-on: x\n"
                               "  odd:\n"
                               "    strategy: {max-parallel: 2}\n";

static void workflow_jobs(void **state)
{
    check(workflow, "build", github, "[{\"a\":1},{\"a\":2}]");
    check(workflow, "none", github,
          "3:3: no job 'none' in this workflow; it has: build, lint, odd");
    check(workflow, "lint", github, "10:5: job 'lint' has no strategy and so no matrix");
    check(workflow, "odd", github, "12:15: job 'odd' has no matrix");
    check(
        workflow, NULL, github,
        "3:3: A mapping was not expected: this is a workflow, so name one of its jobs with --job");
    check("a: [1]", "x", github, "1:1: no 'jobs': not a workflow");
    check("jobs: []", "x", github, "1:7: A sequence was not expected");
    check("jobs: {x: {strategy: '${{ y }}'}}", "x", github,
          "1:22: '${{ y }}' is an expression, which only GitHub can evaluate");
    check("jobs: {x: {strategy: {matrix: '${{ y }}'}}}", "x", github,
          "1:31: '${{ y }}' is an expression, which only GitHub can evaluate");
    check("jobs: {x: {strategy: {matrix: }}}", "x", github, "1:31: Unexpected value ''");
    check("jobs: {x: 5}", "x", github, "1:11: Unexpected value '5'");
}

static void strategy_keys(void **state)
{
    static const char *const cases[][2] = {
        {"fail-fast: yes", "1:34: Unexpected value 'yes'"},
        {"fail-fast: 'true'", "1:34: Unexpected value 'true'"},
        {"fail-fast: []", "1:34: A sequence was not expected"},
        {"max-parallel: '2'", "1:37: Unexpected value '2'"},
        {"max-parallel: {}", "1:37: A mapping was not expected"},
        {"max-parallel: x", "1:37: Unexpected value 'x'"},
        {"Fail-Fast: true", "1:23: Unexpected value 'Fail-Fast'"},
        {"fail-fast: '${{ x }}'", "[{\"a\":1}]"},
        {"fail-fast: ~", "1:34: Unexpected value ''"},
        {"fail-fast: 1", "1:34: Unexpected value '1'"},
        {"max-parallel: true", "1:37: Unexpected value 'true'"},
        {"max-parallel: 1.5", "[{\"a\":1}]"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char yaml[256];
        snprintf(yaml, sizeof(yaml), "jobs: {b: {strategy: {%s, matrix: {a: [1]}}}}\n",
                 cases[i][0]);
        check(yaml, "b", github, cases[i][1]);
    }
}

static void strategy_values(void **state)
{
    struct xl_matrix_file file;
    struct xl_error err;
    assert_int_equal(
        xl_matrix_load_text("w.yml", workflow, strlen(workflow), "build", github, &file, &err), 0);
    assert_false(file.strategy.fail_fast);
    assert_true(file.strategy.max_parallel == 2);
    const struct xl_cell *cell = &file.rows.rows[1].cells[0];
    assert_int_equal(cell->key->line, 8);
    assert_int_equal(cell->key->column, 9);
    assert_int_equal(cell->value->column, 16);
    assert_string_equal(cell->value->file, "w.yml");
    assert_ptr_equal(xl_matrix_row_get(&file.rows.rows[1], "A"), cell->value);
    assert_null(xl_matrix_row_get(&file.rows.rows[1], "b"));
    xl_matrix_file_free(&file);
}

/* The shape of SLEEF's mid-2024 workflow, all that is not the matrix shortened. */
static const char sleef[] =
    "\nname: \"Build & Test\"\n\non:\n  # allow direct trigger\n  workflow_dispatch:\n  push:\n"
    "  pull_request:\n\npermissions:\n  contents: read\n\nenv:\n  COMMON_CMAKE_FLAGS: |\n"
    "    -DSLEEF_SHOW_CONFIG=1\n    -DBUILD_QUAD=ON\n\njobs:\n"
    "  build-native:\n    runs-on: ubuntu-latest\n    steps:\n"
    "      - uses: actions/checkout@v4.1.1\n        with:\n          persist-credentials: false\n"
    "      - name: Build native\n        run: |\n          set -x\n"
    "          EXTRA_CMAKE_FLAGS=\" \\\n            -DENFORCE_SSE2=ON\"\n"
    "          cmake -S . -B _build-native -GNinja \\\n            ${COMMON_CMAKE_FLAGS}\n"
    "        if: always()\n\n"
    "  build-cross:\n    runs-on: ubuntu-latest\n    needs: [build-native]\n"
    "    strategy:\n      fail-fast: false\n      matrix:\n"
    "        arch: [aarch64, armhf, ppc64el, s390x, riscv64]\n        compiler: [gcc, llvm]\n"
    "        exclude:\n          # Only GCC trunk supports the RVV intrinsics\n"
    "          - arch: riscv64\n            compiler: gcc\n\n"
    "    steps:\n      - name: Build ${{ matrix.arch }}\n"
    "        run: |\n          if [[ ${{ matrix.arch }} = \"aarch64\" ]]; then\n"
    "            EXTRA_CMAKE_FLAGS=\"-DENFORCE_SVE=ON\"\n          fi\n"
    "          cmake -S . -B _build-${{ matrix.arch }}-${{ matrix.compiler }}\n\n"
    "  test-cross:\n    runs-on: ubuntu-latest\n    needs: [build-cross]\n"
    "    strategy:\n      fail-fast: false\n      matrix:\n"
    "        cpu:\n"
    "          # AArch64\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=off\"\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=on,sve128=on\"\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=on,sve256=on\"\n"
    "          - arch: aarch64\n            qemu_cpu: \"max,sve=on,sve512=on\"\n"
    "          # Aarch32\n"
    "          - arch: armhf\n            binfmt: arm\n            qemu_cpu: \"max\"\n"
    "          # PPC64\n"
    "          - arch: ppc64el\n            binfmt: ppc64le\n            qemu_cpu: \"power10\"\n"
    "          # IBM Z\n"
    "          - arch: s390x\n"
    "            #TODO: figure out qemu_cpu variable to make tests pass on QEMU\n"
    "            qemu_cpu: \"\"\n"
    "          # RISC-V\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=false\"}\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=true,"
    "vlen=128,elen=64,vext_spec=v1.0\"}\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=true,"
    "vlen=256,elen=64,vext_spec=v1.0\"}\n"
    "          - {arch: riscv64, qemu_cpu: \"rv64,zba=true,zbb=true,zbs=true,v=true,"
    "vlen=512,elen=64,vext_spec=v1.0\"}\n"
    "        compiler: [gcc, llvm]\n"
    "        exclude:\n          - cpu: {arch: riscv64}\n            compiler: gcc\n\n"
    "    steps:\n      - uses: docker/setup-qemu-action@v3.0.0\n        with:\n"
    "          platforms: ${{ matrix.cpu.binfmt || matrix.cpu.arch }}\n"
    "      - name: Test ${{ matrix.cpu.arch }}\n        env:\n"
    "          CTEST_OUTPUT_ON_FAILURE: \"TRUE\"\n"
    "          QEMU_CPU: ${{ matrix.cpu.qemu_cpu }}\n"
    "        run: |\n          ctest -j$(nproc)\n"
    "      - name: Upload test-${{ matrix.cpu.arch }}-${{ strategy.job-index }} artifacts\n"
    "        uses: actions/upload-artifact@v3\n        if: always()\n";

static void sleef_workflow(void **state)
{
    static const struct {
        const char *job;
        size_t rows;
        const char *last_arch, *last_compiler;
    } jobs[] = {{"build-cross", 9, "riscv64", "llvm"}, {"test-cross", 18, "riscv64", "llvm"}};
    for (size_t i = 0; i < 2; i++) {
        struct xl_matrix_file file;
        struct xl_error err;
        assert_int_equal(xl_matrix_load_text("sleef.yml", sleef, strlen(sleef), jobs[i].job, github,
                                             &file, &err),
                         0);
        assert_int_equal(file.rows.count, jobs[i].rows);
        const struct xl_matrix_row *last = &file.rows.rows[file.rows.count - 1];
        const struct xl_node *arch = xl_matrix_row_get(last, "arch");
        if (arch == NULL)
            arch = xl_node_get(xl_matrix_row_get(last, "cpu"), "arch");
        assert_string_equal(arch->text, jobs[i].last_arch);
        assert_string_equal(xl_matrix_row_get(last, "compiler")->text, jobs[i].last_compiler);
        xl_matrix_file_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workflow_jobs),
        cmocka_unit_test(strategy_keys),
        cmocka_unit_test(strategy_values),
        cmocka_unit_test(sleef_workflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
