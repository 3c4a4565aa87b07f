using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using S7OpcBridge.Core;

namespace S7OpcBridge.Simulation.Plc;

/// <summary>The types of the tags.</summary>
internal enum TagShape
{
    Int,
    DInt,
    Real,
    Bool,
    Text,
    Numbers,
    ManyNumbers,
}

/// <summary>
/// A tag of the plant, with all the values that it had. A value is known by its number: each change has the next one, so that a value that comes back, or comes
/// late, is not mistaken for another.
/// </summary>
internal sealed class SimulatedTag(string name, TagShape shape, ushort db, int offset, int scanGroup, bool isWritable)
{
    /// <summary>The number of a tag whose block is not there.</summary>
    public const long Missing = -1;

    /// <summary>The number of bytes that are a mixture of two values.</summary>
    public const long Mixture = -2;

    /// <summary>Characters of a text.</summary>
    private const int TextLength = 20;

    private readonly List<(long From, long Number)> _values = [(0, 0)];
    private long _last;

    public string Name => name;

    public TagShape Shape => shape;

    public ushort Db => db;

    public int Offset => offset;

    public int ScanGroup => scanGroup;

    public bool IsWritable => isWritable;

    /// <summary>What clients see.</summary>
    public (TagQuality Quality, long Number) Shown { get; set; } = (TagQuality.WaitingForInitialData, Missing);

    /// <summary>The number of the value that the PLC has.</summary>
    public long Present => _values[^1].Number;

    /// <summary>A value of this size may be cut over several requests, and then be a mixture.</summary>
    public bool MayBeCut => shape == TagShape.ManyNumbers;

    public int Length =>
        shape switch
        {
            TagShape.Int => 2,
            TagShape.DInt or TagShape.Real => 4,
            TagShape.Bool => 1,
            TagShape.Text => 2 + TextLength,
            TagShape.Numbers => 2 * 40,
            _ => 2 * 300,
        };

    public string TypeText =>
        shape switch
        {
            TagShape.Text => $"String[{TextLength}]",
            TagShape.Numbers => "Array[0..39] of Int",
            TagShape.ManyNumbers => "Array[0..299] of Int",
            _ => shape.ToString(),
        };

    public string AddressText =>
        shape switch
        {
            TagShape.Bool => $"DB{db}.DBX{offset}.0",
            TagShape.Int => $"DB{db}.DBW{offset}",
            TagShape.DInt or TagShape.Real => $"DB{db}.DBD{offset}",
            _ => $"DB{db}.DBB{offset}",
        };

    /// <summary>The number of the next value.</summary>
    public long NextNumber() => shape == TagShape.Bool ? 1 - Math.Max(0, Present) : ++_last;

    /// <summary>The PLC has another value.</summary>
    public void Set(long now, long number)
    {
        if (number != Present)
            _values.Add((now, number));
    }

    /// <summary>When the PLC last had a value, up to now; null: it never had it.</summary>
    public long? LastHad(long number, long now)
    {
        var until = now;
        for (var i = _values.Count - 1; i >= 0; i--)
        {
            if (_values[i].Number == number)
                return until;
            until = _values[i].From;
        }
        return null;
    }

    public void Encode(long number, Span<byte> bytes)
    {
        switch (shape)
        {
            case TagShape.Int:
                BinaryPrimitives.WriteInt16BigEndian(bytes, (short)number);
                break;
            case TagShape.DInt:
                BinaryPrimitives.WriteInt32BigEndian(bytes, (int)number);
                break;
            case TagShape.Real:
                BinaryPrimitives.WriteSingleBigEndian(bytes, number);
                break;
            case TagShape.Bool:
                bytes[0] = (byte)(bytes[0] & 0xFE | (int)number & 1);
                break;
            case TagShape.Text:
                bytes[0] = TextLength;
                bytes[1] = (byte)Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture), bytes[2..]);
                break;
            default:
                for (var at = 0; at < Length; at += 2)
                    BinaryPrimitives.WriteInt16BigEndian(bytes[at..], (short)number);
                break;
        }
    }

    /// <summary>The number of bytes that a client has written.</summary>
    public long Decode(ReadOnlySpan<byte> bytes) =>
        shape switch
        {
            TagShape.Int => BinaryPrimitives.ReadInt16BigEndian(bytes),
            TagShape.DInt => BinaryPrimitives.ReadInt32BigEndian(bytes),
            TagShape.Numbers => BinaryPrimitives.ReadInt16BigEndian(bytes),
            _ => throw new InvalidOperationException($"Clients write no {shape}."),
        };

    /// <summary>A value for clients to write.</summary>
    public TagValue ValueOf(long number) =>
        shape switch
        {
            TagShape.Int => new TagValue(TagValueKind.Int16, number),
            TagShape.DInt => new TagValue(TagValueKind.Int32, number),
            TagShape.Numbers => new TagValue(TagValueKind.Int16, 0, Enumerable.Repeat((short)number, 40).ToArray(), IsArray: true),
            _ => throw new InvalidOperationException($"Clients write no {shape}."),
        };

    /// <summary>The number of a value that was published.</summary>
    public long NumberOf(in TagValue value) =>
        shape switch
        {
            TagShape.Real => (long)BitConverter.Int32BitsToSingle((int)value.Bits),
            TagShape.Text => long.Parse((string)value.Reference!, CultureInfo.InvariantCulture),
            TagShape.Numbers or TagShape.ManyNumbers when value.Reference is short[] all => MayBeCut
            || all.AsSpan().IndexOfAnyExcept(all[0]) < 0
                ? all[0]
                : Mixture,
            _ => value.Bits,
        };
}
