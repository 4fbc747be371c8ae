#include "check.h"

/* Feeds a line of samples, '_' down and '-' up, and counts the presses. */
static unsigned presses(struct button *button, const char *samples)
{
    unsigned count = 0;
    for (; *samples; samples++) {
        count += button_sample(button, *samples == '_');
    }
    return count;
}

static struct button released(void)
{
    struct button button;
    button_start(&button);
    for (unsigned i = 0; i < BUTTON_OPEN_SAMPLES; i++) {
        assert_false(button_sample(&button, false));
    }
    return button;
}

static void test_press_counts_at_its_third_sample(void **state)
{
    (void)state;
    struct button button = released();
    assert_int_equal(presses(&button, "__"), 0);
    assert_int_equal(presses(&button, "_"), 1);
    assert_int_equal(presses(&button, "____________"), 0);
}

static void test_spark_of_two_samples_does_not_count(void **state)
{
    (void)state;
    struct button button = released();
    assert_int_equal(presses(&button, "__-__-_-__-"), 0);
}

static void test_bounces_are_one_press(void **state)
{
    (void)state;
    struct button button = released();
    assert_int_equal(presses(&button, "_-__-___-_-____--____________---___--____-------"), 1);
}

static void test_button_counts_again_after_30_ms_open(void **state)
{
    (void)state;
    struct button button = released();
    assert_int_equal(presses(&button, "___"), 1);
    for (unsigned i = 1; i < BUTTON_OPEN_SAMPLES; i++) {
        button_sample(&button, false);
    }
    struct button too_early = button;
    assert_int_equal(presses(&too_early, "_________"), 0);
    button_sample(&button, false);
    assert_int_equal(presses(&button, "___"), 1);
}

static void test_button_that_is_down_at_the_start_waits_for_its_release(void **state)
{
    (void)state;
    struct button button;
    button_start(&button);
    assert_int_equal(presses(&button, "____________________________________________________________________"), 0);
    assert_true(button.is_down);
}

const struct CMUnitTest BUTTON_TESTS[] = {
    cmocka_unit_test(test_press_counts_at_its_third_sample),
    cmocka_unit_test(test_spark_of_two_samples_does_not_count),
    cmocka_unit_test(test_bounces_are_one_press),
    cmocka_unit_test(test_button_counts_again_after_30_ms_open),
    cmocka_unit_test(test_button_that_is_down_at_the_start_waits_for_its_release),
};
const size_t BUTTON_COUNT = sizeof BUTTON_TESTS / sizeof BUTTON_TESTS[0];
