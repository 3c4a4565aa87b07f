using System.Net;
using System.Text.RegularExpressions;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>What the hardware configuration says about a CPU: type, order number, firmware, addresses, PUT/GET, access level.</summary>
internal static partial class PlcStation
{
    /// <summary>Reads all CPUs of the project.</summary>
    /// <param name="store">The project.</param>
    /// <param name="draft">Takes them.</param>
    /// <param name="spot">Where findings point to.</param>
    /// <param name="nameOf">Name of a CPU in the list.</param>
    public static void ReadAll(PlfStore store, ImportDraft draft, SourceLocation spot, Func<PlfObject, string> nameOf)
    {
        var items = store.All("BaseDeviceItemData").ToLookup(item => item.One("Target"));
        var nodes = store.All("NodeData").ToLookup(node => node.One("Target"));
        foreach (var cpu in store.All("S7ControllerTargetData").Where(cpu => cpu.One("Environment")?.Is("ProjectData") == true))
            Read(draft.Plc(nameOf(cpu), spot), cpu, [.. items[cpu]], [.. nodes[cpu]], draft);
    }

    private static void Read(ImportedPlc plc, PlfObject cpu, List<PlfObject> items, List<PlfObject> nodes, ImportDraft draft)
    {
        var order = cpu.Text("IDeviceItemData.OrderNumber");
        var firmware = cpu.Text("IDeviceItemData.FwVersion");
        plc.Profile = ProfileOf(order);
        plc.HasSymbols = plc.Profile switch
        {
            "s7-1200" => VersionOf(firmware) >= new Version(4, 5),
            "s7-1500" => VersionOf(firmware) >= new Version(2, 9),
            null => null,
            _ => false,
        };
        string[] words = [cpu.Text("IDeviceItemData.InvariantTypeName"), order, firmware.Length > 0 ? $"firmware {firmware}" : ""];
        if (string.Join(", ", words.Where(word => word.Length > 0)) is { Length: > 0 } fact)
            plc.Facts.Add(fact);
        // The slot of an S7-400 depends on the width of its power supply.
        if (plc.Profile == "s7-400" && cpu.Whole("IDeviceItemData.PositionNumber") is > 1 and <= 31 and var slot)
            plc.Slot = (int)slot;
        ReadAddresses(plc, nodes, draft);
        ReadAccess(plc, items, firmware, draft);
    }

    private static void ReadAddresses(ImportedPlc plc, List<PlfObject> nodes, ImportDraft draft)
    {
        var addresses = new List<string>();
        foreach (var node in nodes.Where(node => node.Own("NodeIPProtocolUsed")?.IsTrue != false))
        {
            if (node.Own("PnPnIpSuiteViaOtherPath")?.IsTrue == true)
                draft.Note(plc.Spot, $"the IP address of {plc.Name} is set at the device, not in the project; write it into the map");
            else if (node.Own("NodeIPAddress")?.Long is > 0 and <= uint.MaxValue and var ip)
                addresses.Add(new IPAddress(BitConverter.GetBytes(IPAddress.HostToNetworkOrder((int)ip))).ToString());
        }
        if (addresses.Count == 0)
            return;
        plc.Host = addresses[0];
        if (addresses.Count > 1)
            plc.Facts.Add($"further addresses {string.Join(", ", addresses.Skip(1))}");
    }

    private static void ReadAccess(ImportedPlc plc, List<PlfObject> items, string firmware, ImportDraft draft)
    {
        // PUT/GET has to be allowed on S7-1500 and on S7-1200 from firmware 4.0 on; what was never changed is not stored.
        var needsPermission = plc.Profile == "s7-1500" || (plc.Profile == "s7-1200" && VersionOf(firmware) >= new Version(4, 0));
        if (needsPermission)
        {
            var isAllowed = items.Any(item => item.Own("EnablePutGetConnections")?.IsTrue == true);
            plc.Facts.Add(isAllowed ? "PUT/GET is allowed" : "PUT/GET is not allowed");
            if (!isAllowed)
                draft.Note(
                    plc.Spot,
                    $"PUT/GET is not allowed on {plc.Name} by this project, so S7 by address gets no values; tick 'Permit access with PUT/GET "
                        + "communication from remote partner' in the CPU's properties under Protection & Security and download"
                );
        }
        if (items.Select(item => item.Own("ProtectionLevel")?.Whole).FirstOrDefault(level => level is > 1 and <= 4) is not { } level)
            return;
        plc.Facts.Add($"access level {level} of 4");
        if (level == 4 && plc.Profile is "s7-1200" or "s7-1500")
            draft.Note(
                plc.Spot,
                $"the access level of {plc.Name} is 'No access' in this project: it answers nobody without a password, PUT/GET included"
            );
    }

    // Firmware that is not told is taken for a new one.
    private static Version VersionOf(string firmware) =>
        Version.TryParse(Digits().Match(firmware).Value, out var version) ? version : new Version(99, 0);

    // 6ES7 214-1AG40-0XB0: the digits behind 6ES7 are the family's.
    private static string? ProfileOf(string order) =>
        Family().Match(order) is not { Success: true } match
            ? null
            : match.Groups[1].Value switch
            {
                ['2', '1', _] => "s7-1200",
                ['5', _, _] or "672" or "677" => "s7-1500",
                ['3', '1', _] or ['1', '5', _] => "s7-300",
                ['4', '1', _] => "s7-400",
                "671" => "winac",
                _ => null,
            };

    [GeneratedRegex(@"^6[A-Z]{2}\d\s*(\d{3})")]
    private static partial Regex Family();

    [GeneratedRegex(@"\d{1,5}\.\d{1,5}")]
    private static partial Regex Digits();
}
