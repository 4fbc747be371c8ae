#include "../core/loader.h"
#include "check.h"

#define END HOST_PROGRAM
#define LEAST 8U
#define MOST 64U

static bool survives(void)
{
    return loader_survives(END, LEAST, MOST);
}

static bool survives_with_last_bytes(uint8_t minor, uint8_t major)
{
    host.program[END - 2U] = minor;
    host.program[END - 1U] = major;
    return survives();
}

static void test_chip_without_a_boot_loader_may_use_its_watchdog(void **state)
{
    (void)state;
    assert_true(survives());
}

static void test_boot_loader_without_a_version_may_not(void **state)
{
    (void)state;
    for (unsigned size = LEAST; size <= MOST; size *= 2U) {
        host.program[END - size] = 0x0C;
        assert_false(survives());
        host.program[END - size] = 0xFF;
    }
    assert_true(survives());
}

static void test_optiboot_from_version_4_to_8_may(void **state)
{
    (void)state;
    host.program[0] = 0x0C;
    assert_false(survives_with_last_bytes(4, 3));
    assert_true(survives_with_last_bytes(4, 4));
    assert_true(survives_with_last_bytes(0, 8));
    assert_false(survives_with_last_bytes(0, 9));
}

/* urboot has its version there too, 8 times the major one and the minor one. */
static void test_unknown_version_may_not(void **state)
{
    (void)state;
    assert_false(survives_with_last_bytes(0x02, 0x3F));
}

const struct CMUnitTest LOADER_TESTS[] = {
    cmocka_unit_test_setup(test_chip_without_a_boot_loader_may_use_its_watchdog, setup),
    cmocka_unit_test_setup(test_boot_loader_without_a_version_may_not, setup),
    cmocka_unit_test_setup(test_optiboot_from_version_4_to_8_may, setup),
    cmocka_unit_test_setup(test_unknown_version_may_not, setup),
};
const size_t LOADER_COUNT = sizeof LOADER_TESTS / sizeof LOADER_TESTS[0];
