using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Wire;

/// <summary>
/// What the CPUs of a batch told of themselves, behind the last PLC of the batch: nodes of before the nameplates stop reading there. In the order of the PLCs
/// whose status is in the batch.
/// </summary>
internal static class NameplateWire
{
    public static void Write(WireWriter to, List<CpuNameplate?> plates)
    {
        to.Count(plates.Count);
        foreach (var plate in plates)
        {
            to.Byte(plate is null ? (byte)0 : (byte)1);
            if (plate is null)
                continue;
            to.Text(plate.OrderNumber);
            to.Text(plate.Hardware);
            to.Text(plate.Firmware);
            to.Text(plate.SerialNumber);
            to.Text(plate.ModuleType);
            to.Text(plate.Name);
        }
    }

    /// <summary>The nameplates; none where the sender knows of none.</summary>
    public static CpuNameplate?[] Read(ref WireReader from)
    {
        if (from.Left == 0)
            return [];
        var plates = new CpuNameplate?[from.Count()];
        for (var i = 0; i < plates.Length; i++)
        {
            if (from.Byte() != 0)
                plates[i] = new CpuNameplate
                {
                    OrderNumber = from.Text(),
                    Hardware = from.Text(),
                    Firmware = from.Text(),
                    SerialNumber = from.Text(),
                    ModuleType = from.Text(),
                    Name = from.Text(),
                };
        }
        return plates;
    }
}
