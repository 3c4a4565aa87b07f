namespace S7OpcBridge.Core;

/// <summary>What a CPU tells of itself as a device. A text is empty where it tells none. Immutable.</summary>
public sealed record CpuNameplate
{
    /// <summary>Nothing is known: the CPU refuses, or its family must not be asked.</summary>
    public static CpuNameplate Empty { get; } = new();

    /// <summary>For example <c>6ES7 315-2EH14-0AB0</c>.</summary>
    public string OrderNumber { get; init; } = "";

    /// <summary>Version number of the hardware.</summary>
    public string Hardware { get; init; } = "";

    /// <summary>For example <c>V3.2.6</c>.</summary>
    public string Firmware { get; init; } = "";

    /// <summary>Serial number of the CPU.</summary>
    public string SerialNumber { get; init; } = "";

    /// <summary>For example <c>CPU 315-2 PN/DP</c>.</summary>
    public string ModuleType { get; init; } = "";

    /// <summary>The CPU's name in its project; that of the station where it has none.</summary>
    public string Name { get; init; } = "";

    /// <summary>From what a session of S7CommPlus begins with, for example <c>1;6ES7 512-1DM03-0AB0;V4.1</c>.</summary>
    internal static CpuNameplate FromSession(string cpu) =>
        cpu.Split(';') is [_, var order, var firmware, ..]
            ? new CpuNameplate { OrderNumber = order.Trim(), Firmware = firmware.Trim() }
            : Empty;

    /// <summary>True where the order number is one of Siemens: controllers and their SIPLUS variants.</summary>
    public bool IsOfSiemens =>
        OrderNumber.StartsWith("6ES7", StringComparison.Ordinal)
        || OrderNumber.StartsWith("6ED1", StringComparison.Ordinal)
        || OrderNumber.StartsWith("6AG1", StringComparison.Ordinal);
}
