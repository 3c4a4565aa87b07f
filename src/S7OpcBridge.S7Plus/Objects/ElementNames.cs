using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Objects;

/// <summary>The names of a type's elements: blocks <c>length(2) names</c>, ended by length 0; each name <c>length(1) UTF-8 00</c>.</summary>
internal static class ElementNames
{
    /// <summary>Largest block that is written, in bytes.</summary>
    private const int BlockLength = 0xF000;

    public static string[] Read(ref PlusReader from)
    {
        var names = new List<string>();
        for (var length = from.UInt16(); length != 0; length = from.UInt16())
        {
            var block = new PlusReader(from.Bytes(length));
            while (block.Left > 0)
            {
                names.Add(Encoding.UTF8.GetString(block.Bytes(block.Byte())));
                block.Byte();
            }
        }
        return [.. names];
    }

    public static void Write(PlusWriter to, ReadOnlySpan<string> names)
    {
        var block = new PlusWriter();
        foreach (var name in names)
        {
            var utf8 = Encoding.UTF8.GetBytes(name);
            if (block.Length + utf8.Length + 2 > BlockLength)
                WriteBlock(to, block);
            block.Byte(checked((byte)utf8.Length));
            block.Bytes(utf8);
            block.Byte(0);
        }
        if (block.Length > 0)
            WriteBlock(to, block);
        to.UInt16(0);
    }

    private static void WriteBlock(PlusWriter to, PlusWriter block)
    {
        to.UInt16((ushort)block.Length);
        to.Bytes(block.Written);
        block.Truncate(0);
    }
}
