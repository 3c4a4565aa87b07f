using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Kepware;

/// <summary>A project of KEPServerEX that was saved as JSON: channels, devices and tags of the driver Siemens TCP/IP Ethernet.</summary>
internal sealed class KepwareJson : SourceReader
{
    private const string Driver = "Siemens TCP/IP Ethernet",
        Main = "servermain.",
        Own = "siemens_tcpip_ethernet.",
        All = "common.ALLTYPES_";

    private static readonly string[] Types =
    [
        "String",
        "Boolean",
        "Char",
        "Byte",
        "Short",
        "Word",
        "Long",
        "DWord",
        "Float",
        "Double",
        "BCD",
        "LBCD",
        "Date",
        "LLong",
        "QWord",
    ];
    private static readonly string[] Families = ["s7-200", "s7-300", "s7-400", "s7-1200", "s7-1500"];

    public override string Format => "Kepware JSON";

    public override bool Recognises(Source source) =>
        source.Head.AsSpan().TrimStart() is ['{' or '/', ..] && source.Head.Contains(Main, StringComparison.Ordinal);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var root = JsonTree.Read(source);
        var project = root.Has("project") ? root["project"] : root;
        if (project["channels"].Items.Count == 0)
            throw new ImportException(source.Start, "there are no channels in it; save the whole project as JSON without encryption");
        foreach (var channel in project["channels"].Items)
        {
            var name = channel[All + "NAME"].Text;
            var driver = channel[Main + "MULTIPLE_TYPES_DEVICE_DRIVER"].Text;
            if (driver != Driver)
            {
                var tags = channel["devices"].Items.Sum(CountTags);
                draft.Note(
                    channel.Spot,
                    $"the channel '{name}' with {tags:N0} tags is of the driver '{driver}' and not read; "
                        + (
                            driver.Contains("Plus", StringComparison.Ordinal)
                                ? "its symbols can be browsed from the PLC with s7plus://"
                                : $"only '{Driver}' is S7 over TCP"
                        )
                );
                continue;
            }
            foreach (var device in channel["devices"].Items)
                ReadDevice(draft, name, device, cancellationToken);
        }
    }

    private static void ReadDevice(ImportDraft draft, string channel, JsonTree device, CancellationToken cancellationToken)
    {
        var host = device[Main + "DEVICE_ID_STRING"].Text.Split(',')[0];
        var plc = draft.Plc(
            $"{channel}.{device[All + "NAME"].Text}",
            device.Spot,
            host,
            device[Own + "DEVICE_COMMUNICATIONS_PORT_NUMBER"].Whole
        );
        plc.Profile = device[Main + "DEVICE_MODEL"].Whole is >= 0 and < 5 and var model ? Families[model] : null;
        plc.Enabled = device.Has(Main + "DEVICE_DATA_COLLECTION") ? device[Main + "DEVICE_DATA_COLLECTION"].IsTrue : null;
        if (plc.Profile == "s7-200")
        {
            plc.LocalTsap = (ushort?)device[Own + "DEVICE_S7_COMMUNICATIONS_200_LOCAL_TSAP"].Whole;
            plc.RemoteTsap = (ushort?)device[Own + "DEVICE_S7_COMMUNICATIONS_200_REMOTE_TSAP"].Whole;
        }
        else
        {
            plc.Rack = device[Own + "DEVICE_S7_COMMUNICATIONS_CPU_RACK"].Whole;
            plc.Slot = device[Own + "DEVICE_S7_COMMUNICATIONS_CPU_SLOT"].Whole;
        }
        var isLittle = device[Own + "DEVICE_ADDRESSING_BYTE_ORDER"].Whole == 1;
        if (isLittle)
            draft.Note(device.Spot, $"the device '{plc.Name}' has its numbers in little-endian order; its tags have 'swap'");
        var fixedRate = device[Main + "DEVICE_SCAN_MODE"].Whole is 1 or 2 ? Rate(device[Main + "DEVICE_SCAN_MODE_RATE_MS"]) : null;
        ReadGroup(draft, new Device(plc.Name, fixedRate, isLittle), "", device, cancellationToken);
    }

    private static void ReadGroup(ImportDraft draft, Device device, string prefix, JsonTree group, CancellationToken cancellationToken)
    {
        foreach (var tag in group["tags"].Items)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var name = prefix + tag[All + "NAME"].Text;
            if (tag[All + "NAME"].Text.StartsWith('_') && tag[Main + "TAG_ADDRESS"].Text.Length == 0)
                continue;
            new KepwareTag
            {
                Plc = device.Plc,
                Name = name,
                Address = tag[Main + "TAG_ADDRESS"].Text,
                DataType = TypeOf(tag[Main + "TAG_DATA_TYPE"].Whole ?? -1),
                IsReadOnly = tag[Main + "TAG_READ_WRITE_ACCESS"].Whole == 0,
                IsWriteOnly = tag[Main + "TAG_READ_WRITE_ACCESS"].Whole == 2,
                Rate = device.FixedRate ?? Rate(tag[Main + "TAG_SCAN_RATE_MILLISECONDS"]),
                Scaling = tag[Main + "TAG_SCALING_TYPE"].Whole switch
                {
                    1 => "Linear",
                    2 => "Square Root",
                    _ => "",
                },
                Raw = (tag[Main + "TAG_SCALING_RAW_LOW"].Number, tag[Main + "TAG_SCALING_RAW_HIGH"].Number),
                Scaled = (tag[Main + "TAG_SCALING_SCALED_LOW"].Number, tag[Main + "TAG_SCALING_SCALED_HIGH"].Number),
                ClampLow = tag[Main + "TAG_SCALING_CLAMP_LOW"].IsTrue,
                ClampHigh = tag[Main + "TAG_SCALING_CLAMP_HIGH"].IsTrue,
                Negate = tag[Main + "TAG_SCALING_NEGATE_VALUE"].IsTrue,
                Unit = tag[Main + "TAG_SCALING_UNITS"].Text,
                Description = tag[All + "DESCRIPTION"].Text,
                IsLittleEndian = device.IsLittleEndian,
                Spot = tag.Spot,
            }.AddTo(draft);
        }
        foreach (var inner in group["tag_groups"].Items)
            ReadGroup(draft, device, $"{prefix}{inner[All + "NAME"].Text}.", inner, cancellationToken);
    }

    private sealed record Device(string Plc, TimeSpan? FixedRate, bool IsLittleEndian);

    // -1 is the default of the address; arrays are 20 higher.
    private static string TypeOf(int number) =>
        (number >= 20 ? number - 20 : number) is >= 0 and var index && index < Types.Length
            ? Types[index] + (number >= 20 ? " Array" : "")
            : "";

    private static TimeSpan? Rate(JsonTree value) => Cell.Milliseconds(value.Text);

    private static int CountTags(JsonTree group) => group["tags"].Items.Count + group["tag_groups"].Items.Sum(CountTags);
}
