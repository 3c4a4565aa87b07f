using S7OpcBridge.Core.Quality;
using S7OpcBridge.Core.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>How a tag may be merged with others in one item. Restricted further when a merged read was refused although the tag alone can be read.</summary>
internal enum SlotMerging : byte
{
    /// <summary>Merged with neighbours, also over gaps.</summary>
    Merged,

    /// <summary>Merged only with adjacent tags; no gap byte is read.</summary>
    Exact,

    /// <summary>An item of its own.</summary>
    Alone,
}

/// <summary>
/// The state of one tag in a session: location, codec, and what was published last. 32 bytes, because there may be a million. Belongs to the read lane.
/// </summary>
internal struct TagSlot
{
    private const int LastBitAt = 3,
        CareAt = 6,
        BitMask = 7,
        WholeBytes = BitMask << LastBitAt;

    public required S7Codec Codec;
    public required int Tag;

    // The parts of the range; as one field it would be padded.
    private readonly int _start,
        _length;
    private readonly ushort _db;
    private readonly S7Area _area;

    /// <summary>Its bytes in the PLC; default: the tag has a symbol, which the link resolves.</summary>
    public required S7Range Range
    {
        readonly get => new(_area, _db, _start, _length);
        init => (_area, _db, _start, _length) = value;
    }

    /// <summary>Number of its snapshot group, or of the structure that one request reads whole; 0: none.</summary>
    public int Snapshot;

    private Flags _flags;

    // Three bits each for the first and the last bit of a Bool, then two for the care. Neighbours of a Bool share its byte and must not count as a change.
    private byte _bits;

    /// <summary>The quality that was published last.</summary>
    public TagQuality Sent;

    /// <summary>Borders at which the planner may cut a value that exceeds a PDU, in bytes; 0: none.</summary>
    public readonly int Element => BordersOf(Codec.Type);

    public bool IsText
    {
        readonly get => Is(Flags.Text);
        set => Set(Flags.Text, value);
    }

    public bool EveryScan
    {
        readonly get => Is(Flags.EveryScan);
        set => Set(Flags.EveryScan, value);
    }

    public bool HasAnalogFaults
    {
        readonly get => Is(Flags.AnalogFaults);
        set => Set(Flags.AnalogFaults, value);
    }

    private bool HasDeadband
    {
        set => Set(Flags.Deadband, value);
    }

    /// <summary>Suppresses small changes; null: none.</summary>
    public readonly TagDeadband? Deadband => Is(Flags.Deadband) ? ((DeadbandCodec)Codec).Deadband : null;

    /// <summary>True: a String or WString in the PLC's memory, or an array of them: its bytes name their maximum length.</summary>
    public bool HasTextHeader
    {
        readonly get => Is(Flags.TextHeader);
        private init => Set(Flags.TextHeader, value);
    }

    /// <summary>True: the log has named the difference between the maximum lengths of the map and the PLC.</summary>
    public bool IsTextTold
    {
        readonly get => Is(Flags.TextTold);
        set => Set(Flags.TextTold, value);
    }

    /// <summary>True: the log has said, on this connection, that its bytes are no value.</summary>
    public bool IsNoValueTold
    {
        readonly get => Is(Flags.NoValueTold);
        set => Set(Flags.NoValueTold, value);
    }

    /// <summary>True: a published value is still valid.</summary>
    public bool HasValue
    {
        readonly get => Is(Flags.Value);
        set => Set(Flags.Value, value);
    }

    public SlotMerging Care
    {
        readonly get => (SlotMerging)(_bits >> CareAt);
        set => _bits = (byte)(_bits & (1 << CareAt) - 1 | (int)value << CareAt);
    }

    /// <summary>True: a merged item with this tag was refused. The tag is read alone until the refused tags are known.</summary>
    public bool Suspect
    {
        readonly get => Is(Flags.Suspect);
        set => Set(Flags.Suspect, value);
    }

    /// <summary>True: the PLC refuses this tag. It is out of the plan, and <see cref="Quarantine"/> asks for it again.</summary>
    public bool Refused
    {
        readonly get => Is(Flags.Refused);
        set => Set(Flags.Refused, value);
    }

    /// <summary>True: the layout of its block has changed. The tag is out of the plan until that is settled.</summary>
    public bool Held
    {
        readonly get => Is(Flags.Held);
        set => Set(Flags.Held, value);
    }

    /// <summary>True: refused or held. Bytes that the previous plan still reads are ignored.</summary>
    public readonly bool IsOut => Is(Flags.Refused | Flags.Held);

    /// <summary>True: cut over several items, one of which has changed. Decoded once the cycle has all parts.</summary>
    public bool Dirty
    {
        readonly get => Is(Flags.Dirty);
        set => Set(Flags.Dirty, value);
    }

    /// <summary>Identifies what one download replaces: a data block, or another area. When a missing block returns, all its tags return together.</summary>
    public readonly int Block => ((int)_area << 16) | _db;

    /// <summary>Number of the data block of its bytes; null: they are in another area.</summary>
    public readonly ushort? DataBlock => _area == S7Area.DataBlock ? _db : null;

    /// <summary>True: the other slot has the same bytes.</summary>
    public readonly bool IsSamePlace(in TagSlot other) => Range.Area == S7Area.None ? Tag == other.Tag : Range == other.Range;

    public static TagSlot For(Tag tag, S7Codec codec)
    {
        var deadband = tag.Details?.Deadband;
        return new TagSlot
        {
            Tag = tag.Id,
            Codec = deadband is { } width ? new DeadbandCodec(codec, new TagDeadband(width)) : codec,
            Range = tag.Symbol is null ? tag.Address.RangeOf(tag.Type) : default,
            _bits = BitsOf(tag),
            IsText = tag.Type.ValueKind == S7ValueKind.Text && !tag.IsArray,
            HasTextHeader = tag.Symbol is null && S7TextHeader.BytesOf(tag.Type.Kind) > 0,
            Snapshot = tag.Details?.Snapshot ?? 0,
            EveryScan = tag.Details?.TimestampEveryScan ?? false,
            HasAnalogFaults = tag.Details?.AnalogFaults ?? false,
            HasDeadband = deadband is not null,
        };
    }

    /// <summary>Borders at which a value may be cut where it alone exceeds a PDU, in bytes; 0: none.</summary>
    public static int BordersOf(S7DataType type) =>
        type switch
        {
            { Kind: S7TypeKind.Bool, IsArray: true } => 1,
            { IsArray: true } => type.ElementSize,
            { Kind: S7TypeKind.WString } => 2,
            { Kind: S7TypeKind.String or S7TypeKind.Chars } => 1,
            _ => 0,
        };

    /// <summary>True: the bytes hold another value. <paramref name="old"/> and <paramref name="now"/> are the whole value.</summary>
    public readonly bool Differs(ReadOnlySpan<byte> old, ReadOnlySpan<byte> now)
    {
        if (old.SequenceEqual(now))
            return false;
        if ((_bits & (1 << CareAt) - 1) != WholeBytes)
            return DiffersInItsBits(old, now);
        // Bytes behind the end of a text may change while the text stays the same.
        return !IsText || !HasValue || !Codec.TryDecode(old, out var before) || !Codec.TryDecode(now, out var after) || before != after;
    }

    private readonly bool DiffersInItsBits(ReadOnlySpan<byte> old, ReadOnlySpan<byte> now)
    {
        var last = now.Length - 1;
        var (firstMask, lastMask) = (0xFF << (_bits & BitMask), 0xFF >> (7 - (_bits >> LastBitAt & BitMask)));
        if (last == 0)
            return ((old[0] ^ now[0]) & firstMask & lastMask) != 0;
        return ((old[0] ^ now[0]) & firstMask) != 0
            || ((old[last] ^ now[last]) & lastMask) != 0
            || !old[1..last].SequenceEqual(now[1..last]);
    }

    private static byte BitsOf(Tag tag)
    {
        if (tag.Type.Kind != S7TypeKind.Bool)
            return WholeBytes;
        var lastBit = (tag.Address.Bit + Math.Max(1, tag.Type.ArrayLength) - 1) & BitMask;
        return (byte)(tag.Address.Bit | lastBit << LastBitAt);
    }

    private readonly bool Is(Flags flag) => (_flags & flag) != 0;

    private void Set(Flags flag, bool value) => _flags = value ? _flags | flag : _flags & ~flag;

    [Flags]
    private enum Flags : ushort
    {
        Text = 1,
        EveryScan = 2,
        AnalogFaults = 4,
        Value = 8,
        Suspect = 16,
        Refused = 32,
        Held = 64,
        Dirty = 128,
        Deadband = 256,
        TextHeader = 512,
        TextTold = 1024,
        NoValueTold = 2048,
    }
}
