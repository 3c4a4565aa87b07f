using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>A WoT Thing Description with the S7 binding, as UA-EdgeTranslator of the OPC Foundation reads it.</summary>
internal sealed partial class ThingDescription : SourceReader
{
    public override string Format => "WoT Thing Description (S7)";

    public override bool Recognises(Source source) =>
        source.Head.AsSpan().TrimStart() is ['{', ..]
        && source.Text.Contains("\"s7:", StringComparison.Ordinal)
        && source.Text.Contains("\"forms\"", StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = JsonTree.Read(source);
        var name =
            root["name"].Text is { Length: > 0 } given ? given
            : root["title"].Text is { Length: > 0 } title ? title
            : source.Name;
        var parts = Base().Match(root["base"].Text);
        var plc = draft.Plc(name, root.Spot, parts.Groups[1].Value.Contains('{') ? null : parts.Groups[1].Value);
        name = plc.Name;
        if (parts.Success)
        {
            var numbers = parts.Groups[2].Value.Split([':', '/'], StringSplitOptions.RemoveEmptyEntries);
            (plc.Rack, plc.Slot) = numbers.Length switch
            {
                1 => (null, Cell.Whole(numbers[0])),
                >= 2 => (Cell.Whole(numbers[0]), Cell.Whole(numbers[1])),
                _ => (null, null),
            };
        }
        foreach (var (property, value) in root["properties"].Members)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var form = value["forms"].Items.Count > 0 ? value["forms"].Items[0] : value;
            if (!TryRead(form, value["type"].Text, out var address, out var type, out var fault))
                draft.LeaveOut(value.Spot, property, fault);
            else
                new GatewayTag(name, [property], "", value.Spot)
                {
                    Access = value["readOnly"].IsTrue ? TagAccess.Read : TagAccess.ReadWrite,
                    Rate = Cell.Milliseconds(form.Has("pollingTime") ? form["pollingTime"].Text : form["s7:pollingTime"].Text),
                    Details = new TagDetails
                    {
                        Unit = value["unit"].Text is { Length: > 0 } unit ? unit : null,
                        Description = value["description"].Text is { Length: > 0 } text ? text : null,
                    },
                }.AddTo(draft, address, type);
        }
    }

    private static bool TryRead(JsonTree form, string jsonType, out S7Address address, out S7DataType type, out string fault)
    {
        (address, type) = (default, default);
        var area = form["s7:target"].Text.ToUpperInvariant() switch
        {
            "DB" or "" => S7Area.DataBlock,
            "MB" => S7Area.Markers,
            "EB" => S7Area.Inputs,
            "AB" => S7Area.Outputs,
            "TM" => S7Area.Timers,
            "CT" => S7Area.Counters,
            _ => S7Area.None,
        };
        if (
            area == S7Area.None
            || form["s7:start"].Whole is not (>= 0 and <= 65535 and var start)
            || (area == S7Area.DataBlock && form["s7:dbnumber"].Whole is not (> 0 and <= 65535))
        )
        {
            fault = "the form names no place: 's7:target', 's7:dbnumber' and 's7:start'";
            return false;
        }
        var text = form["s7:maxlen"].Whole;
        var word = form.Has("s7:s7type") ? form["s7:s7type"].Text : "";
        var name =
            word.Length > 0
                ? word
                : form["type"].Text.Replace("xsd:", "", StringComparison.Ordinal).ToLowerInvariant() switch
                {
                    "boolean" => "Bool",
                    "byte" => "SInt",
                    "unsignedbyte" => "Byte",
                    "short" => "Int",
                    "unsignedshort" => "Word",
                    "integer" or "int" => "DInt",
                    "unsignedint" => "DWord",
                    "long" => "LInt",
                    "unsignedlong" => "ULInt",
                    "float" => "Real",
                    "double" => "LReal",
                    "string" => $"String[{Math.Clamp(text ?? 254, 1, 254)}]",
                    "datetime" => "DT",
                    _ => jsonType switch
                    {
                        "boolean" => "Bool",
                        "string" => $"String[{Math.Clamp(text ?? 254, 1, 254)}]",
                        "integer" => "DInt",
                        _ => "Real",
                    },
                };
        type = area switch
        {
            S7Area.Timers => new S7DataType(S7TypeKind.Timer),
            S7Area.Counters => new S7DataType(S7TypeKind.Counter),
            _ => default,
        };
        if (type.Kind == S7TypeKind.None && !S7DataType.TryParse(name, out type, out fault))
            return false;
        var bit = type.Kind == S7TypeKind.Bool && form["s7:pos"].Whole is >= 0 and <= 7 and var pos ? (byte)pos : (byte)0;
        address = new S7Address(
            area,
            area == S7Area.DataBlock ? (ushort)form["s7:dbnumber"].Whole!.Value : (ushort)0,
            start,
            bit,
            area is S7Area.Timers or S7Area.Counters ? (byte)0 : TagAddressResolver.WidthOf(type)
        );
        return address.Fits(type, out fault);
    }

    [GeneratedRegex(@"^s7://([^:/?]+)((?:[:/]\d+)*)")]
    private static partial Regex Base();
}
