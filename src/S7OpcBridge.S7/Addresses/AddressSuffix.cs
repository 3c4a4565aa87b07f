using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7.Addresses;

/// <summary>Parses what follows the byte number: the bit, and in nodeS7 the length of a text and the count of an array.</summary>
internal static class AddressSuffix
{
    /// <summary>Parses <c>.bit</c>, and after a nodeS7 X <c>.bit.count</c>.</summary>
    internal static bool TryParseBit(ref AddressReader reader, bool arrays, ref S7Address address, out S7DataType type, out string error)
    {
        (type, error) = (new(S7TypeKind.Bool), "");
        if (!reader.Accept('.'))
            return Fail(AddressRules.MissingBit(address), out error);
        if (!reader.TryTakeNumber(out var bit) || bit > 7)
            return Fail($"the bit behind byte {address.Offset} must be 0–7; a byte has eight bits", out error);
        address = address with { Bit = (byte)bit, Width = 1 };
        return !arrays || !reader.Accept('.') || TryParseCount(ref reader, ref type, out error);
    }

    /// <summary>Parses <c>.length</c> of a text and <c>.count</c> of an array.</summary>
    internal static bool TryParse(ref AddressReader reader, S7TypeKind kind, ref S7Address address, out S7DataType type, out string error)
    {
        (type, error) = (new(kind), "");
        var most = S7TypeFacts.For(kind).MaxCapacity;
        if (most > 0)
        {
            var name = S7TypeFacts.For(kind).Name;
            if (!reader.Accept('.') || !reader.TryTakeNumber(out var length))
                return Fail($"the length of the {name} is missing; write for example DB1,S{address.Offset}.20", out error);
            if (length < 1 || length > most)
                return Fail(
                    $"the {name} at byte {address.Offset} can hold 1–{most} characters; write its length as declared in the PLC",
                    out error
                );
            type = type with { Capacity = length };
        }
        if (reader.Accept('.') && !TryParseCount(ref reader, ref type, out error))
            return false;
        // nodeS7 and Kepware present an array of characters as one text.
        if (kind == S7TypeKind.Char && type.IsArray)
            type = new(S7TypeKind.Chars, type.ArrayLength);
        address = address with { Width = AddressWord.CanonicalWidth(type) };
        return true;
    }

    private static bool TryParseCount(ref AddressReader reader, ref S7DataType type, out string error)
    {
        error = "";
        if (!reader.TryTakeNumber(out var count) || count < 1 || count > S7TypeFacts.AreaBytes * 8)
            return Fail($"the number of elements must be a number from 1 on, not '{reader.Rest}'", out error);
        type = type with { ArrayLength = count };
        return true;
    }

    private static bool Fail(string message, out string error)
    {
        error = message;
        return false;
    }
}
