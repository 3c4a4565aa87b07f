using System.Text;

namespace S7OpcBridge.S7Plus.Values;

/// <summary>
/// A value with its wire type, as a tree of objects: for setup, browsing and passwords. Polling uses <see cref="ValueImage"/> instead. Immutable.
/// </summary>
internal sealed class PlusValue
{
    /// <summary>Maximum nesting of structures in a received value.</summary>
    public const int MaxDepth = 32;

    private readonly ulong _bits;
    private readonly object? _content;

    internal PlusValue(byte flags, WireType type, ulong bits, object? content)
    {
        Flags = flags;
        Type = type;
        _bits = bits;
        _content = content;
    }

    /// <summary>The flags byte as sent.</summary>
    public byte Flags { get; }

    public WireType Type { get; }

    /// <summary>True for anything other than a single value.</summary>
    public bool IsArray => (Flags & ValueFlags.FormMask) != 0 && !IsStruct;

    public bool IsStruct => Type == WireType.Struct && (Flags & ValueFlags.SparseArray) == 0;

    /// <summary>The bits of a single number: sign-extended for signed types, IEEE bits of Real and LReal.</summary>
    public ulong Bits => _bits;

    /// <summary>The elements of an array of numbers; empty for other values.</summary>
    public ReadOnlySpan<ulong> Numbers => _content as ulong[];

    /// <summary>The bytes of an array of one-byte numbers, a blob, a text or a packed structure; empty for other values.</summary>
    public ReadOnlySpan<byte> Bytes =>
        _content switch
        {
            byte[] bytes => bytes,
            PlusBlob blob => blob.Data,
            PlusStruct { Packed: { } packed } => packed.Data,
            _ => default,
        };

    /// <summary>The text of a WString; null for other values.</summary>
    public string? Text => Type == WireType.WString && !IsArray && _content is byte[] utf8 ? Encoding.UTF8.GetString(utf8) : null;

    /// <summary>The members of a blob that is a list of ids and values; null for other values.</summary>
    public PlusMember[]? BlobMembers => (_content as PlusBlob)?.Members;

    /// <summary>The structure; null for other values.</summary>
    public PlusStruct? Structure => _content as PlusStruct;

    public static PlusValue Bool(bool value) => new(0, WireType.Bool, value ? 1u : 0, null);

    public static PlusValue USInt(byte value) => new(0, WireType.USInt, value, null);

    public static PlusValue UInt(ushort value) => new(0, WireType.UInt, value, null);

    public static PlusValue UDInt(uint value) => new(0, WireType.UDInt, value, null);

    public static PlusValue Int(short value) => new(0, WireType.Int, (ulong)value, null);

    public static PlusValue DInt(int value) => new(0, WireType.DInt, (ulong)value, null);

    public static PlusValue LInt(long value) => new(0, WireType.LInt, (ulong)value, null);

    public static PlusValue Rid(uint value) => new(0, WireType.Rid, value, null);

    public static PlusValue Aid(uint value) => new(0, WireType.Aid, value, null);

    public static PlusValue WString(string text) => new(0, WireType.WString, 0, Encoding.UTF8.GetBytes(text));

    public static PlusValue Blob(ReadOnlySpan<byte> data, uint rootId = 0) =>
        new(0, WireType.Blob, 0, new PlusBlob(rootId, 0, 0, data.ToArray()));

    public static PlusValue USIntArray(ReadOnlySpan<byte> elements) => new(ValueFlags.Array, WireType.USInt, 0, elements.ToArray());

    public static PlusValue UDIntArray(ReadOnlySpan<uint> elements, byte form = ValueFlags.Array)
    {
        var numbers = new ulong[elements.Length];
        for (var i = 0; i < numbers.Length; i++)
            numbers[i] = elements[i];
        return new PlusValue(form, WireType.UDInt, 0, numbers);
    }

    public static PlusValue Struct(uint id, params ReadOnlySpan<PlusMember> members) =>
        new(0, WireType.Struct, 0, new PlusStruct(id, members.ToArray(), null));

    /// <summary>A single number as unsigned 32-bit integer.</summary>
    public uint AsUInt32() => (uint)_bits;

    /// <summary>Flags, type and content in wire format.</summary>
    public byte[] Encode()
    {
        var writer = new PlusWriter();
        Write(writer);
        return writer.ToArray();
    }

    public void Write(PlusWriter to) => ValueTreeWriter.Write(to, this);

    /// <summary>Reads flags, type and content.</summary>
    /// <exception cref="S7PlusProtocolException">The bytes are not a value, or the nesting is too deep.</exception>
    public static PlusValue Read(ref PlusReader from) => ValueTreeReader.Read(ref from, 0);

    internal object? Content => _content;
}

/// <summary>A member of a structure, or an entry of a sparse array: a key, never 0, and its value.</summary>
internal readonly record struct PlusMember(uint Key, PlusValue Value);

/// <summary>A structure: members by their key, or packed bytes.</summary>
/// <param name="Id">The id of its type.</param>
/// <param name="Members">The members; empty where it is packed.</param>
/// <param name="Packed">The packed form of data types, or null.</param>
internal sealed record PlusStruct(uint Id, PlusMember[] Members, PackedStruct? Packed)
{
    /// <summary>The value of a member; null where there is none.</summary>
    public PlusValue? this[uint key]
    {
        get
        {
            foreach (var member in Members)
            {
                if (member.Key == key)
                    return member.Value;
            }
            return null;
        }
    }
}

/// <summary>A structure as bytes.</summary>
/// <param name="TimeStamp">Time stamp of the interface; a write must repeat the one that was read.</param>
/// <param name="Flags">Bit 0: classic offsets. Bit 10: a second count.</param>
/// <param name="FirstCount">The first of two counts, where there are two.</param>
/// <param name="Data">The members' bytes, big-endian.</param>
internal sealed record PackedStruct(ulong TimeStamp, uint Flags, uint FirstCount, byte[] Data)
{
    public const uint SecondCount = 1 << 10;

    /// <summary>True where structures of this id are packed.</summary>
    public static bool IsPacked(uint id) => id is > 0x0200_0000 and < 0x02FF_FFFF or > 0x9000_0000 and < 0x9FFF_FFFF;
}

/// <summary>Bytes with the id of their owner.</summary>
/// <param name="RootId">Usually 0 or 1; a larger one is followed by the next two fields.</param>
/// <param name="Unknown">8 bytes, always zero in known messages.</param>
/// <param name="Kind">2 or 3: bytes; 0: a list of members.</param>
/// <param name="Data">The bytes.</param>
/// <param name="Members">The members of a list; null: bytes.</param>
internal sealed record PlusBlob(uint RootId, ulong Unknown, byte Kind, byte[] Data, PlusMember[]? Members = null)
{
    /// <summary>The kind of a list.</summary>
    public const byte List = 0;
}
