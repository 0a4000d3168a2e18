/* Shards of a run: which are read, and what each gets.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/shard.h"
#include "unit.h"

static void test_reads_shards(void **state)
{
    struct xl_shard shard;
    assert_int_equal(xl_shard_parse("1/1", &shard), 0);
    assert_int_equal(xl_shard_parse("3/17", &shard), 0);
    assert_int_equal(shard.index, 3);
    assert_int_equal(shard.count, 17);
    assert_int_equal(xl_shard_parse("100000/100000", &shard), 0);
}

static void test_refuses_what_is_no_shard(void **state)
{
    static const char *const bad[] = {
        "",     "1",    "/",    "1/",    "/2",       "0/2",
        "3/2",  "1/0",  "-1/2", "+1/2",  "1/100001", "4294967297/4294967298",
        " 1/2", "1/2 ", "1/ 2", "1/2/3", "0x1/2",    "1.0/2"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct xl_shard shard = {7, 9};
        assert_int_equal(xl_shard_parse(bad[i], &shard), -1);
        assert_int_equal(shard.index, 7);
        assert_int_equal(shard.count, 9);
    }
}

/* What a shard of a division costs, with its groups. */
static uint64_t cost_of(const struct xl_shard_item *items, size_t count, unsigned shard)
{
    uint64_t cost = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_first = items[i].shard == shard;
        for (size_t k = i; is_first && k-- > 0 && items[k].group == items[i].group;)
            is_first = items[k].shard != shard;
        cost +=
            (items[i].shard == shard ? items[i].cost : 0) + (is_first ? items[i].group_cost : 0);
    }
    return cost;
}

/* 24 builds of ten rows, as in the matrix. */
enum { XL_GROUPS = 24, XL_EACH = 10, XL_ITEMS = XL_GROUPS * XL_EACH };

static void fill(struct xl_shard_item items[XL_ITEMS])
{
    for (size_t i = 0; i < XL_ITEMS; i++)
        items[i] = (struct xl_shard_item){i / XL_EACH, 500 + 70 * (i * 7 % 13), 6000, 0};
}

static uint64_t cost_sum(const struct xl_shard_item *items)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < XL_ITEMS; i++)
        sum += items[i].cost;
    return sum;
}

static void test_divides_equally(void **state)
{
    struct xl_shard_item items[XL_ITEMS], again[XL_ITEMS];
    for (unsigned shards = 1; shards <= XL_ITEMS; shards++) {
        uint64_t longest = 0;
        fill(items);
        const uint64_t sum_once = XL_GROUPS * 6000 + cost_sum(items);
        const uint64_t most = xl_shard_divide(items, XL_ITEMS, shards);
        for (unsigned s = 1; s <= shards; s++) {
            const uint64_t cost = cost_of(items, XL_ITEMS, s);
            assert_true(cost > 0 && cost <= most);
            longest = cost > longest ? cost : longest;
        }
        for (size_t i = 0; i < XL_ITEMS; i++)
            assert_true(items[i].shard >= 1 && items[i].shard <= shards);
        if (shards <= XL_GROUPS / 2) /* of an equal part, with builds that are made twice */
            assert_true(longest * shards * 10 <= sum_once * 12);
        fill(again);
        xl_shard_divide(again, XL_ITEMS, shards);
        for (size_t i = 0; i < XL_ITEMS; i++)
            assert_int_equal(again[i].shard, items[i].shard);
    }
}

/* A build that is made twice costs more than it saves. */
static void test_splits_no_build_for_nothing(void **state)
{
    struct xl_shard_item items[4] = {
        {0, 10, 1000, 0}, {0, 10, 1000, 0}, {1, 10, 1000, 0}, {1, 10, 1000, 0}};
    assert_int_equal(xl_shard_divide(items, 4, 2), 1020);
    assert_int_equal(items[0].shard, items[1].shard);
    assert_int_equal(items[2].shard, items[3].shard);
    assert_int_not_equal(items[0].shard, items[2].shard);
}

static void test_divides_few_items(void **state)
{
    struct xl_shard_item items[2] = {{0, 5, 0, 0}, {0, 0, 0, 0}};
    xl_shard_divide(items, 2, 5);
    assert_int_not_equal(items[0].shard, items[1].shard);
    xl_shard_divide(items, 0, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_shards), cmocka_unit_test(test_refuses_what_is_no_shard),
        cmocka_unit_test(test_divides_equally), cmocka_unit_test(test_splits_no_build_for_nothing),
        cmocka_unit_test(test_divides_few_items)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
