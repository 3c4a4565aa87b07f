using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>An attribute that an object names itself.</summary>
/// <param name="Slot">The value itself, or where it lies in <paramref name="Data"/>.</param>
/// <param name="Data">The variable data of the set.</param>
internal sealed record PlfExpando(string Name, uint Slot, byte[] Data)
{
    // Used length, capacity, count and flags.
    private const int Head = 12;
    private const uint NoValue = 0xFFFFFFFF;

    /// <summary>The value as a number of at most four bytes.</summary>
    public int Whole => (int)Slot;

    /// <summary>The value as a number of one byte that is true or false.</summary>
    public bool IsTrue => (Slot & 0xFF) != 0;

    /// <summary>The value as a number of eight bytes; null where there is none.</summary>
    public long? Long =>
        Slot < Data.Length && Slot + 8 <= Data.Length ? BinaryPrimitives.ReadInt64LittleEndian(Data.AsSpan((int)Slot)) : null;

    /// <summary>The value as a text; empty where there is none.</summary>
    public string Text => Slot < Data.Length ? PlfValues.Text(Data, (int)Slot) : "";

    /// <summary>The value as a text in several languages.</summary>
    public IReadOnlyList<(ushort Language, string Text)> Texts => Slot < Data.Length ? PlfValues.Texts(Data, (int)Slot) : [];

    /// <summary>Reads all attributes of a set.</summary>
    /// <param name="store">Knows the keys.</param>
    /// <param name="type">The object's type.</param>
    /// <param name="segment">The set.</param>
    /// <param name="values">Takes them.</param>
    public static void ReadAll(PlfStore store, uint type, ReadOnlySpan<byte> segment, List<PlfExpando> values)
    {
        // The set of V11 to V13 has the object's type behind its head and always keys.
        var body = Head + (store.File.IsOld ? 4 : 6);
        if (segment.Length < body)
            return;
        var count = (int)(BinaryPrimitives.ReadUInt32LittleEndian(segment[8..]) & 0xFFFFFF);
        var isNamed = !store.File.IsOld && segment[Head] == 1;
        if (count > (segment.Length - body) / 8)
            return;
        var slots = isNamed ? BinaryPrimitives.ReadUInt32LittleEndian(segment[(Head + 2)..]) : (uint)(body + (4 * count));
        if (slots > segment.Length - (4 * count))
            return;
        byte[]? bytes = null;
        for (var i = 0; i < count; i++)
        {
            var key = BinaryPrimitives.ReadUInt32LittleEndian(segment[(body + (4 * i))..]);
            var slot = BinaryPrimitives.ReadUInt32LittleEndian(segment[((int)slots + (4 * i))..]);
            var name = isNamed
                ? Utf16(segment, BinaryPrimitives.ReadUInt32LittleEndian(segment[(body + (4 * count) + (4 * i))..]))
                : store.KeyOf(type, key);
            if (name is { Length: > 0 } && slot != NoValue)
                values.Add(new PlfExpando(name, slot, bytes ??= segment[((int)slots + (4 * count))..].ToArray()));
        }
    }

    private static string Utf16(ReadOnlySpan<byte> segment, uint at)
    {
        if (at >= segment.Length)
            return "";
        var rest = segment[(int)at..];
        for (var end = 0; end + 1 < Math.Min(rest.Length, 2000); end += 2)
        {
            if (rest[end] == 0 && rest[end + 1] == 0)
                return Encoding.Unicode.GetString(rest[..end]);
        }
        return "";
    }
}
