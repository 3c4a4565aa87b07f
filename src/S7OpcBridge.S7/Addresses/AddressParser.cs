using static S7OpcBridge.S7.S7Area;

namespace S7OpcBridge.S7.Addresses;

/// <summary>Parses addresses in three notations: Siemens (English and German), nodeS7 and PLC4X. One pass from left to right over upper-case text.</summary>
internal static class AddressParser
{
    private const string Forms = "write it like DB1.DBX0.3, DB1.DBW10, MW20, I0.0, T5 or C3";

    internal static bool TryParse(ReadOnlySpan<char> text, out S7Address address, out S7DataType type, out string error)
    {
        (address, type) = (default, default);
        text = text.Trim();
        if (text.IsEmpty)
            return Fail($"the address is empty; {Forms}", out error);
        var upper = text.ToString().ToUpperInvariant();
        var reader = new AddressReader(upper);
        reader.Accept('%');
        if (
            TryParseArea(ref reader, out address, out type, out error)
            && TryParseTail(ref reader, ref address, ref type, out error)
            && AddressRules.InBounds(address, type, out error)
        )
            return true;
        if (OtherToolAddress.Hint(upper) is { } hint)
            error = $"'{text}' {hint}";
        (address, type) = (default, default);
        return false;
    }

    private static bool TryParseArea(ref AddressReader reader, out S7Address address, out S7DataType type, out string error)
    {
        (address, type) = (default, default);
        var word = reader.TakeWord();
        switch (word)
        {
            case "DB":
                return TryParseBlock(ref reader, out address, out type, out error);
            case "T":
                type = new(S7TypeKind.Timer);
                return TryParseNumber(ref reader, Timers, "timer", out address, out error);
            case "C" or "Z":
                type = new(S7TypeKind.Counter);
                return TryParseNumber(ref reader, Counters, "counter", out address, out error);
            case "DBX" or "DBB" or "DBW" or "DBD":
                return Fail(
                    $"'{word}{reader.Rest}' does not name its data block; write DB1.{word}{reader.Rest} with the right number",
                    out error
                );
            case ['S', 'M', .. var width]:
                return TryParseOffset(ref reader, new(SystemFlags, 0, 0), width, width, typed: false, out address, out type, out error);
            case "AIW" or "AEW":
                return TryParseOffset(ref reader, new(AnalogInputs, 0, 0), word, "W", typed: false, out address, out type, out error);
            case "AQW" or "AAW":
                return TryParseOffset(ref reader, new(AnalogOutputs, 0, 0), word, "W", typed: false, out address, out type, out error);
            case ['P', 'Q' or 'A', ..]:
                return Fail(
                    $"'{word}' is a peripheral output, which cannot be read back; write Q{word[2..]}{reader.Rest} for the process image",
                    out error
                );
            case ['P', 'I' or 'E', .. var width]:
                return TryParseOffset(ref reader, new(Peripheral, 0, 0), width, width, typed: false, out address, out type, out error);
            case ['I' or 'E', .. var width]:
                return TryParseOffset(ref reader, new(Inputs, 0, 0), width, width, typed: false, out address, out type, out error);
            case ['Q' or 'A', .. var width]:
                return TryParseOffset(ref reader, new(Outputs, 0, 0), width, width, typed: false, out address, out type, out error);
            case ['M', .. var width]:
                return TryParseOffset(ref reader, new(Markers, 0, 0), width, width, typed: false, out address, out type, out error);
            case ['V', .. var width]:
                return TryParseOffset(ref reader, new(DataBlock, 1, 0), width, width, typed: false, out address, out type, out error);
            case "":
                return Fail($"'{reader.Rest}' does not begin with an area; {Forms}", out error);
            default:
                return Fail(
                    $"'{word}' is not a memory area (DB, M, I or E, Q or A, PI or PE, V, T, C or Z, and SM, AIW, AQW on an S7-200); "
                        + $"{Forms}",
                    out error
                );
        }
    }

    private static bool TryParseBlock(ref AddressReader reader, out S7Address address, out S7DataType type, out string error)
    {
        (address, type) = (default, default);
        if (!reader.TryTakeNumber(out var db))
            return Fail($"a block number must follow DB, not '{reader.Rest}'; write DB1.DBW0 with the right number", out error);
        if (db is < 1 or > 65535)
            return Fail("the block number is outside 1–65535; take it from the project tree in TIA Portal", out error);

        var start = new S7Address(DataBlock, (ushort)db, 0);
        if (reader.Accept(':'))
            return TryParseOffset(ref reader, start, "", "", typed: false, out address, out type, out error, plc4x: true);
        var comma = reader.Accept(',');
        if (!comma && !reader.Accept('.'))
            return Fail(
                reader.AtEnd
                    ? $"DB{db} is a whole block; add an address in it, such as DB{db}.DBW0"
                    : $"'.' or ',' must follow DB{db}, not '{reader.Rest}'; write DB{db}.DBW0",
                out error
            );

        var word = reader.TakeWord();
        if (word is ['D', 'B', var letter] && AddressWord.WidthOf([letter]) > 0)
            return TryParseOffset(ref reader, start, word, [letter], typed: false, out address, out type, out error);
        if (comma)
            return TryParseOffset(ref reader, start, word, word, typed: true, out address, out type, out error);
        return Fail($"DBX, DBB, DBW or DBD must follow 'DB{db}.', not '{word}{reader.Rest}'; write DB{db}.DBW10", out error);
    }

    private static bool TryParseNumber(ref AddressReader reader, S7Area area, string what, out S7Address address, out string error)
    {
        error = "";
        var found = reader.TryTakeNumber(out var number);
        address = new(area, 0, number);
        return found || Fail($"a {what} number must follow, not '{reader.Rest}'; write {AddressRules.Prefix(area)}5", out error);
    }

    /// <summary>Parses the byte number, then the bit, length or count that the preceding word requires.</summary>
    private static bool TryParseOffset(
        ref AddressReader reader,
        S7Address start,
        scoped ReadOnlySpan<char> word,
        scoped ReadOnlySpan<char> width,
        bool typed,
        out S7Address address,
        out S7DataType type,
        out string error,
        bool plc4x = false
    )
    {
        (address, type, error) = (default, default, "");
        var bits = AddressWord.WidthOf(width);
        var kind = S7TypeKind.None;
        if (typed || (bits == 0 && !width.IsEmpty))
        {
            if (width.IsEmpty)
                return Fail($"a type must follow, not '{reader.Rest}'; write DB1,REAL4 or DB1.DBD4", out error);
            if (!AddressWord.TryFindType(width, out kind))
                return Fail(AddressWord.Explain(width), out error);
            bits = 0;
        }
        if (!reader.TryTakeNumber(out var offset))
            return Fail($"a byte number must follow '{word}', not '{reader.Rest}'; {Forms}", out error);
        address = start with { Offset = offset, Width = bits };

        if (kind is not (S7TypeKind.None or S7TypeKind.Bool))
            return AddressSuffix.TryParse(ref reader, kind, ref address, out type, out error);
        if (bits > 1)
            return reader.Rest is not ['.', ..] || Fail(AddressRules.BitBehindWidth(address, reader.Rest), out error);
        if (plc4x && reader.Rest is not ['.', ..])
            return true;
        return AddressSuffix.TryParseBit(ref reader, arrays: kind == S7TypeKind.Bool, ref address, out type, out error);
    }

    /// <summary>Parses <c>:P</c> for peripheral inputs and PLC4X's <c>:TYPE</c>.</summary>
    private static bool TryParseTail(ref AddressReader reader, ref S7Address address, ref S7DataType type, out string error)
    {
        error = "";
        if (reader.Rest is [':', 'P'] or [':', 'P', ':', ..])
        {
            if (address.Area == Outputs)
                return Fail("a peripheral output cannot be read back; remove ':P' to read the process image", out error);
            if (address.Area is not (Inputs or Peripheral))
                return Fail("':P' is only allowed for inputs; remove it", out error);
            reader.Accept(':');
            reader.Accept('P');
            address = address with { Area = Peripheral };
        }
        if (reader.AtEnd)
            return address.Width > 0 || type.Kind != S7TypeKind.None || Fail("a type must follow the byte; write DB1:0:REAL", out error);
        if (!reader.Accept(':'))
            return Fail($"'{reader.Rest}' is not allowed after the address {address}; remove it, or {Forms}", out error);

        if (!S7DataType.TryParse(reader.Rest, out var named, out error))
            return false;
        if (type.Kind is not (S7TypeKind.None or S7TypeKind.Bool))
            return type == named
                || Fail($"{address} already states the type {type}, and ':{reader.Rest}' another one; remove one of them", out error);
        type = named;
        if (address.Width == 0)
            address = address with { Width = AddressWord.CanonicalWidth(type) };
        return AddressRules.Fits(address, type, out error);
    }

    private static bool Fail(string message, out string error)
    {
        error = message;
        return false;
    }
}
