namespace S7OpcBridge.Simulator.Tests;

/// <summary>PDUs of requests as text, written down from the protocol, not with the encoders under test.</summary>
internal static class Requests
{
    /// <summary>A ReadVar job of item specifications.</summary>
    public static string Read(int reference, params string[] items) =>
        $"32 01 0000 {reference:X4} {2 + items.Length * 12:X4} 0000 04 {items.Length:X2} {string.Join(' ', items)}";

    /// <summary>A WriteVar job; each item with its data: <c>00 transport1 length2 data</c>.</summary>
    public static string Write(int reference, params (string Spec, string Data)[] items)
    {
        var data = string.Join(
            ' ',
            items.Select((item, i) => i < items.Length - 1 && RawCaller.Bytes(item.Data).Length % 2 == 1 ? item.Data + " 00" : item.Data)
        );
        return $"32 01 0000 {reference:X4} {2 + items.Length * 12:X4} {RawCaller.Bytes(data).Length:X4} 05 {items.Length:X2} "
            + $"{string.Join(' ', items.Select(item => item.Spec))} {data}";
    }

    /// <summary>An item specification.</summary>
    public static string Item(int transport, int count, int db, int area, int address) =>
        $"12 0A 10 {transport:X2} {count:X4} {db:X4} {area:X2} {address:X6}";

    /// <summary>Bytes of a data block.</summary>
    public static string DbBytes(int db, int start, int count) => Item(0x02, count, db, 0x84, start * 8);

    /// <summary>One bit of a data block.</summary>
    public static string DbBit(int db, int start, int bit) => Item(0x01, 1, db, 0x84, start * 8 + bit);

    /// <summary>A userdata request with data behind its head <c>FF 09 length2</c>.</summary>
    public static string Userdata(int group, int function, string data)
    {
        var length = RawCaller.Bytes(data).Length;
        return $"32 07 0000 0001 0008 {4 + length:X4} 00 01 12 04 11 4{group:X1} {function:X2} 00 FF 09 {length:X4} {data}";
    }

    /// <summary>An SZL request.</summary>
    public static string Szl(int id, int index) => Userdata(4, 1, $"{id:X4} {index:X4}");
}
