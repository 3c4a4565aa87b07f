using System.Globalization;

namespace S7OpcBridge.S7.Types;

/// <summary>
/// Parses types: <c>name</c>, <c>name[capacity]</c>, <c>name[lower..upper]</c>, <c>name[count]</c>, <c>name[capacity][lower..upper]</c>, <c>Array[lower..upper]
/// of name</c>; square and round brackets are equivalent.
/// </summary>
internal static class S7TypeParser
{
    private const string OfWord = "of";

    internal static bool TryParse(ReadOnlySpan<char> text, out S7DataType type, out string error)
    {
        type = default;
        text = text.Trim();
        if (text.IsEmpty)
            return Fail("the type is empty; write one such as Bool, Int, Real or String[20]", out error);
        return StartsWithArray(text) ? TryParseArray(text[5..].TrimStart(), out type, out error) : TryParseShort(text, out type, out error);
    }

    private static bool StartsWithArray(ReadOnlySpan<char> text) =>
        text.StartsWith("array", StringComparison.OrdinalIgnoreCase) && (text.Length == 5 || text[5] is ' ' or '[' or '(');

    private static bool TryParseArray(ReadOnlySpan<char> rest, out S7DataType type, out string error)
    {
        type = default;
        if (!TryTakeGroup(ref rest, out var bounds, out error) || bounds.IsEmpty)
            return Fail(error.Length > 0 ? error : "the array has no bounds; write Array[0..9] of Int", out error);
        rest = rest.TrimStart();
        if (!rest.StartsWith(OfWord, StringComparison.OrdinalIgnoreCase) || rest.Length < 3 || rest[2] is not (' ' or '\t'))
            return Fail($"'of' and a type must follow the bounds, not '{rest}'; write Array[{bounds}] of Int", out error);
        if (StartsWithArray(rest[2..].Trim()))
            return Fail("an array of arrays is not supported; write one array over all elements, which lie row by row", out error);
        if (!TryParse(rest[2..], out var element, out error))
            return false;
        if (element.IsArray)
            return Fail($"'{rest[2..].Trim()}' is an array already; write either Array[0..9] of Int or Int[0..9]", out error);
        return TryMakeArray(element, bounds, out type, out error);
    }

    private static bool TryParseShort(ReadOnlySpan<char> text, out S7DataType type, out string error)
    {
        type = default;
        var end = text.IndexOfAny('[', '(');
        var name = (end < 0 ? text : text[..end]).TrimEnd();
        var rest = end < 0 ? [] : text[end..];
        if (!S7TypeNames.TryFind(name, out var kind))
            return Fail(S7TypeNames.Explain(name), out error);
        if (!TryTakeGroup(ref rest, out var first, out error) || !TryTakeGroup(ref rest, out var second, out error))
            return false;
        if (!rest.Trim().IsEmpty)
            return Fail($"'{rest.Trim()}' is not allowed after the type; write for example Int[0..9] or String[20]", out error);

        var element = new S7DataType(kind);
        var bounds = first;
        if (S7TypeFacts.For(kind).MaxCapacity > 0)
        {
            if (!TryTakeCapacity(kind, first, out var capacity, out var used, out error))
                return false;
            element = new S7DataType(kind, capacity);
            bounds = used ? second : first;
            second = used ? [] : second;
        }
        if (!second.IsEmpty)
            return Fail(
                $"'[{second}]' is not allowed: arrays have one dimension; write one array over all elements, which lie row by row",
                out error
            );
        type = element;
        return bounds.IsEmpty || TryMakeArray(element, bounds, out type, out error);
    }

    private static bool TryTakeCapacity(S7TypeKind kind, ReadOnlySpan<char> group, out int capacity, out bool used, out string error)
    {
        ref readonly var facts = ref S7TypeFacts.For(kind);
        error = "";
        capacity = 254;
        used = !group.IsEmpty && !group.Contains("..", StringComparison.Ordinal);
        if (!used)
            return kind != S7TypeKind.Chars || Fail("Chars needs its number of characters; write Chars(8)", out error);
        if (
            int.TryParse(
                group,
                NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
                CultureInfo.InvariantCulture,
                out capacity
            )
            && capacity >= 1
            && capacity <= facts.MaxCapacity
        )
            return true;
        return Fail(
            $"'{group}' is not a valid capacity of {facts.Name}; write a number of characters from 1 to {facts.MaxCapacity}",
            out error
        );
    }

    private static bool TryMakeArray(S7DataType element, ReadOnlySpan<char> bounds, out S7DataType type, out string error)
    {
        type = default;
        if (bounds.Contains(','))
            return Fail($"'[{bounds}]' has several dimensions; write one array over all elements, which lie row by row", out error);
        var dots = bounds.IndexOf("..", StringComparison.Ordinal);
        int lower = 0,
            upper;
        if (dots < 0)
        {
            if (!TryNumber(bounds, out var count) || count < 1)
                return Fail($"'{bounds}' are not array bounds; write the first and last index, such as 0..9", out error);
            upper = count - 1;
        }
        else if (!TryNumber(bounds[..dots], out lower) || !TryNumber(bounds[(dots + 2)..], out upper))
            return Fail($"'{bounds}' are not array bounds; write the first and last index, such as 0..9", out error);
        if (upper < lower)
            return Fail($"the array bounds {lower}..{upper} are in the wrong order; write {upper}..{lower}", out error);

        var length = (long)upper - lower + 1;
        var bytes = element.Kind == S7TypeKind.Bool ? (length + 7) / 8 : length * element.ElementSize;
        if (bytes > S7TypeFacts.AreaBytes)
            return Fail(
                $"an array of {length} elements takes {bytes} bytes, but an area has at most {S7TypeFacts.AreaBytes}; make it shorter",
                out error
            );
        type = element with { ArrayLower = lower, ArrayLength = (int)length };
        error = "";
        return true;
    }

    private static bool TryNumber(ReadOnlySpan<char> text, out int number) =>
        int.TryParse(text.Trim(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number);

    /// <summary>Reads <c>[…]</c> or <c>(…)</c> from the front; an empty group where there is none.</summary>
    private static bool TryTakeGroup(ref ReadOnlySpan<char> rest, out ReadOnlySpan<char> group, out string error)
    {
        error = "";
        group = [];
        rest = rest.TrimStart();
        if (rest.IsEmpty || rest[0] is not ('[' or '('))
            return true;
        var close = rest.IndexOf(rest[0] == '[' ? ']' : ')');
        if (close < 0)
            return Fail($"the bracket in '{rest}' is never closed; add a '{(rest[0] == '[' ? ']' : ')')}'", out error);
        group = rest[1..close].Trim();
        if (group.IsEmpty)
            return Fail($"the brackets in '{rest}' are empty; write a number or bounds such as 0..9", out error);
        rest = rest[(close + 1)..];
        return true;
    }

    private static bool Fail(string message, out string error)
    {
        error = message;
        return false;
    }
}
