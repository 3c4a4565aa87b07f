using System.Globalization;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>The address of an item in the CPU: an area and a path of local ids (LIDs). Comes from browsing, or from <see cref="Classic"/>. Immutable.</summary>
public sealed class S7PlusAddress : IEquatable<S7PlusAddress>
{
    private readonly uint[] _lids;

    /// <param name="area">The object: a data block (0x8A0E0000 + number), inputs 80, outputs 81, memory 82, counters 83, timers 84, or another object.</param>
    /// <param name="subArea">The sub-area: 2550 in data blocks, 3736 in the other areas.</param>
    /// <param name="lids">One LID per level, with array indexes counted from 0.</param>
    /// <param name="crc">Checksum of the symbol; 0: not checked.</param>
    public S7PlusAddress(uint area, uint subArea, ReadOnlySpan<uint> lids, uint crc = 0)
    {
        Area = area;
        SubArea = subArea;
        Crc = crc;
        _lids = lids.ToArray();
    }

    /// <summary>The object that the item belongs to.</summary>
    internal uint Area { get; }

    /// <summary>The sub-area, usually that of actual values.</summary>
    internal uint SubArea { get; }

    /// <summary>Checksum of the symbol; 0: not checked.</summary>
    public uint Crc { get; }

    /// <summary>The path in the area.</summary>
    internal ReadOnlySpan<uint> Lids => _lids;

    /// <summary>True for a PLC tag: of inputs, outputs, memory, timers or counters.</summary>
    public bool IsPlcTag => SubArea == PlusIds.AreaValues;

    /// <summary>True for inputs, timers and counters, which nobody but the CPU sets.</summary>
    public bool IsSetByCpu => IsPlcTag && PlusIds.IsSetByCpu(Area);

    /// <summary>Number of fields of the item in a request.</summary>
    internal int Fields => 4 + _lids.Length;

    /// <summary>Bytes of the item in a request.</summary>
    internal int RequestLength
    {
        get
        {
            var length = Vlq.Length(Crc) + Vlq.Length(Area) + Vlq.Length((uint)(1 + _lids.Length)) + Vlq.Length(SubArea);
            foreach (var lid in _lids)
                length += Vlq.Length(lid);
            return length;
        }
    }

    /// <summary>The address of bytes in a non-optimised data block.</summary>
    /// <param name="db">Number of the data block.</param>
    /// <param name="start">First byte.</param>
    /// <param name="length">Number of bytes.</param>
    public static S7PlusAddress Classic(ushort db, int start, int length) =>
        new(PlusIds.DataBlock(db), PlusIds.DbValues, [PlusIds.ClassicAccess, (uint)start, (uint)length]);

    /// <inheritdoc/>
    public bool Equals(S7PlusAddress? other) =>
        other is not null && Area == other.Area && SubArea == other.SubArea && Crc == other.Crc && Lids.SequenceEqual(other.Lids);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as S7PlusAddress);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = new HashCode();
        hash.Add(Area);
        hash.Add(SubArea);
        hash.Add(Crc);
        foreach (var lid in _lids)
            hash.Add(lid);
        return hash.ToHashCode();
    }

    /// <summary>Area and LIDs in hexadecimal digits, separated by dots: <c>8A0E0001.A</c>.</summary>
    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Area:X}.{string.Join('.', _lids.Select(lid => lid.ToString("X", CultureInfo.InvariantCulture)))}"
        );
}
