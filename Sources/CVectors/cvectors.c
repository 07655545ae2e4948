#include "cvectors.h"

// One, two and four pairs; the compiler cuts them to the registers that there are. The least and the
// greatest of four pairs just fit into the sixteen small ones, beside what is read.
typedef double pair __attribute__((ext_vector_type(2)));
typedef double pair2 __attribute__((ext_vector_type(4)));
typedef double pair4 __attribute__((ext_vector_type(8)));
typedef long long truth __attribute__((ext_vector_type(4)));

// As the processors' own instructions are: beside a NaN they take `b`.
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline __attribute__((always_inline)) cvectors_range range(const char *pairs, size_t count) {
  pair4 x, low = __builtin_inf(), high = -low;
  truth ordered = -1;
  while (count > 0) {
    if (count >= 4) {
      __builtin_memcpy(&x, pairs, sizeof(pair4));
      count -= 4, pairs += sizeof(pair4);
    } else {
      __builtin_memcpy(&x, pairs, sizeof(pair));
      x = x.s01010101;
      count -= 1, pairs += sizeof(pair);
    }
    low = MIN(low, x);
    high = MAX(high, x);
    // One comparison looks at two numbers: only a NaN is neither less than another nor not less.
    ordered &= (x.lo < x.hi) | (x.lo >= x.hi);
  }
  pair2 low2 = MIN(low.lo, low.hi), high2 = MAX(high.lo, high.hi);
  pair least = MIN(low2.lo, low2.hi), greatest = MAX(high2.lo, high2.hi);
  if (!__builtin_reduce_and(ordered)) least = greatest = __builtin_nan("");
  return (cvectors_range){{least.x, least.y}, {greatest.x, greatest.y}};
}

cvectors_range cvectors_range_of_pairs_baseline(const void *pairs, size_t count) {
  return range(pairs, count);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static cvectors_range range_avx2(const void *pairs, size_t count) {
  return range(pairs, count);
}
#endif

cvectors_range cvectors_range_of_pairs(const void *pairs, size_t count) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) return range_avx2(pairs, count);
#endif
  return cvectors_range_of_pairs_baseline(pairs, count);
}
