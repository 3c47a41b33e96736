"""How operators are written, by the class of their node."""

from __future__ import annotations

from typing import Final

import libcst as cst

SYMBOLS: Final[dict[type, str]] = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.Divide: "/", cst.Power: "**",
    cst.Modulo: "%", cst.FloorDivide: "//", cst.MatrixMultiply: "@", cst.BitAnd: "&",
    cst.BitOr: "|", cst.BitXor: "^", cst.LeftShift: "<<", cst.RightShift: ">>",
    cst.AddAssign: "+", cst.SubtractAssign: "-", cst.MultiplyAssign: "*", cst.DivideAssign: "/",
    cst.PowerAssign: "**", cst.ModuloAssign: "%", cst.FloorDivideAssign: "//",
    cst.MatrixMultiplyAssign: "@", cst.BitAndAssign: "&", cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.LessThan: "<", cst.LessThanEqual: "<=", cst.GreaterThan: ">", cst.GreaterThanEqual: ">=",
    cst.Equal: "==", cst.NotEqual: "!=",
}  # fmt: skip
UNARY: Final[dict[type, str]] = {cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~"}
