using System.Text.RegularExpressions;

namespace S7OpcBridge.S7.Addresses;

/// <summary>
/// Recognises addresses in the notations of other tools (Telegraf, benthos-umh, Sharp7.Rx, ioBroker, Neuron, dacs7, SIMATIC NET) and common typing errors, and
/// suggests the right form. Used for error messages only.
/// </summary>
internal static partial class OtherToolAddress
{
    /// <summary>The rest of a sentence that begins with the address; null where nothing is recognised.</summary>
    /// <param name="text">The address in upper case.</param>
    internal static string? Hint(string text)
    {
        if (SimaticNet().Match(text) is { Success: true } net)
            return Say(
                "is SIMATIC NET's spelling",
                net.Groups[2].Length > 0 ? $"{net.Groups[1].Value}.{net.Groups[2].Value}" : net.Groups[1].Value
            );
        if (BlockSlip().Match(text) is { Success: true } slip)
            return Say("is not complete", $"DB{slip.Groups[1].Value}.DB{slip.Groups[2].Value}");
        if (TypedWithDot().Match(text) is { Success: true } dotted)
            return Say("is the spelling of Telegraf, benthos-umh or Sharp7.Rx", $"{dotted.Groups[1].Value},{dotted.Groups[2].Value}");
        if (TypedInDb().Match(text) is { Success: true } typed)
            return Say("names a type where a width belongs", $"{typed.Groups[1].Value},{typed.Groups[2].Value}");
        if (TelegrafArea().Match(text) is { Success: true } area)
            return Say(
                "is Telegraf's spelling",
                TelegrafAreaName(area.Groups[1].Value) + (area.Groups[2].Value == "X" ? "" : area.Groups[2].Value) + area.Groups[3].Value
            );
        if (IoBroker().Match(text) is { Success: true } bare)
            return Say(
                "is ioBroker's spelling",
                $"DB{bare.Groups[1].Value}.DBX{bare.Groups[2].Value}.{bare.Groups[3].Value}",
                ", or its byte with DBB, DBW " + "or DBD and a type"
            );
        if (Neuron().Match(text) is { Success: true } neuron)
            return NeuronText(neuron.Groups[1].Value, neuron.Groups[2].Value, neuron.Groups[3].Value, wide: neuron.Groups[4].Length > 0);
        if (Dacs7().Match(text) is { Success: true } dacs)
            return Dacs7Text(dacs.Groups[1].Value, dacs.Groups[2].Value, dacs.Groups[3].Value, dacs.Groups[4].Value);
        if (FatekFlag().Match(text) is { Success: true } flag)
            return Say("is Neuron's spelling of a marker", "M" + flag.Groups[1].Value);
        if (InsideOf200().IsMatch(text))
            return "is in an area of the S7-200 (high-speed counters, sequence relays) whose form on the wire is not documented; copy it to V memory in the "
                + "PLC program and read VD, VW or VB";
        if (InstanceBlock().Match(text) is { Success: true } instance)
            return Say("is an instance block in STL", "DB" + instance.Groups[1].Value.Replace(".DI", ".DB", StringComparison.Ordinal));
        return null;
    }

    private static string? Say(string what, string instead, string more = "") =>
        Spell(instead) is { } spelling ? $"{what}; write {spelling}{more}" : null;

    private static string? Spell(string instead)
    {
        if (!AddressParser.TryParse(instead, out var address, out var type, out _))
            return null;
        var named = !type.IsArray && type.Kind is S7TypeKind.None or S7TypeKind.Bool or S7TypeKind.Timer or S7TypeKind.Counter;
        return named ? address.ToString() : $"{address} with type {type}";
    }

    private static string? NeuronText(string db, string offset, string length, bool wide)
    {
        var text = Spell($"DB{db},{(wide ? "WS" : "S")}{offset}.{length}");
        var bit = wide ? null : Spell($"DB{db}.DBX{offset}.{length}");
        var choice = (bit, text) switch
        {
            (not null, not null) => $"{bit} for the bit, or {text} for a text",
            _ => bit ?? text,
        };
        return choice is null ? null : $"is Neuron's spelling; write {choice}";
    }

    private static string? Dacs7Text(string db, string offset, string word, string count) =>
        word switch
        {
            ['X', var bit] => Say("is dacs7's spelling", $"DB{db}.DBX{offset}.{bit}"),
            "B" or "W" or "DW" or "I" or "DI" or "R" or "S" or "WS" or "C" => Say(
                "is dacs7's spelling",
                $"DB{db},{word}{offset}{(count.Length > 0 ? "." + count : "")}"
            ),
            _ => null,
        };

    private static string TelegrafAreaName(string area) =>
        area switch
        {
            "MK" => "M",
            "PE" => "I",
            "PA" => "Q",
            "TM" => "T",
            _ => "C",
        };

    [GeneratedRegex(@"^S7:\[[^\]]*\]([^,]+(?:,[^,]+)?)(?:,(\d+))?$")]
    private static partial Regex SimaticNet();

    // DB10.DX1.0 and DB10DBX1.0. DB10.DW2 and DB10.DB2 are notations of other tools.
    [GeneratedRegex(@"^DB(\d+)(?:[.,]D(?=X)|DB)([XBWD]\d+(?:\.[0-7])?)$")]
    private static partial Regex BlockSlip();

    [GeneratedRegex(@"^(DB\d+)\.((?!DB)[A-Z_]+\d[\d.]*)$")]
    private static partial Regex TypedWithDot();

    [GeneratedRegex(@"^(DB\d+)[.,]DB((?![XBWD]\d)[A-Z_]+\d[\d.]*)$")]
    private static partial Regex TypedInDb();

    [GeneratedRegex(@"^(MK|PE|PA|TM|CT)\d*\.([A-Z]*)([\d.]+)$")]
    private static partial Regex TelegrafArea();

    [GeneratedRegex(@"^DB(\d+)(?:\.|\s*\+?\s*)(\d+)\.([0-7])$")]
    private static partial Regex IoBroker();

    [GeneratedRegex(@"^DB(\d+)\.DBW(\d+)\.(\d+)([A-Z]?)$")]
    private static partial Regex Neuron();

    [GeneratedRegex(@"^DB(\d+)\.(\d+),([A-Z]+\d?)(?:,(\d+))?$")]
    private static partial Regex Dacs7();

    [GeneratedRegex(@"^F([BWD]?\d[\d.]*)$")]
    private static partial Regex FatekFlag();

    [GeneratedRegex(@"^(HS?C\d+|S[BWD]\d+|S\d+\.[0-7])$")]
    private static partial Regex InsideOf200();

    [GeneratedRegex(@"^DI(\d+\.DI[XBWD]\d[\d.]*)$")]
    private static partial Regex InstanceBlock();
}
