using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Writing;

/// <summary>What stands around a tag in the map, so that it need not say it again.</summary>
/// <param name="Db">Data block of offsets; 0: none.</param>
/// <param name="Start">Bytes that are added to the offsets.</param>
/// <param name="Scan">Scan class.</param>
/// <param name="InTemplate">True: braces are written twice.</param>
internal readonly record struct TagContext(int Db, int Start, string Scan, TagAccess Access, bool InTemplate);

/// <summary>Writes one tag: in the short form where that says it all, else in the long form.</summary>
/// <param name="scans">Scan classes by interval.</param>
/// <param name="bySymbol">True: the PLC is asked by symbols where they are known.</param>
/// <param name="alarms">Name of the file with its alarms.</param>
internal sealed class TagText(ScanNames scans, bool bySymbol, string alarms)
{
    /// <summary>The text behind the tag's name: a short form, or keys in braces.</summary>
    public string Named(PlantTag tag, in TagContext context) =>
        Short(tag, context) is { } text ? YamlText.Scalar(Filled(text, context)) : $"{{ {Keys(tag, context)} }}";

    /// <summary>The tag as an entry of a list.</summary>
    public string Listed(PlantTag tag, string name, in TagContext context) =>
        $"{{ name: {YamlText.InFlow(Filled(name, context))}, {Keys(tag, context)} }}";

    /// <summary>A text of a template: a brace is written twice.</summary>
    public static string Filled(string text, in TagContext context) =>
        context.InTemplate ? text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal) : text;

    private string? Short(PlantTag tag, in TagContext context)
    {
        var row = tag.Row;
        var details = row.Details;
        if (
            IsSymbol(row)
            || row.NodeId is not null
            || row.UaType is not null
            || row.Alarms.Count > 0
            || details with { Description = null, Unit = null, Range = null, Limits = null } != new TagDetails()
        )
            return null;
        if (details.Description?.AsSpan().IndexOfAny("\"\r\n") >= 0 || details.Unit is { } word && !IsPlainUnit(word))
            return null;
        var text = new StringBuilder(Place(row.Address!.Value, context, out _));
        if (row.Address is not { Area: S7Area.Timers or S7Area.Counters })
            text.Append(' ').Append(row.Type);
        if (details.Unit is { } unit)
            text.Append(", ").Append(unit);
        if (details.Range is { } range)
            text.Append($", {YamlText.Number(range.Low)}..{YamlText.Number(range.High)}");
        if (details.Limits is { } limits)
            text.Append($", limits {YamlText.Number(limits.Low)}..{YamlText.Number(limits.High)}");
        if (tag.Access != context.Access)
            text.Append(", ").Append(AccessWord(tag.Access));
        if (scans.ForRate(row.Rate) is { } scan && scan != context.Scan)
            text.Append(", scan ").Append(scan);
        if (details.Description is { } description)
            text.Append(", \"").Append(description).Append('"');
        return text.ToString();
    }

    private string Keys(PlantTag tag, in TagContext context)
    {
        var row = tag.Row;
        var details = row.Details;
        var keys = new List<string>();
        if (IsSymbol(row))
        {
            keys.Add($"symbol: {YamlText.InFlow(row.Symbol!)}");
            if (row.Type.Kind != S7TypeKind.None && !row.Type.IsArray)
                keys.Add($"type: {YamlText.InFlow(row.Type.ToString())}");
        }
        else
        {
            var place = Place(row.Address!.Value, context, out var isOffset);
            keys.Add($"{(isOffset ? "offset" : "address")}: {YamlText.InFlow(place)}");
            if (row.Address is not { Area: S7Area.Timers or S7Area.Counters })
                keys.Add($"type: {YamlText.InFlow(row.Type.ToString())}");
        }
        var inTemplate = context;
        Add("uaType", row.UaType);
        Add("scan", scans.ForRate(row.Rate) is var scan && scan != context.Scan ? scan : null);
        Add("access", tag.Access != context.Access ? AccessWord(tag.Access) : null);
        Add("unit", details.Unit);
        AddRange("range", details.Range);
        AddRange("limits", details.Limits);
        if (details.Scale is { } scale)
            keys.Add(
                $"scale: {{ raw: [{YamlText.Number(scale.RawLow)}, {YamlText.Number(scale.RawHigh)}], value: [{YamlText.Number(scale.Low)}, "
                    + $"{YamlText.Number(scale.High)}]{(scale.SquareRoot ? ", curve: sqrt" : "")}"
                    + $"{(scale.Clamp ? ", clamp: true" : "")}{(scale.Negate ? ", negate: true" : "")} }}"
            );
        if (details.States is { } states)
            keys.Add(
                $"states: {{ {string.Join(", ", states.All.ToArray().Select(state => $"{state.Value}: {YamlText.InFlow(Filled(state.Text, inTemplate))}"))} }}"
            );
        Add(
            "swap",
            details.Swap switch
            {
                TagSwap.None => null,
                var swap => swap.ToString().ToLowerInvariant(),
            }
        );
        Add("timezone", details.TimeZone);
        Add("encoding", details.Encoding);
        Add("nodeId", row.NodeId);
        Add("description", details.Description);
        if (row.Alarms.Count > 0)
            keys.Add($"alarms: {YamlText.InFlow(alarms)}");
        return string.Join(", ", keys);

        void Add(string key, string? value)
        {
            if (value is not null)
                keys.Add($"{key}: {YamlText.InFlow(Filled(value, inTemplate))}");
        }

        void AddRange(string key, TagRange? range)
        {
            if (range is { } ends)
                keys.Add($"{key}: [{YamlText.Number(ends.Low)}, {YamlText.Number(ends.High)}]");
        }
    }

    private bool IsSymbol(ImportedTag row) => row.Address is null || (bySymbol && row.Symbol is not null);

    private static string Place(S7Address address, in TagContext context, out bool isOffset)
    {
        isOffset = context.Db > 0 && address.Area == S7Area.DataBlock && address.Db == context.Db && address.Offset >= context.Start;
        return isOffset ? $"{address.Offset - context.Start}.{address.Bit}" : address.ToString();
    }

    // Words that the short form would take for something else.
    private static bool IsPlainUnit(string unit) =>
        unit is not ("read" or "readwrite" or "write")
        && !unit.Contains("..", StringComparison.Ordinal)
        && unit.AsSpan().IndexOfAny(",\"[](){}") < 0
        && !unit.StartsWith("scan ", StringComparison.Ordinal)
        && !unit.StartsWith("limits ", StringComparison.Ordinal)
        && !char.IsAsciiDigit(unit[0])
        && unit.Trim() == unit
        && unit[0] is not ('-' or '+');

    public static string AccessWord(TagAccess access) =>
        access switch
        {
            TagAccess.ReadWrite => "readwrite",
            TagAccess.Write => "write",
            _ => "read",
        };
}
