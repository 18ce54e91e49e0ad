// Cases for Catch2 that break as the variable BREAK says.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

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

TEST_CASE("left out", "[.]") { CHECK(false); }

TEST_CASE("may fail", "[!mayfail]") {
  CHECK_FALSE(broken("may"));
  if (broken("odd")) throw 1;
}

TEST_CASE("should fail", "[!shouldfail]") { CHECK(false); }

TEST_CASE("parts") {
  SECTION("one") { CHECK(true); }
  SECTION("two") { CHECK_FALSE(broken("part")); }
}

TEMPLATE_TEST_CASE("typed", "", int, float) { CHECK(sizeof(TestType) == 4); }

struct Fixture {
  int value = 1;
};

TEST_CASE_METHOD(Fixture, "on a fixture") { CHECK(value == 1); }
