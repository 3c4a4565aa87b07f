using System.Globalization;
using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>
/// What the CPU says of itself: versions, name, order number, serial number and firmware. Objects, attributes and places in the values: S7CommPlusDriver
/// (dotnetprojects), which reads them from an S7-1500.
/// </summary>
internal static class PlusIdentity
{
    private const uint Root = 1,
        Proxy = 49,
        Common = 50,
        Versions = 2459,
        Numbers = 3753;

    private const int OrderNumberAt = 8,
        OrderNumberLength = 19,
        SerialAt = 28,
        HardwareAt = 46,
        Length = 53;

    private const string Serial = "S SOFTPLC-000001";

    /// <summary>An attribute of an object that says who the CPU is; null: it is none of these.</summary>
    /// <param name="cpu">Order number and firmware as a session shows them: <c>1;6ES7 512-1DM03-0AB0;V4.1</c>.</param>
    public static PlusValue? AttributeOf(uint target, uint attribute, string cpu) =>
        (target, attribute) switch
        {
            (Root, Versions) => PlusValue.USIntArray([.. Firmware(cpu), .. Firmware(cpu)]),
            (Common, PlusIds.Name) => PlusValue.WString("SoftPLC"),
            (Proxy, Numbers) => PlusValue.Blob(NumbersOf(cpu)),
            _ => null,
        };

    private static byte[] NumbersOf(string cpu)
    {
        var numbers = new byte[Length];
        var order = cpu.Split(';').ElementAtOrDefault(1) ?? "";
        Encoding.ASCII.GetBytes(order.PadRight(OrderNumberLength)[..OrderNumberLength]).CopyTo(numbers, OrderNumberAt);
        numbers[OrderNumberAt + OrderNumberLength] = (byte)' ';
        Encoding.ASCII.GetBytes(Serial).CopyTo(numbers, SerialAt);
        numbers[HardwareAt] = 1;
        Firmware(cpu).CopyTo(numbers, HardwareAt + 1);
        return numbers;
    }

    // V4.1 as 4 1 0 0.
    private static byte[] Firmware(string cpu)
    {
        var parts = (cpu.Split(';').ElementAtOrDefault(2) ?? "").TrimStart('V').Split('.');
        var numbers = new byte[4];
        for (var i = 0; i < numbers.Length && i < parts.Length; i++)
            _ = byte.TryParse(parts[i], NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i]);
        return numbers;
    }
}
