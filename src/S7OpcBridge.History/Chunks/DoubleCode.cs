using System.Numerics;

namespace S7OpcBridge.History.Chunks;

/// <summary>
/// Doubles by the bits that differ from the one before (exclusive or): 0 for the same; 10 and the bits where the last stretch holds them; 11, six bits of
/// leading zeros, six of the length less one, and the bits.
/// </summary>
internal struct DoubleCode
{
    private byte _leading,
        _length;

    /// <summary>Appends a number.</summary>
    public void Write(ref BitWriter to, long bits, long before)
    {
        var change = (ulong)(bits ^ before);
        if (change == 0)
        {
            to.Write(0, 1);
            return;
        }

        var leading = BitOperations.LeadingZeroCount(change);
        var trailing = BitOperations.TrailingZeroCount(change);
        var length = 64 - leading - trailing;
        var end = 64 - _leading - _length;
        if (_length != 0 && leading >= _leading && trailing >= end && _length < length + 12)
        {
            to.Write(0b10, 2);
        }
        else
        {
            (_leading, _length) = ((byte)leading, (byte)length);
            to.Write(0b11u << 12 | (uint)leading << 6 | (uint)(length - 1), 14);
            end = trailing;
        }

        to.Write(change >> end, _length);
    }

    /// <summary>Reads a number.</summary>
    public long Read(ref BitReader from, long before)
    {
        if (!from.ReadBit())
            return before;
        if (from.ReadBit())
        {
            _leading = (byte)from.Read(6);
            _length = (byte)(from.Read(6) + 1);
        }

        if (_length == 0 || _leading + _length > 64)
            throw new InvalidDataException("A chunk holds a number that cannot be.");
        return before ^ (long)(from.Read(_length) << (64 - _leading - _length));
    }
}
