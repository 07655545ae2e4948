#pragma once

#include <stddef.h>

/* The one loop that is worth compiling for more than one kind of processor, which Swift cannot do. */

/* The least and the greatest of the first and of the second numbers of pairs: infinite without any
   pair, and NaN as soon as one number is. */
typedef struct {
  double least[2];
  double greatest[2];
} cvectors_range;

/* The range of `count` pairs of doubles at any address, by the widest vectors of this processor. */
cvectors_range cvectors_range_of_pairs(const void *pairs, size_t count);

/* The same by the vectors that every processor of its kind has. */
cvectors_range cvectors_range_of_pairs_baseline(const void *pairs, size_t count);
