using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7.Addresses;

/// <summary>Rules for addresses in any notation: limits of areas, and the types that fit each width.</summary>
internal static class AddressRules
{
    internal static string Prefix(S7Area area) =>
        area switch
        {
            S7Area.Counters => "C",
            S7Area.Timers => "T",
            S7Area.Inputs or S7Area.Peripheral => "I",
            S7Area.Outputs => "Q",
            S7Area.Markers => "M",
            S7Area.SystemFlags => "SM",
            S7Area.AnalogInputs => "AI",
            S7Area.AnalogOutputs => "AQ",
            _ => "DB",
        };

    internal static bool InBounds(in S7Address address, S7DataType type, out string error)
    {
        error = "";
        if (address.Offset >= S7TypeFacts.AreaBytes)
            return Fail(
                $"the {(IsNumbered(address.Area) ? "number" : "byte number")} is above 65535, the largest possible in any area",
                out error
            );
        var units = IsNumbered(address.Area)
            ? Math.Max(1, type.ArrayLength)
            : Math.Max(address.Width / 8, type.Kind == S7TypeKind.None ? 1 : type.ByteLength(address.Bit));
        return address.Offset + units <= S7TypeFacts.AreaBytes
            || Fail(
                $"{(type.Kind == S7TypeKind.None ? address : type)} at {address} ends at {address.Offset + units - 1}, beyond 65535, the largest possible "
                    + "in any area",
                out error
            );
    }

    internal static bool Fits(in S7Address address, S7DataType type, out string error)
    {
        if (!InBounds(address, type, out error))
            return false;
        var wanted = address.Area switch
        {
            S7Area.Timers => S7TypeKind.Timer,
            S7Area.Counters => S7TypeKind.Counter,
            _ => S7TypeKind.None,
        };
        if (wanted != S7TypeKind.None)
            return type.Kind == wanted || Fail($"{address} is a {wanted} and cannot be read as {type}; remove the type", out error);
        if (type.Kind == S7TypeKind.Timer)
            return Fail($"a Timer is only possible in area T, not at {address}; elsewhere use S5Time", out error);
        if (type.Kind == S7TypeKind.Counter)
            return Fail($"a Counter is only possible in area C, not at {address}; elsewhere use Bcd16", out error);

        var size = type.Element.ValueSize;
        if (address.Area is S7Area.AnalogInputs or S7Area.AnalogOutputs && (size != 2 || type.Capacity > 0 || (address.Offset & 1) != 0))
            return Fail(
                $"{address} cannot be read as {type}: analog values of an S7-200 are single words at even bytes; write an even number and Int or "
                    + "Word",
                out error
            );
        if (type.Kind == S7TypeKind.Bool)
            return address.Width is 0 or 1
                || type.IsArray
                || Fail($"{address} is {WidthName(address.Width)} and Bool needs a bit; write {address with { Width = 1 }}", out error);
        if (address.Width == 1 || (address.Width == 0 && address.Bit > 0))
            return Fail(
                $"{address with { Width = 1 }} is a bit and {type} needs its first byte; write "
                    + $"{address with { Bit = 0, Width = AddressWord.CanonicalWidth(type) }}",
                out error
            );
        return address.Width <= 8
            || (address.Width == size * 8 && type.Capacity == 0)
            || Fail(
                $"{address} is {WidthName(address.Width)} and {type.Element} takes {size}; write "
                    + $"{address with { Width = AddressWord.CanonicalWidth(type) }} or another type",
                out error
            );
    }

    internal static string Candidates(in S7Address address) =>
        address switch
        {
            { Area: S7Area.Timers } => "Timer",
            { Area: S7Area.Counters } => "Counter",
            { Width: 1 } => "Bool",
            { Width: 8 } => "Byte, SInt, USInt, Char or String[n]",
            { Width: 16 } => "Int, Word, UInt, S5Time, Date or Bcd16",
            { Width: 32 } => "Real, DInt, DWord, UDInt, Time, Time_Of_Day or Bcd32",
            _ => "Bool, Int, DInt, Real or String[n]",
        };

    /// <summary>The message for <c>DB1.DBX5</c> and <c>M5</c>.</summary>
    internal static string MissingBit(in S7Address address)
    {
        var bit = address with { Width = 1 };
        if (address.Width == 1)
            return $"the bit is missing; write {bit}, or {address with { Width = 8 }} for the byte";
        return $"neither a bit nor a width is given; write {bit}, {address with { Width = 8 }}, {address with { Width = 16 }} or {address with { Width = 32 }}";
    }

    /// <summary>The message for <c>DB1.DBW10.0</c>.</summary>
    internal static string BitBehindWidth(in S7Address address, ReadOnlySpan<char> rest) =>
        $"'{rest}' is not allowed here: {address} is {WidthName(address.Width)}; a bit is written {address with { Width = 1 }}";

    private static bool IsNumbered(S7Area area) => area is S7Area.Timers or S7Area.Counters;

    private static string WidthName(int width) =>
        width switch
        {
            1 => "a bit",
            8 => "a byte",
            16 => "two bytes",
            _ => "four bytes",
        };

    private static bool Fail(string message, out string error)
    {
        error = message;
        return false;
    }
}
