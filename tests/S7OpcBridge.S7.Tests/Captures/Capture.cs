using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7.Tests.Captures;

/// <summary>PDUs of a public capture; the head of each file names its source and licence.</summary>
internal static class Capture
{
    /// <summary>What the CPU sent, in order.</summary>
    public static IReadOnlyList<byte[]> FromCpu(string name) => [.. Lines(name).Where(static line => line[0] == '<').Select(Pdu)];

    /// <summary>What the CPU sent on its own: type 0 of group 4, or a mode.</summary>
    public static IReadOnlyList<byte[]> Pushed(string name) => [.. FromCpu(name).Where(static pdu => pdu[10] == 1 || pdu[15] == 0x04)];

    /// <summary>The data, without their head, of an answer with a system information list.</summary>
    public static S7SystemList List(string name, ushort id, ushort index) =>
        FromCpu(name)
            .Where(static pdu => pdu[15] == 0x84 && pdu[16] == 1)
            .Select(static pdu => S7SystemList.Parse(pdu[26..]))
            .First(list => list.Id == id && list.Index == index);

    /// <summary>All lines, each with its direction: <c>&gt;</c> to the CPU, <c>&lt;</c> from it.</summary>
    public static IEnumerable<string> Lines(string name)
    {
        using var stream = typeof(Capture).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return [.. reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(static line => line[0] != '#')];
    }

    public static byte[] Pdu(string line) => Convert.FromHexString(line[2..]);
}
