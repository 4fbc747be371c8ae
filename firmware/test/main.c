#include "check.h"

int main(void)
{
    int failed = _cmocka_run_group_tests("wire", WIRE_TESTS, WIRE_COUNT, NULL, NULL);
    failed += _cmocka_run_group_tests("button", BUTTON_TESTS, BUTTON_COUNT, NULL, NULL);
    failed += _cmocka_run_group_tests("scan", SCAN_TESTS, SCAN_COUNT, NULL, NULL);
    failed += _cmocka_run_group_tests("memory", MEMORY_TESTS, MEMORY_COUNT, NULL, NULL);
    failed += _cmocka_run_group_tests("tray", TRAY_TESTS, TRAY_COUNT, NULL, NULL);
    failed += _cmocka_run_group_tests("requests", REQUEST_TESTS, REQUEST_COUNT, NULL, NULL);
    failed += _cmocka_run_group_tests("loader", LOADER_TESTS, LOADER_COUNT, NULL, NULL);
    return failed > 0;
}
