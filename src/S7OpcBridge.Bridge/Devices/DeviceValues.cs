using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Devices;

/// <summary>The values of a device, made of the status of its PLC when they are read.</summary>
internal static class DeviceValues
{
    private const int Normal = 0,
        Failure = 1,
        CheckFunction = 2;
    private const int NeverCounted = -1; // RevisionCounter where a device does not count (OPC 10000-100, IVendorNameplateType)

    /// <summary>
    /// Reads a field. What the CPU does not tell is an empty text with Good; Bad_NoCommunication where it was never connected.
    /// </summary>
    public static StatusCode Read(PlcDefinition plc, PlcStatus status, DeviceField field, out Variant value)
    {
        value = default;
        if (field == DeviceField.Address)
        {
            value = Variant.From(plc.Endpoint);
            return StatusCodes.Good;
        }
        if (field == DeviceField.Health)
            return ReadHealth(status, out value);
        if (status.Nameplate is not { } plate)
            return status.Connected ? StatusCodes.BadWaitingForInitialData : StatusCodes.BadNoCommunication;
        value = field switch
        {
            DeviceField.Manufacturer => Text(plate.IsOfSiemens ? "Siemens AG" : ""),
            DeviceField.ManufacturerUri => Variant.From(plate.IsOfSiemens ? "http://www.siemens.com" : ""),
            DeviceField.Model => Text(plate.ModuleType),
            DeviceField.ProductCode or DeviceField.OrderNumber => Variant.From(plate.OrderNumber),
            DeviceField.HardwareRevision => Variant.From(plate.Hardware),
            DeviceField.SoftwareRevision => Variant.From(plate.Firmware),
            DeviceField.SerialNumber => Variant.From(plate.SerialNumber),
            DeviceField.RevisionCounter => Variant.From(NeverCounted),
            DeviceField.ComponentName => Text(plate.Name),
            _ => Variant.From(""), // DeviceRevision, DeviceManual: no CPU tells them
        };
        return StatusCodes.Good;
    }

    private static StatusCode ReadHealth(PlcStatus status, out Variant value)
    {
        value = default;
        if (!status.Connected)
            return StatusCodes.BadNoCommunication;
        value = Variant.From(
            status switch
            {
                { RefusesAll: true } or { CpuState: "DEFECT" } => Failure,
                { CpuState: "STOP" or "HOLD" or "STARTUP" } => CheckFunction,
                _ => Normal,
            }
        );
        return StatusCodes.Good;
    }

    private static Variant Text(string text) => Variant.From(new LocalizedText(text));
}
