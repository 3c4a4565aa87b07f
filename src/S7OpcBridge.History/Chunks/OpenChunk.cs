namespace S7OpcBridge.History.Chunks;

/// <summary>
/// A chunk that values are added to, packed as they come. Data: a version byte, a type byte, then bits; for each value the status where it changed, the time
/// and, unless null, the value. docs/history.md describes it for readers without this program.
/// </summary>
internal sealed class OpenChunk
{
    /// <summary>The version that is written.</summary>
    public const byte Version = 1;

    private BitWriter _bits;
    private DoubleCode _doubles;
    private long _time,
        _distance,
        _before;
    private uint _status;
    private bool _isNull;
    private byte _type;

    /// <summary>Values in it.</summary>
    public int Count { get; private set; }

    /// <summary>The least source time.</summary>
    public long First { get; private set; }

    /// <summary>The greatest source time.</summary>
    public long Last { get; private set; }

    /// <summary>Bytes of its data.</summary>
    public int Bytes => (_bits.Bits + 7) >> 3;

    /// <summary>Bytes that its buffer takes.</summary>
    public int Capacity => _bits.Capacity;

    /// <summary>Whether a value of this type and time belongs into this chunk; else it must be sealed first.</summary>
    public bool Takes(byte type, long time) =>
        Count == 0
        || (
            (type == _type || type == 0 || _type == 0)
            && (time <= Last ? time >= UtcDay.Start(UtcDay.FromTicks(First)) : UtcDay.FromTicks(time) == UtcDay.FromTicks(First))
        );

    /// <summary>Adds a value that it <see cref="Takes"/>.</summary>
    /// <param name="type">Of <see cref="ValueForms.TypeByte"/>.</param>
    /// <param name="bits">The bits of a packed scalar.</param>
    /// <param name="encoded">The bytes of an encoded Variant.</param>
    /// <param name="time">The source time.</param>
    public void Add(byte type, long bits, ReadOnlySpan<byte> encoded, uint status, long time)
    {
        if (Count == 0)
            Start();
        if (type != 0 && _type == 0)
            _bits.Patch(1, _type = type);
        AddStatus(status, type == 0);
        AddTime(time);
        if (type == 0)
            return;
        switch (ValueForms.FormOf(type))
        {
            case ValueForm.Bit:
                _bits.Write((ulong)bits & 1, 1);
                break;
            case ValueForm.Integer:
                NumberCode.Integer.Write(ref _bits, bits - _before);
                break;
            case ValueForm.Float:
                NumberCode.Float.Write(ref _bits, (uint)bits - (long)(uint)_before);
                break;
            case ValueForm.Double:
                _doubles.Write(ref _bits, bits, _before);
                break;
            default:
                NumberCode.Integer.Write(ref _bits, encoded.Length);
                _bits.Write(encoded);
                break;
        }

        _before = bits;
    }

    /// <summary>The data so far.</summary>
    public byte[] Copy() => _bits.Written.ToArray();

    /// <summary>Starts again.</summary>
    /// <param name="release">True: the buffer is given back, because the series is a slow one.</param>
    public void Clear(bool release)
    {
        if (release)
            _bits.Release();
        else
            _bits.Clear();
        Count = 0;
    }

    private void Start()
    {
        _bits.Clear();
        _bits.Write(Version, 8);
        _bits.Write(0, 8);
        _doubles = default;
        (_time, _distance, _before, _status, _isNull, _type) = (0, 0, 0, 0, false, 0);
    }

    private void AddStatus(uint status, bool isNull)
    {
        if (status == _status && isNull == _isNull)
        {
            _bits.Write(0, 1);
            return;
        }

        _bits.Write(0b10UL | (isNull ? 1u : 0u), 2);
        _bits.Write(status, 32);
        (_status, _isNull) = (status, isNull);
    }

    private void AddTime(long time)
    {
        if (Count++ == 0)
        {
            _bits.Write((ulong)time, 64);
            First = Last = time;
        }
        else
        {
            var distance = time - _time;
            NumberCode.Time.Write(ref _bits, distance - _distance);
            _distance = distance;
            First = Math.Min(First, time);
            Last = Math.Max(Last, time);
        }

        _time = time;
    }
}
