using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>Resolves the local ids of an address within a block, or an area with PLC tags, and computes the checksum of the symbol.</summary>
internal ref struct SymbolWalk(SymbolType root, S7Area area, ushort db, S7PlusAddress address)
{
    private const uint ElementOfStructArray = 1;

    private readonly ReadOnlySpan<uint> _lids = address.Lids;
    private SymbolCrc _crc;
    private bool _crcIsKnown = true;
    private bool _isAccessible = true;
    private bool _isWritable = true;
    private int _next;
    private int _offset;

    /// <summary>0 and the location, or the error.</summary>
    public ulong Run(out SymbolLocation location)
    {
        location = default;
        var type = root;
        while (_next < _lids.Length)
        {
            if (type.Find(_lids[_next++]) is not { } member)
                return PlusCodes.UnknownLid;
            _isAccessible &= member.IsAccessible;
            _isWritable &= member.IsWritable;
            _offset += member.Offset;
            var bit = member is { IsArray: false, Element.Kind: S7TypeKind.Bool } ? member.Bit : -1;
            var isWhole = _next == _lids.Length;
            if (member.IsArray && !isWhole)
            {
                if (!TryIndex(member, ref bit))
                    return PlusCodes.WrongAddress;
            }
            else
            {
                Count(member);
            }

            if (_next == _lids.Length)
                return Found(member, isWhole, bit, out location);
            if (member.Structure is null)
                return PlusCodes.UnknownLid;
            type = member.Structure;
        }

        return PlusCodes.WrongAddress;
    }

    private ulong Found(SymbolMember member, bool isWhole, int bit, out SymbolLocation location)
    {
        location = default;
        var isWholeArray = isWhole && member.IsArray;
        // This PLC does not support items that are whole structures, arrays of types that are arrays on the wire, or multidimensional bits.
        var isSpread = member.Structure is not null || TypeTable.SpreadOf(member.Type, 1) > 0 || member.Elements != member.Count;
        if (member.Element.Kind == S7TypeKind.None || (isWholeArray && isSpread))
            return PlusCodes.NotAllowed;
        if (!_isAccessible)
            return PlusCodes.AccessDenied;
        if (address.Crc != 0 && (!_crcIsKnown || address.Crc != _crc.Value))
            return PlusCodes.WrongCrc;
        var type = member.IsBits && !isWholeArray ? S7PlusType.Bool : member.Type;
        var shape = new S7PlusShape(type, member.Element.Capacity, isWholeArray ? member.Count : 0);
        location = new SymbolLocation(area, db, _offset, bit, shape, _isWritable);
        return PlusCodes.Ok;
    }

    private bool TryIndex(SymbolMember member, ref int bit)
    {
        var index = _lids[_next++];
        if (index >= (uint)member.Count)
            return false;
        _crcIsKnown = false;
        if (member.IsBits)
            (_offset, bit) = (_offset + (int)(index >> 3), (int)(index & 7));
        else
            _offset += (int)index * member.ElementSize;
        return member.Structure is null || (_next < _lids.Length && _lids[_next++] == ElementOfStructArray);
    }

    private void Count(SymbolMember member)
    {
        if (member.IsArray)
            _crc.AddArray(member.Name, member.Type, member.Bounds[0].Lower);
        else
            _crc.Add(member.Name, member.Type);
    }
}
