using S7OpcBridge.Words;

namespace S7OpcBridge.S7.Types;

/// <summary>The names of data types, and names from other languages that are no S7 types.</summary>
internal static class S7TypeNames
{
    private static readonly Dictionary<string, S7TypeKind> Words = BuildWords();

    /// <summary>Names from C#, IEC dialects and other gateways, with the S7 types to use instead.</summary>
    private static readonly Dictionary<string, string> Foreign = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Boolean"] = "Bool",
        ["Bit"] = "Bool",
        ["X"] = "Bool",
        ["Int8"] = "SInt",
        ["SByte"] = "SInt",
        ["UInt8"] = "USInt or Byte",
        ["Int16"] = "Int",
        ["Short"] = "Int",
        ["Integer"] = "Int (16 bits) or DInt (32 bits)",
        ["UInt16"] = "UInt or Word",
        ["UShort"] = "UInt or Word",
        ["Int32"] = "DInt",
        ["UInt32"] = "UDInt or DWord",
        ["Long"] = "DInt (32 bits) or LInt (64 bits)",
        ["Double_Word"] = "DWord",
        ["Int64"] = "LInt",
        ["UInt64"] = "ULInt or LWord",
        ["Float"] = "Real (32 bits) or LReal (64 bits)",
        ["Float32"] = "Real",
        ["Single"] = "Real",
        ["Float64"] = "LReal",
        ["Double"] = "LReal",
        ["DateTime"] = "Date_And_Time (8 bytes, BCD), DTL (12 bytes) or LDT",
        ["Duration"] = "Time",
        ["TimeSpan"] = "Time",
        ["BCD"] = "Bcd16 or Bcd32",
        ["Text"] = "String[n]",
        ["CharArray"] = "Chars(n)",
        ["Struct"] = "its members one by one",
        ["Variant"] = "the type that is stored there",
    };

    /// <summary>Finds a type by name or alias, ignoring case.</summary>
    internal static bool TryFind(ReadOnlySpan<char> word, out S7TypeKind kind) =>
        Words.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(word, out kind);

    /// <inheritdoc cref="S7DataType.IsNear"/>
    internal static bool IsNear(ReadOnlySpan<char> word) =>
        Foreign.GetAlternateLookup<ReadOnlySpan<char>>().ContainsKey(word) || NearestWord.Find(word, Words.Keys) is not null;

    /// <summary>A message about a word that is no type, with what to write instead.</summary>
    internal static string Explain(ReadOnlySpan<char> word)
    {
        if (Foreign.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(word, out var instead))
            return $"'{word}' is not an S7 data type; write {instead}";
        var nearest = NearestWord.Find(word, Words.Keys);
        return nearest is null
            ? $"'{word}' is not a data type; write one as TIA Portal spells it, such as Bool, Int, DInt, Real or String[20]"
            : $"'{word}' is not a data type; did you mean {nearest}?";
    }

    private static Dictionary<string, S7TypeKind> BuildWords()
    {
        var words = new Dictionary<string, S7TypeKind>(StringComparer.OrdinalIgnoreCase);
        foreach (var kind in S7TypeFacts.Kinds)
            words[S7TypeFacts.For(kind).Name] = kind;
        words["TOD"] = words["TimeOfDay"] = S7TypeKind.TimeOfDay;
        words["LTOD"] = words["LTimeOfDay"] = S7TypeKind.LTimeOfDay;
        words["DT"] = words["DateAndTime"] = S7TypeKind.DateAndTime;
        words["Date_And_LTime"] = S7TypeKind.LDT;
        return words;
    }
}
