using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Chunks;

/// <summary>Unpacks a chunk value by value, in the order of arrival. What is no chunk throws <see cref="InvalidDataException"/>.</summary>
internal ref struct ChunkValues
{
    private readonly byte _type;
    private readonly ValueForm _form;
    private readonly int _count;
    private BitReader _bits;
    private DoubleCode _doubles;
    private long _distance;
    private uint _status;
    private bool _isNull;
    private int _read;

    /// <summary>Starts before the first value.</summary>
    public ChunkValues(ReadOnlySpan<byte> data, int count)
    {
        if (data.Length < 2 || data[0] != OpenChunk.Version)
            throw new InvalidDataException("A chunk has a version that this program does not know; a newer program may have written it.");
        _type = data[1];
        _form = ValueForms.FormOf(_type);
        _count = count;
        _bits = new(data[2..]);
    }

    /// <summary>The source time of the present value.</summary>
    public long Time { get; private set; }

    /// <summary>The status of the present value.</summary>
    public readonly StatusCode Status => _status;

    /// <summary>The type byte of the present value: 0 where it is null.</summary>
    public readonly byte Type => _isNull ? (byte)0 : _type;

    /// <summary>The bits of the present value, if it is a packed scalar.</summary>
    public long Bits { get; private set; }

    /// <summary>The bytes of the present value, if it is an encoded Variant.</summary>
    public byte[] Encoded { get; private set; } = [];

    /// <summary>The present value.</summary>
    public readonly Variant Value =>
        _isNull ? default
        : _form == ValueForm.Encoded ? EncodedVariant.Read(Encoded)
        : new Variant((BuiltInType)_type, Bits);

    /// <summary>Goes on to the next value; false: there is none.</summary>
    public bool Next()
    {
        if (_read == _count)
            return false;
        if (_bits.ReadBit())
        {
            _isNull = _bits.ReadBit();
            _status = (uint)_bits.Read(32);
        }

        ReadTime();
        if (!_isNull)
            ReadValue();
        return true;
    }

    public static StoredValue[] All(Chunk chunk)
    {
        Check(chunk);
        var result = new StoredValue[chunk.Count];
        Unpack(chunk, result);
        return result;
    }

    /// <summary>Throws if there cannot be so many values as the chunk says: a damaged count must not ask for more memory than the data can fill.</summary>
    public static void Check(Chunk chunk)
    {
        // A value takes two bits at least.
        if (chunk.Count < 0 || chunk.Count > chunk.Data!.Length * 4L)
            throw new InvalidDataException("A chunk has more values than its data can hold.");
    }

    public static void Unpack(Chunk chunk, Span<StoredValue> into)
    {
        var values = new ChunkValues(chunk.Data, chunk.Count);
        for (var i = 0; values.Next(); i++)
            into[i] = new(values.Time, chunk.Sequence + i, values.Value, values.Status);
    }

    private void ReadTime()
    {
        if (_read++ == 0)
        {
            Time = (long)_bits.Read(64);
            return;
        }

        _distance += NumberCode.Time.Read(ref _bits);
        Time += _distance;
    }

    private void ReadValue()
    {
        switch (_form)
        {
            case ValueForm.Bit:
                Bits = (long)_bits.Read(1);
                break;
            case ValueForm.Integer:
                Bits += NumberCode.Integer.Read(ref _bits);
                break;
            case ValueForm.Float:
                Bits = (uint)(Bits + NumberCode.Float.Read(ref _bits));
                break;
            case ValueForm.Double:
                Bits = _doubles.Read(ref _bits, Bits);
                break;
            default:
                var length = NumberCode.Integer.Read(ref _bits);
                if (length is < 0 or > EncodedVariant.MaxBytes)
                    throw new InvalidDataException("A chunk holds a value with a length that cannot be.");
                Encoded = _bits.ReadBytes((int)length);
                break;
        }
    }
}
