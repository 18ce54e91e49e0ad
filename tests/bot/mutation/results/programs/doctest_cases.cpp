// Cases for doctest that break as the variable BREAK says.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

static bool broken(const char* what) {
  const char* value = std::getenv("BREAK");
  return value != nullptr && std::strstr(value, what) != nullptr;
}

TEST_CASE("seam: capacity <a & \"b\">") {
  CHECK(1 == (broken("fail") ? 2 : 1));
  CHECK(true);
}

TEST_CASE("seam: throws") {
  CHECK(true);
  if (broken("throw")) throw std::runtime_error("boom");
}

TEST_CASE("seam: crashes") {
  CHECK(true);
  if (broken("abort")) std::abort();
  if (broken("exit")) std::_Exit(3);
}

TEST_CASE("left out" * doctest::skip()) { CHECK(false); }

TEST_CASE("may fail" * doctest::may_fail()) {
  CHECK_FALSE(broken("may"));
  if (broken("odd")) throw 1;
}

TEST_CASE("should fail" * doctest::should_fail()) { CHECK(broken("mended")); }

TEST_CASE("parts") {
  SUBCASE("one") { CHECK(true); }
  SUBCASE("two") { CHECK_FALSE(broken("part")); }
}

TEST_CASE_TEMPLATE("typed", T, int, float) { CHECK(sizeof(T) == 4); }

TEST_SUITE("named") {
  TEST_CASE("in a suite") { CHECK_MESSAGE(!broken("fail"), "it was broken"); }
}
