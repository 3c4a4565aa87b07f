using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Tests.Datasets;

/// <summary>A dataset of the types that tags have, with any values of them, from a seed.</summary>
internal sealed class RandomSamples(int seed)
{
    public const uint MostBytes = 40;
    public const uint MostElements = 4;
    private const string Letters = "abc äß°€\"\\/<>&'+\n\t\u0001\u2028水😀";

    private static readonly BuiltInType[] Types =
    [
        BuiltInType.Boolean,
        BuiltInType.SByte,
        BuiltInType.Byte,
        BuiltInType.Int16,
        BuiltInType.UInt16,
        BuiltInType.Int32,
        BuiltInType.UInt32,
        BuiltInType.Int64,
        BuiltInType.UInt64,
        BuiltInType.Float,
        BuiltInType.Double,
        BuiltInType.String,
        BuiltInType.DateTime,
        BuiltInType.Guid,
        BuiltInType.ByteString,
    ];

    private readonly Random _random = new(seed);

    public PublishedDataSet DataSet()
    {
        var fields = new PublishedField[_random.Next(1, 12)];
        for (var i = 0; i < fields.Length; i++)
            fields[i] = Sample.Field($"{Text()}{i}", Types[_random.Next(Types.Length)]) with
            {
                IsArray = _random.Next(4) == 0,
                ArrayLength = MostElements,
                MaxStringLength = MostBytes,
            };
        return Sample.DataSet(fields);
    }

    public FieldSample[] Samples(PublishedDataSet dataSet)
    {
        var samples = new FieldSample[dataSet.Fields.Length];
        for (var i = 0; i < samples.Length; i++)
        {
            StatusCode status = _random.Next(6) switch
            {
                0 => StatusCodes.BadNoCommunication,
                1 => StatusCodes.UncertainLastUsableValue,
                _ => StatusCodes.Good,
            };
            samples[i] = new FieldSample(i, Value(dataSet.Fields[i]), status, Time());
        }

        return samples;
    }

    private Variant Value(PublishedField field)
    {
        if (!field.IsArray)
            return Scalar(field.Type);
        var count = _random.Next((int)MostElements + 1);
        return Variant.FromArray(
            field.Type,
            field.Type switch
            {
                BuiltInType.Boolean => Many(count, v => v.Bits != 0, field),
                BuiltInType.SByte => Many(count, v => (sbyte)v.Bits, field),
                BuiltInType.Byte => Many(count, v => (byte)v.Bits, field),
                BuiltInType.Int16 => Many(count, v => (short)v.Bits, field),
                BuiltInType.UInt16 => Many(count, v => (ushort)v.Bits, field),
                BuiltInType.Int32 => Many(count, v => (int)v.Bits, field),
                BuiltInType.UInt32 => Many(count, v => (uint)v.Bits, field),
                BuiltInType.UInt64 => Many(count, v => (ulong)v.Bits, field),
                BuiltInType.Float => Many(count, v => BitConverter.UInt32BitsToSingle((uint)v.Bits), field),
                BuiltInType.Double => Many(count, v => BitConverter.Int64BitsToDouble(v.Bits), field),
                BuiltInType.String => Many(count, v => (string?)v.Reference, field),
                BuiltInType.Guid => Many(count, v => (Guid)v.Reference!, field),
                BuiltInType.ByteString => Many(count, v => (byte[]?)v.Reference, field),
                _ => Many(count, v => v.Bits, field),
            }
        );
    }

    private T[] Many<T>(int count, Func<Variant, T> of, PublishedField field) =>
        [.. Enumerable.Range(0, count).Select(_ => of(Scalar(field.Type)))];

    private Variant Scalar(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => Variant.From(_random.Next(2) == 0),
            BuiltInType.SByte => Variant.From((sbyte)Number()),
            BuiltInType.Byte => Variant.From((byte)Number()),
            BuiltInType.Int16 => Variant.From((short)Number()),
            BuiltInType.UInt16 => Variant.From((ushort)Number()),
            BuiltInType.Int32 => Variant.From((int)Number()),
            BuiltInType.UInt32 => Variant.From((uint)Number()),
            BuiltInType.Int64 => Variant.From(Number()),
            BuiltInType.UInt64 => Variant.From((ulong)Number()),
            BuiltInType.Float => Variant.From(BitConverter.Int32BitsToSingle((int)Number())),
            BuiltInType.Double => Variant.From(BitConverter.Int64BitsToDouble(Number())),
            BuiltInType.String => Variant.From(_random.Next(8) == 0 ? null : Text()),
            BuiltInType.DateTime => Variant.FromDateTime(Time()),
            BuiltInType.Guid => Variant.From(GuidOf()),
            _ => Variant.FromByteString(_random.Next(8) == 0 ? null : Bytes(_random.Next((int)MostBytes))),
        };

    private long Number() =>
        _random.Next(4) switch
        {
            0 => _random.Next(-3, 3),
            1 => long.MaxValue - _random.Next(3),
            _ => _random.NextInt64(long.MinValue, long.MaxValue),
        };

    private long Time() => Sample.Moment + _random.NextInt64(-1_000_000_000_000, 1_000_000_000_000);

    private Guid GuidOf() => new(Bytes(16));

    private byte[] Bytes(int count)
    {
        var bytes = new byte[count];
        _random.NextBytes(bytes);
        return bytes;
    }

    private string Text()
    {
        var runes = Letters.EnumerateRunes().ToArray();
        var text = new StringBuilder();
        for (var i = _random.Next(9); i > 0; i--)
            text.Append(runes[_random.Next(runes.Length)]);
        return text.ToString();
    }
}
