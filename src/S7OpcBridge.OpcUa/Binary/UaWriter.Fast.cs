using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaWriter
{
    // Mask, type, value, status, two times; the value is stored with eight bytes whatever its size, and what follows overwrites the rest.
    private const int MostOfScalar = 1 + 1 + 8 + 4 + 8 + 8;

    /// <summary>
    /// Writes a number, a Boolean or no value with one check for room and without branches on the type: nearly all that a server of tags sends. False: it is
    /// something else, or the segment has less than <see cref="MostOfScalar"/> bytes left.
    /// </summary>
    private bool TryWriteScalar(in DataValue value)
    {
        var type = (int)value.Value.Type;
        if (value.Value.IsArray || type > ScalarEncoding.LastNumber || !ReservedBytes.TryTake(_segment, _used, MostOfScalar, out var room))
            return false;

        var at = 1;
        var mask = 0;
        if (type != 0)
        {
            mask = 1;
            room.Write(1, (byte)type);
            room.Write(2, value.Value.Bits);
            at = 2 + ScalarEncoding.Sizes[type];
        }

        if (value.Status.Value != 0)
        {
            mask |= 2;
            room.Write(at, value.Status.Value);
            at += sizeof(uint);
        }

        if (value.SourceTime != 0)
        {
            mask |= 4;
            room.Write(at, UaTime.Clamp(value.SourceTime));
            at += sizeof(long);
        }

        if (value.ServerTime != 0)
        {
            mask |= 8;
            room.Write(at, UaTime.Clamp(value.ServerTime));
            at += sizeof(long);
        }

        room.Write(0, (byte)mask);
        _used += at;
        return true;
    }
}
