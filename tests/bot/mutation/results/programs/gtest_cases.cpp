// Cases for GoogleTest that break as the variable BREAK says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

static bool broken(const char* what) {
  const char* value = std::getenv("BREAK");
  return value != nullptr && std::strstr(value, what) != nullptr;
}

TEST(Seam, Capacity) {
  RecordProperty("failures", "0");
  EXPECT_EQ(1, broken("fail") ? 2 : 1);
}

TEST(Seam, Throws) {
  if (broken("throw")) throw std::runtime_error("boom");
  if (broken("odd")) throw 1;
}

TEST(Seam, Crashes) {
  if (broken("abort")) std::abort();
  if (broken("exit")) std::_Exit(3);
}

TEST(Seam, Seam) {}

TEST(Seam, DISABLED_Off) { FAIL(); }

TEST(Seam, Skips) { GTEST_SKIP() << "no device"; }

class Sizes : public testing::TestWithParam<int> {};

TEST_P(Sizes, Fit) { EXPECT_LT(GetParam(), broken("part") ? 2 : 9); }

INSTANTIATE_TEST_SUITE_P(Small, Sizes, testing::Values(1, 2));

template <typename T>
class Typed : public testing::Test {};

TYPED_TEST_SUITE(Typed, testing::Types<int>);

TYPED_TEST(Typed, Width) { EXPECT_EQ(sizeof(TypeParam), 4u); }

struct Environment : testing::Environment {
  void SetUp() override {
    if (broken("environment")) FAIL() << "no environment";
  }
};

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  testing::AddGlobalTestEnvironment(new Environment);
  return RUN_ALL_TESTS();
}
