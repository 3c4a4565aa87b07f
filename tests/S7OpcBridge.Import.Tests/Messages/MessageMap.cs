using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Core;

namespace S7OpcBridge.Import.Tests.Messages;

/// <summary>Imports lists of messages beside tags of one PLC or beside several PLCs, and reads what was written as the bridge does.</summary>
internal static class MessageMap
{
    private static readonly (string, byte[]) Tags = (
        "tags.sdf",
        Encoding.UTF8.GetBytes("\"Motor\",\"%M0.0\",\"Bool\",\"True\",\"True\",\"False\",\"\",\"\",\"True\"\r\n")
    );

    public static ImportedMap Imported(params (string, byte[])[] lists) => Imported(null, [.. lists, Tags]);

    public static ImportedMap Imported(ImportOptions? options, params (string, byte[])[] sources) => ImportedMap.Of(options, sources);

    // What the bridge reads of the written list.
    public static string[] Texts(ImportedMap map)
    {
        Assert.That(map.Findings.Where(static finding => finding.Contains(" error: ")), Is.Empty, map.Text);
        return
        [
            .. map.Map!.Tags.Plcs.Select(static plc => plc.Alarms)
                .OfType<CpuAlarmSettings>()
                .SelectMany(static alarms => alarms.Texts)
                .OrderBy(static text => text.Key, StringComparer.Ordinal)
                .Select(static text =>
                    $"{text.Key} {text.Value.Severity} {string.Join('|', text.Value.Texts.Select(static one => $"{one.Locale}={one.Text}"))}"
                ),
        ];
    }

    public static (string, byte[]) Devices(params (string Name, int Model)[] devices)
    {
        var channel = new JsonObject
        {
            ["common.ALLTYPES_NAME"] = "Siemens",
            ["servermain.MULTIPLE_TYPES_DEVICE_DRIVER"] = "Siemens TCP/IP Ethernet",
            ["devices"] = new JsonArray([.. devices.Select(static device => Device(device.Name, device.Model))]),
        };
        return (
            "plant.json",
            Encoding.UTF8.GetBytes(new JsonObject { ["project"] = new JsonObject { ["channels"] = new JsonArray(channel) } }.ToJsonString())
        );
    }

    public static JsonObject Device(string name, int model) =>
        new()
        {
            ["common.ALLTYPES_NAME"] = name,
            ["servermain.DEVICE_MODEL"] = model,
            ["servermain.DEVICE_ID_STRING"] = $"10.0.0.{model}",
            ["tags"] = new JsonArray(
                new JsonObject
                {
                    ["common.ALLTYPES_NAME"] = "Speed",
                    ["servermain.TAG_ADDRESS"] = "DB1,REAL0",
                    ["servermain.TAG_DATA_TYPE"] = 8,
                    ["servermain.TAG_READ_WRITE_ACCESS"] = 0,
                    ["servermain.TAG_SCAN_RATE_MILLISECONDS"] = 100,
                }
            ),
        };
}
