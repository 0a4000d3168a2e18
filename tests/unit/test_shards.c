/* Which results of shards belong together, and what is said of others.
 * SPDX-License-Identifier: MIT
 */
#include "base/memory.h"
#include "results/past_runs.h"
#include "results/shards.h"
#include "unit.h"

/* The head of a file. The fields of `shard` are FIELD or, if FIELD is NULL, as usual. */
struct head {
    const char *name;
    unsigned index, count;
    const char *commit, *matrix, *kernels, *selection, *cpu;
};

static const struct head usual = {"a", 1, 3, "c1", "m1", "k1", "s1", "EPYC"};

static int add(struct xl_shards *s, const struct head *h, struct xl_error *err)
{
    char *text = xl_format(
        "{\"tool\":{\"version\":\"1\",\"commit\":\"%s\"},\"shard\":{\"index\":%u,"
        "\"count\":%u,\"matrix\":\"%s\",\"kernels\":\"%s\",\"selection\":\"%s\","
        "\"machine\":\"node %s\",\"cpu\":\"%s\",\"linux\":\"6.1\"}}",
        h->commit, h->index, h->count, h->matrix, h->kernels, h->selection, h->name, h->cpu);
    struct json_object *head = json_tokener_parse(text);
    assert_non_null(head);
    const int status = xl_shards_add(s, h->name, head, err);
    json_object_put(head);
    free(text);
    return status;
}

static struct head part(const char *name, unsigned index)
{
    struct head h = usual;
    h.name = name;
    h.index = index;
    return h;
}

XL_TEST(test_takes_each_part_once)
{
    struct xl_shards s = {0};
    struct xl_error err;
    const struct head parts[] = {part("c", 3), part("a", 1), part("b", 2)};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(add(&s, &parts[i], &err), 0);
        assert_int_equal(xl_shards_check(&s, &err), i < 2 ? -1 : 0);
        if (i == 0)
            assert_non_null(strstr(err.text, "missing shards 1/3, 2/3"));
        if (i == 1)
            assert_non_null(strstr(err.text, "missing shard 2/3"));
    }
    char *note = xl_shards_note(&s);
    assert_string_equal(note, "");
    free(note);
    struct json_object *list = xl_shards_json(&s);
    assert_int_equal(json_object_array_length(list), 3);
    json_object_put(list);
    assert_int_equal(add(&s, &(struct head){"d", 2, 3, "c1", "m1", "k1", "s1", "EPYC"}, &err), -1);
    assert_string_equal(err.text, "d: error: shard 2/3 is in b too");
    xl_shards_free(&s);
}

XL_TEST(test_refuses_parts_of_other_runs)
{
    static const struct {
        struct head head;
        const char *said;
    } table[] = {
        {{"b", 2, 3, "c2", "m1", "k1", "s1", "EPYC"},
         "b: error: shard 2/3 is of commit c2, but a of commit c1"},
        {{"b", 2, 3, "c1", "m2", "k1", "s1", "EPYC"},
         "b: error: shard 2/3 has another matrix than a"},
        {{"b", 2, 3, "c1", "m1", "k2", "s1", "EPYC"},
         "b: error: shard 2/3 has other kernels or tests than a"},
        {{"b", 2, 3, "c1", "m1", "k1", "s2", "EPYC"},
         "b: error: shard 2/3 has other rows, kernels, seed, count or costs than a"},
        {{"b", 2, 4, "c1", "m1", "k1", "s1", "EPYC"},
         "b: error: shard 2/4, but a is one of 3 shards"},
        {{"b", 1, 3, "c2", "m1", "k1", "s1", "EPYC"},
         "b: error: shard 1/3 is of commit c2, but a of commit c1"},
        {{"b", 0, 3, "c1", "m1", "k1", "s1", "EPYC"},
         "b: error: not a results file: 'shard' has no index up to its count"},
        {{"b", 4, 3, "c1", "m1", "k1", "s1", "EPYC"},
         "b: error: not a results file: 'shard' has no index up to its count"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_shards s = {0};
        struct xl_error err;
        assert_int_equal(add(&s, &usual, &err), 0);
        assert_int_equal(add(&s, &table[i].head, &err), -1);
        assert_string_equal(err.text, table[i].said);
        xl_shards_free(&s);
    }
}

/* Either order. Files of which none is a shard have no rules. */
XL_TEST(test_refuses_shards_beside_whole_results)
{
    for (int shard_first = 0; shard_first < 2; shard_first++) {
        struct xl_shards s = {0};
        struct xl_error err;
        struct json_object *whole = json_tokener_parse("{\"tool\":3}");
        if (shard_first)
            assert_int_equal(add(&s, &usual, &err), 0);
        assert_int_equal(xl_shards_add(&s, "whole", whole, &err), shard_first ? -1 : 0);
        if (!shard_first) {
            assert_int_equal(xl_shards_check(&s, &err), 0);
            assert_int_equal(add(&s, &usual, &err), -1);
        }
        assert_string_equal(err.text, "whole: error: no shard, but a is one: merge all shards of a "
                                      "run first, then the result with others");
        json_object_put(whole);
        xl_shards_free(&s);
    }
}

static int add_row(struct xl_shards *s, const char *row, struct xl_error *err)
{
    struct json_object *o = json_tokener_parse(row);
    assert_non_null(o);
    const int status = xl_shards_add_row(s, o, err);
    json_object_put(o);
    return status;
}

XL_TEST(test_refuses_other_compilers_and_emulators)
{
    static const char first[] = "{\"arch\":\"s390x\",\"compiler\":\"gcc\",\"compiler_version\":"
                                "\"14.2\",\"qemu\":\"10.0.2\"}",
                      other_arch[] = "{\"arch\":\"armhf\",\"compiler\":\"gcc\","
                                     "\"compiler_version\":\"13\",\"qemu\":\"9\"}",
                      not_built[] = "{\"arch\":\"s390x\",\"compiler\":\"gcc\","
                                    "\"compiler_version\":\"\"}",
                      other_gcc[] = "{\"arch\":\"s390x\",\"compiler\":\"gcc\","
                                    "\"compiler_version\":\"13\",\"qemu\":\"10.0.2\"}",
                      other_qemu[] = "{\"arch\":\"s390x\",\"compiler\":\"llvm\","
                                     "\"compiler_version\":\"19\",\"qemu\":\"9\"}";
    struct xl_shards s = {0};
    struct xl_error err;
    const struct head b = part("b", 2);
    assert_int_equal(add(&s, &usual, &err), 0);
    assert_int_equal(add_row(&s, first, &err), 0);
    assert_int_equal(add(&s, &b, &err), 0);
    assert_int_equal(add_row(&s, first, &err), 0);
    assert_int_equal(add_row(&s, other_arch, &err), 0);
    assert_int_equal(add_row(&s, not_built, &err), 0);
    assert_int_equal(add_row(&s, other_gcc, &err), -1);
    assert_string_equal(err.text, "b: error: gcc of s390x is 13, but 14.2 in a: run all shards "
                                  "with the same");
    assert_int_equal(add_row(&s, other_qemu, &err), -1);
    assert_string_equal(err.text, "b: error: QEMU of s390x is 9, but 10.0.2 in a: run all shards "
                                  "with the same");
    xl_shards_free(&s);
}

XL_TEST(test_notes_other_machines)
{
    struct xl_shards s = {0};
    struct xl_error err;
    struct head b = part("b", 2);
    b.cpu = "Xeon";
    assert_int_equal(add(&s, &usual, &err), 0);
    assert_int_equal(add(&s, &b, &err), 0);
    char *note = xl_shards_note(&s);
    assert_string_equal(note, "machines differ: CPU EPYC (node a), Xeon (node b)");
    free(note);
    xl_shards_free(&s);
}

XL_TEST(test_states_the_machine)
{
    const struct xl_shard shard = {2, 5};
    const struct xl_shard_inputs in = {.matrix = {1, 2}};
    setenv("SLURMD_NODENAME", "n7", 1);
    struct json_object *o = xl_shard_json(&shard, &in);
    const char *text = json_object_to_json_string(o);
    assert_non_null(strstr(text, "\"index\": 2"));
    assert_non_null(strstr(text, "\"machine\": \"n7\""));
    assert_non_null(strstr(text, "\"matrix\": \"00000000000000010000000000000002\""));
    json_object_put(o);
    unsetenv("SLURMD_NODENAME");
}

/* A row of a suite is known by the name of its row; what was not measured costs the mean. */
XL_TEST(test_costs_of_rows)
{
    char file[] = "/tmp/crosslane-costs-XXXXXX";
    FILE *f = fdopen(mkstemp(file), "w");
    struct xl_costs costs = {0};
    struct xl_error err;
    assert_non_null(f);
    fputs("{\"rows\":[{\"row\":\"a\",\"seconds\":3},{\"row\":\"project/b\",\"seconds\":5},"
          "{\"row\":\"c\"},7]}",
          f);
    fclose(f);
    assert_int_equal(xl_costs_read(file, &costs, &err), 0);
    assert_true(xl_costs_of(&costs, &(struct xl_row){.name = "a"}) == 3);
    assert_true(xl_costs_of(&costs, &(struct xl_row){.name = "b"}) == 5);
    assert_true(xl_costs_of(&costs, &(struct xl_row){.name = "c"}) == 4);
    xl_costs_free(&costs);
    remove(file);
}

int main(void)
{
    return xl_run_tests("shards", NULL, NULL);
}
