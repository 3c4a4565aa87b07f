using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

internal static class TagKeys
{
    public static readonly string[] AccessWords = ["read", "readwrite", "write"];

    private static readonly string[] SwapWords = ["word", "byte", "both"];

    public static readonly KeyTable<RawTag> Table = new(
        "tag",
        new(
            "name",
            KeyShape.Text,
            "Path below the PLC or group; / separates levels.",
            static (yaml, tag) =>
            {
                tag.NameSpot = yaml.Spot;
                tag.Name = yaml.Text() ?? "";
            }
        ),
        new(
            "address",
            KeyShape.Text,
            "Absolute address, such as DB10.DBD4, M10.0, IW64, T5; quote spellings with % or a comma.",
            static (yaml, tag) => ReadAddress(yaml, tag, "an address such as DB10.DBD4")
        ),
        new(
            "offset",
            KeyShape.TextOrNumber,
            "Offset in the group's data block, as in TIA's Offset column: 4.0.",
            static (yaml, tag) => ReadAddress(yaml, tag, "an offset such as 4.0", isOffset: true)
        ),
        new(
            "symbol",
            KeyShape.Text,
            "Symbol in place of an address, on a PLC with 'protocol: s7plus': '\"DB_Pack\".State.Running'. The CPU reports the type.",
            static (yaml, tag) => ReadAddress(yaml, tag, "a symbol in single quotes, such as '\"DB_Pack\".State.Running'", isSymbol: true)
        ),
        new(
            "type",
            KeyShape.Text,
            "Data type, such as Real, String[20], Int(0..9) or a name of 'types'.",
            static (yaml, tag) =>
            {
                tag.TypeSpot = yaml.Spot;
                tag.Type = yaml.Text("a type such as Bool, Int, Real or String(20); put quotes around brackets");
            }
        ),
        new(
            "scan",
            KeyShape.Text,
            "Scan class. Default: the group's, else normal.",
            static (yaml, tag) =>
            {
                tag.ScanSpot = yaml.Spot;
                tag.Scan = yaml.Text("the name of a scan class");
            }
        ),
        new(
            "access",
            KeyShape.OneOf(AccessWords),
            "What clients may do. Default: the group's, else read.",
            static (yaml, tag) => tag.Access = ReadAccess(yaml)
        ),
        new(
            "description",
            KeyShape.Text,
            "Free text; the node's Description.",
            static (yaml, tag) => tag.Details = tag.More with { Description = yaml.Text() }
        ),
        new(
            "unit",
            KeyShape.Text,
            "Engineering unit, such as rpm, °C or %.",
            static (yaml, tag) => tag.Details = tag.More with { Unit = yaml.Text("a unit such as rpm (quote %)") }
        ),
        new(
            "range",
            KeyShape.Range,
            "Usual range (EURange), such as [0, 3000]; does not limit writes.",
            static (yaml, tag) => tag.Details = tag.More with { Range = yaml.Range() }
        ),
        new(
            "limits",
            KeyShape.Range,
            "Values that may be written (InstrumentRange), such as [0, 3000].",
            static (yaml, tag) => tag.Details = tag.More with { Limits = yaml.Range() }
        ),
        new(
            "encoding",
            KeyShape.Text,
            "Code page of this text, instead of the PLC's.",
            static (yaml, tag) => tag.Details = tag.More with { Encoding = Encodings.Read(yaml) }
        ),
        new(
            "timezone",
            KeyShape.Text,
            "Zone of this DT, DTL or LDT, instead of the PLC's.",
            static (yaml, tag) => tag.Details = tag.More with { TimeZone = TimeZones.Read(yaml)?.Id }
        ),
        new(
            "timestamp",
            KeyShape.OneOf("change", "scan"),
            "change: the source time is that of the last change; scan: it moves with every scan. Default change.",
            static (yaml, tag) => tag.Details = tag.More with { TimestampEveryScan = yaml.OneOf(["change", "scan"]) == "scan" }
        ),
        new(
            "nodeId",
            KeyShape.Text,
            "Text of the node id instead of PLC/Name.",
            static (yaml, tag) => tag.Details = tag.More with { NodeId = yaml.Text() }
        ),
        new(
            "writeEvery",
            KeyShape.Duration,
            "Shortest time between two writes of this tag. Default: no limit.",
            static (yaml, tag) =>
                tag.Details = tag.More with { WriteEvery = yaml.Duration(TimeSpan.FromMilliseconds(1), TimeSpan.FromHours(24)) }
        ),
        new(
            "snapshot",
            KeyShape.Text,
            "Tags with the same word are read by one request, so they change together.",
            static (yaml, tag) =>
            {
                tag.SnapshotSpot = yaml.Spot;
                tag.Snapshot = yaml.Text("a word that the tags of the snapshot share");
            }
        ),
        new(
            "simulate",
            SimulateKeys.Shape,
            "How it changes on a soft PLC: hold, ramp, sine, counter, toggle, walk. Default: by name, type, unit and range.",
            SimulateKeys.Read
        ),
        new(
            "deadband",
            KeyShape.Number,
            "Smallest change that is published, in the unit of the value. Default: every change.",
            static (yaml, tag) => tag.Details = tag.More with { Deadband = yaml.Number(0) is > 0 and var width ? width : null }
        ),
        new(
            "scale",
            KeyShape.Ref("scale"),
            "Raw number to engineering value, such as { raw: [0, 27648], value: [0, 100] }; range and limits are engineering values then.",
            ScaleKeys.Read
        ),
        new(
            "swap",
            KeyShape.OneOf(SwapWords),
            "Byte order of a number that was copied from another device: word (CDAB), byte (BADC), both (DCBA).",
            static (yaml, tag) =>
                tag.Details = tag.More with
                {
                    Swap = yaml.OneOf(SwapWords) is { } word ? Enum.Parse<TagSwap>(word, ignoreCase: true) : TagSwap.None,
                }
        ),
        new(
            "analogFaults",
            KeyShape.Bool,
            "true: 7FFF and 8000, an analog module's codes for overflow, underflow and wire break, are BadSensorFailure. Default false.",
            static (yaml, tag) => tag.Details = tag.More with { AnalogFaults = yaml.Bool() ?? false }
        ),
        new(
            "history",
            TagHistoryKeys.Shape,
            "true: its values are recorded; or { every: 1s, deadband: 0.5 }; false: not. Default: the group's, else false.",
            static (yaml, tag) =>
            {
                tag.HistorySpot = yaml.Spot;
                tag.Details = tag.More with { History = TagHistoryKeys.Read(yaml) };
            }
        ),
        new(
            "alarm",
            AlarmKeys.Shape,
            "Its alarm: of a bit by its state, of a number by limits; or only the text (docs/alarms.md).",
            static (yaml, tag) =>
            {
                if (AlarmKeys.Read(yaml) is { } alarm)
                    (tag.Alarms ??= new RawTagAlarms()).Own = alarm;
            }
        ),
        new(
            "alarms",
            AlarmListKeys.Shape,
            "File with the alarms of its bits or limits, as TIA Portal, WinCC or WinCC flexible export them.",
            static (yaml, tag) =>
            {
                if (AlarmListKeys.Read(yaml) is { } list)
                    (tag.Alarms ??= new RawTagAlarms()).List = list;
            }
        ),
        new(
            "alarmClass",
            KeyShape.Text,
            "Class of its alarms, where they name none. Default: the group's.",
            static (yaml, tag) => (tag.Alarms ??= new RawTagAlarms()).Class = AlarmKeys.ReadWord(yaml, "the name of a class of alarms")
        ),
        new(
            "states",
            StateKeys.Shape,
            "What the numbers stand for, such as { 0: Off, 1: On }; the node is a MultiStateValueDiscrete.",
            StateKeys.Read
        ),
        new(
            "uaType",
            KeyShape.OneOf(UaTypes.Names),
            "OPC UA type instead of the usual one: the plain number in the PLC, such as Int32 for Time.",
            static (yaml, tag) => tag.UaType = yaml.OneOf([.. UaTypes.Names])
        )
    );

    public static TagAccess? ReadAccess(YamlReader yaml) =>
        yaml.OneOf(AccessWords) switch
        {
            "read" => TagAccess.Read,
            "readwrite" => TagAccess.ReadWrite,
            "write" => TagAccess.Write,
            _ => null,
        };

    private static void ReadAddress(YamlReader yaml, RawTag tag, string expected, bool isOffset = false, bool isSymbol = false)
    {
        var spot = yaml.Spot;
        if (yaml.Text(expected) is not { } text)
            return;
        // The same key twice is reported as such.
        if (tag.Address is not null && (isOffset, isSymbol) != (tag.IsOffset, tag.IsSymbol))
            yaml.Findings.Error(
                spot,
                isSymbol || tag.IsSymbol
                    ? "a tag has an address or a 'symbol', not both; remove one of them"
                    : "a tag has an 'address' or an 'offset', not both; remove one of them"
            );
        (tag.Address, tag.AddressSpot, tag.IsOffset, tag.IsSymbol) = (text, spot, isOffset, isSymbol);
    }
}

/// <summary>The keys of a structure member in the long form: those of a tag, without its address.</summary>
internal static class MemberKeys
{
    private static readonly string[] Names =
    [
        "type",
        "access",
        "description",
        "unit",
        "range",
        "limits",
        "encoding",
        "timezone",
        "timestamp",
        "writeEvery",
        "deadband",
        "history",
        "scale",
        "swap",
        "analogFaults",
        "states",
        "alarm",
        "alarms",
        "uaType",
    ];

    public static readonly KeyTable<RawTag> Table = TagKeys.Table.Only("member", Names);
}
