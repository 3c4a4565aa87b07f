using System.Globalization;
using System.Text.Json.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Writing;

/// <summary>Makes objects of PLCs and tags for edits of a map, with the keys that <see cref="MapFiles"/> would write; each tag says all of itself.</summary>
internal static class PlcObjects
{
    /// <summary>The PLC with its tags.</summary>
    public static OfferedPlc Make(PlantPlc plc)
    {
        var scans = new ScanNames([.. plc.Tags.Select(static tag => tag.Row.Rate)]);
        return new OfferedPlc(
            plc.Name,
            KeysOf(plc.Facts, scans),
            plc.Facts.Facts,
            [.. plc.Tags.Select(tag => TagOf(tag, scans, plc.Facts.IsPlus))],
            plc.Tags.Sum(static tag => tag.Row.Alarms.Count)
        );
    }

    private static JsonObject KeysOf(ImportedPlc facts, ScanNames scans)
    {
        var keys = new JsonObject();
        Add(keys, "host", facts.Host);
        Add(keys, "port", facts.Port is null or 102 ? null : facts.Port);
        Add(keys, "protocol", facts.IsPlus ? "s7plus" : null);
        // What another source says of a CPU that has symbols is not so.
        Add(
            keys,
            "profile",
            facts.Profile is "generic" || (facts.IsPlus && facts.Profile is not ("s7-1500" or "s7-1200")) ? null : facts.Profile
        );
        if (!facts.IsPlus && facts.LocalTsap is { } local && facts.RemoteTsap is { } remote)
        {
            Add(keys, "localTsap", Tsap(local));
            Add(keys, "remoteTsap", Tsap(remote));
        }
        else if (!facts.IsPlus)
        {
            Add(keys, "rack", facts.Rack is >= 0 and <= 7 ? facts.Rack : null);
            Add(keys, "slot", facts.Slot is >= 0 and <= 31 ? facts.Slot : null);
            Add(keys, "connection", facts.Connection);
            Add(keys, "pduSize", facts.PduSize is >= 112 and <= 65535 ? facts.PduSize : null);
        }
        if (scans.Classes is { } classes)
            keys["scan"] = new JsonObject(
                classes.Select(static each => KeyValuePair.Create<string, JsonNode?>(each.Name, Durations.Format(each.Interval)))
            );
        return keys;
    }

    private static JsonObject TagOf(PlantTag tag, ScanNames scans, bool bySymbol)
    {
        var (row, details) = (tag.Row, tag.Row.Details);
        var isSymbol = row.Address is null || (bySymbol && row.Symbol is not null);
        var keys = new JsonObject { ["name"] = tag.Name };
        Add(keys, isSymbol ? "symbol" : "address", isSymbol ? row.Symbol : row.Address!.Value.ToString());
        if (
            isSymbol
                ? row.Type is { Kind: not S7TypeKind.None, IsArray: false }
                : row.Address is not { Area: S7Area.Timers or S7Area.Counters }
        )
            Add(keys, "type", row.Type.ToString());
        Add(keys, "uaType", row.UaType);
        Add(keys, "scan", scans.ForRate(row.Rate) is var scan && scan != ScanNames.Normal ? scan : null);
        Add(keys, "access", tag.Access == TagAccess.Read ? null : TagText.AccessWord(tag.Access));
        Add(keys, "unit", details.Unit);
        AddRange(keys, "range", details.Range);
        AddRange(keys, "limits", details.Limits);
        if (details.Scale is { } scale)
            keys["scale"] = ScaleOf(scale);
        if (details.States is { } states)
            keys["states"] = new JsonObject(
                states
                    .All.ToArray()
                    .Select(static state =>
                        KeyValuePair.Create<string, JsonNode?>(state.Value.ToString(CultureInfo.InvariantCulture), state.Text)
                    )
            );
        Add(keys, "swap", details.Swap == TagSwap.None ? null : details.Swap.ToString().ToLowerInvariant());
        Add(keys, "timezone", details.TimeZone);
        Add(keys, "encoding", details.Encoding);
        Add(keys, "nodeId", row.NodeId);
        Add(keys, "description", details.Description);
        return keys;
    }

    private static JsonObject ScaleOf(TagScale scale)
    {
        var keys = new JsonObject
        {
            ["raw"] = new JsonArray(scale.RawLow, scale.RawHigh),
            ["value"] = new JsonArray(scale.Low, scale.High),
        };
        Add(keys, "curve", scale.SquareRoot ? "sqrt" : null);
        if (scale.Clamp)
            keys["clamp"] = true;
        if (scale.Negate)
            keys["negate"] = true;
        return keys;
    }

    private static void Add(JsonObject keys, string key, string? value)
    {
        if (value is not null)
            keys[key] = value;
    }

    private static void Add(JsonObject keys, string key, int? value)
    {
        if (value is { } number)
            keys[key] = number;
    }

    private static void AddRange(JsonObject keys, string key, TagRange? range)
    {
        if (range is { } ends)
            keys[key] = new JsonArray(ends.Low, ends.High);
    }

    private static string Tsap(ushort tsap) => string.Create(CultureInfo.InvariantCulture, $"{tsap >> 8:X2}.{tsap & 0xFF:X2}");
}
