"""Prints decimals that are hard to read, each after the bits of its nearest double.

Python reads decimals with David Gay's strtod, which rounds correctly; for exact midpoints between
neighbouring doubles this program checks it with fractions, ties to even.
Usage: python3 make_decimals.py > decimals.txt
"""

import random
import struct
from decimal import Decimal, getcontext
from fractions import Fraction

KNOWN = """
2.2250738585072011e-308 2.2250738585072012e-308 2.2250738585072014e-308 4.9406564584124654e-324
2.4703282292062327e-324 2.4703282292062328e-324 1.7976931348623157e308 1.7976931348623158e308
9007199254740993 9007199254740992.99999999999999999 9223372036854775807 18446744073709551615
18446744073709551616 0.1 0.3 123456789012345678e-10 7.2057594037927933e16 1e23 8.41e21
9.5367431640625e-7 1448997445238699 0.500000000000000166533453693773481063544750213623046875
3.518437208883201171875e13 62.5364939768271845828 8.10109172351e-10
1.50000000000000011102230246251565404236316680908203125 1.1e-324 358416272e-33 5e-20 67e14 985e15
7693e-42 -0.0 -1e-400 6929495644600919.5 3.9807e-5
""".split() + [
    "1" + "0" * 308, "0." + "0" * 300 + "1", "1" * 200 + "e-150", "0." + "9" * 1100,
    "1" + "0" * 1500 + "e-1500", "12345" * 300 + "e-1490",
]


def bits(number):
    return struct.unpack("<Q", struct.pack("<d", number))[0]


def double(pattern):
    return struct.unpack("<d", struct.pack("<Q", pattern))[0]


def midpoints():
    random.seed(7)
    for _ in range(60):
        pattern = random.choice([
            random.getrandbits(63) % 0x7FE0000000000000,
            bits(random.uniform(-180, 180)) & (2**63 - 1),
            random.getrandbits(51),
            bits(random.uniform(0, 1e6)),
        ])
        below, above = double(pattern), double(pattern + 1)
        middle = (Fraction(below) + Fraction(above)) / 2
        text = format(Decimal(middle.numerator) / Decimal(middle.denominator), "f")
        if len(text) > 900:
            text = str(Decimal(text))
        assert float(text) == (below if pattern % 2 == 0 else above)
        yield text
        if "." in text and "E" not in text:
            assert float(text + "1") == above
            yield text + "1"
            yield text + "0" * 40 + "1"


getcontext().prec = 1200
for text in dict.fromkeys([*midpoints(), *KNOWN]):
    print(f"{bits(float(text)):016x} {text}")
