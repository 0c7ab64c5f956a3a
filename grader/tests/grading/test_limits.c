// test_limits.c - how far a miss of a limit costs points.
#include "grading/points.h"

#include <check.h>
#include <math.h>

// ---- points fall off ----

static const Bounds shapes[] = {
    {.most = 4, .slack = 1 / 16., .plain = 32},
    {.most = 0, .plain = 31 * 1024},
    {.least = 2 << 20, .most = INFINITY, .plain = 1 << 20},
    {.least = 4, .most = 1000, .plain = 0},
    {.least = 1, .most = 1, .plain = 2},
    {.least = 100, .most = INFINITY, .plain = 50},
};

// From the limit to plain in `steps` steps.
static double value_at(const Bounds *bounds, int step, int steps) {
    double limit = bounds->plain > bounds->most ? bounds->most : bounds->least;
    return limit + (bounds->plain - limit) * step / steps;
}

START_TEST(points_fall_from_all_at_the_limit_to_none_at_plain) {
    const Bounds *bounds = &shapes[_i];
    double before = 1;
    ck_assert_double_eq(limit_share(bounds, value_at(bounds, 0, 1000)), 1);
    for (int step = 1; step < 1000; step++) {
        double share = limit_share(bounds, value_at(bounds, step, 1000));
        ck_assert_msg(share <= before && share > 0 && before - share < 0.03, "step %d: %g after %g", step, share,
                      before);
        before = share;
    }
    ck_assert_double_eq(limit_share(bounds, value_at(bounds, 1000, 1000)), 0);
    ck_assert_double_eq(limit_share(bounds, value_at(bounds, 2000, 1000)), 0);
}
END_TEST

START_TEST(slack_is_on_the_side_of_plain) {
    const Bounds sectors = {.least = 4, .most = 4, .slack = 0.25, .plain = 32};
    ck_assert_double_eq(limit_share(&sectors, 5), 1);
    ck_assert_double_lt(limit_share(&sectors, 5.01), 1);
    ck_assert_double_eq(limit_share(&sectors, 3.99), 0);
}
END_TEST

START_TEST(share_of_no_number_is_none) {
    ck_assert_double_eq(limit_share(&shapes[0], NAN), 0);
    ck_assert_double_eq(limit_share(&shapes[2], NAN), 0);
    ck_assert_double_eq(limit_share(&(Bounds){.most = 4}, 4.1), 0); // without plain
}
END_TEST

Suite *limits_suite(void) {
    Suite *suite = suite_create("limits");
    TCase *tests = tcase_create("limits");
    tcase_add_loop_test(tests, points_fall_from_all_at_the_limit_to_none_at_plain, 0, sizeof shapes / sizeof *shapes);
    tcase_add_test(tests, slack_is_on_the_side_of_plain);
    tcase_add_test(tests, share_of_no_number_is_none);
    suite_add_tcase(suite, tests);
    return suite;
}
