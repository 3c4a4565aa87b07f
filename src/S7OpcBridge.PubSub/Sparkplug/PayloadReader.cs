using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>
/// Reads the payload of a Sparkplug message that came from others: the metrics and what a command needs of them. Everything is bounded by the payload, which
/// the link has bounded, and by <see cref="MostMetrics"/>; what is nested deeper is passed over. Fields that are not known are passed over, too.
/// </summary>
internal ref struct PayloadReader
{
    /// <summary>Metrics of a message at most.</summary>
    public const int MostMetrics = 1000;

    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private ReadOnlySpan<byte> _rest;

    private PayloadReader(ReadOnlySpan<byte> bytes) => _rest = bytes;

    /// <summary>The key of the property.</summary>
    public static ReadOnlySpan<byte> Quality => "Quality"u8;

    /// <summary>Reads a payload; null: it is none, or has too many metrics.</summary>
    public static ReceivedPayload? Read(ReadOnlySpan<byte> payload)
    {
        try
        {
            return new PayloadReader(payload).Payload();
        }
        catch (InvalidDataException)
        {
            return null;
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    /// <summary>The aliases of the metrics of a payload of ours, and their bytes, one by one; false: there is no further one.</summary>
    /// <exception cref="InvalidDataException">The bytes are no payload.</exception>
    public static bool NextMetric(ref ReadOnlySpan<byte> payload, out ReadOnlySpan<byte> metric, out ulong alias)
    {
        var reader = new PayloadReader(payload);
        while (reader.Next(out var field, out var form))
        {
            if (field != ProtobufFields.PayloadMetric || form != ProtobufFields.Length)
            {
                reader.Skip(form);
                continue;
            }
            metric = reader.Bytes();
            payload = reader._rest;
            var inner = new PayloadReader(metric);
            alias = inner.Next(out field, out form) && field == ProtobufFields.Alias && form == ProtobufFields.Varint ? inner.Varint() : 0;
            return true;
        }
        metric = [];
        alias = 0;
        return false;
    }

    private ReceivedPayload Payload()
    {
        ulong? time = null,
            sequence = null;
        var metrics = new List<ReceivedMetric>();
        while (Next(out var field, out var form))
        {
            switch (field, form)
            {
                case (ProtobufFields.PayloadTime, ProtobufFields.Varint):
                    time = Varint();
                    break;
                case (ProtobufFields.PayloadSequence, ProtobufFields.Varint):
                    sequence = Varint();
                    break;
                case (ProtobufFields.PayloadMetric, ProtobufFields.Length) when metrics.Count < MostMetrics:
                    metrics.Add(new PayloadReader(Bytes()).Metric());
                    break;
                case (ProtobufFields.PayloadMetric, ProtobufFields.Length):
                    throw new InvalidDataException();
                default:
                    Skip(form);
                    break;
            }
        }
        return new ReceivedPayload(time, sequence, metrics);
    }

    private ReceivedMetric Metric()
    {
        var metric = new ReceivedMetric();
        while (Next(out var field, out var form))
        {
            metric = (field, form) switch
            {
                (ProtobufFields.Name, ProtobufFields.Length) => metric with { Name = Strict.GetString(Bytes()) },
                (ProtobufFields.Alias, ProtobufFields.Varint) => metric with { Alias = Varint() },
                (ProtobufFields.Time, ProtobufFields.Varint) => metric with { Time = Varint() },
                (ProtobufFields.Type, ProtobufFields.Varint) => metric with { Type = Varint() },
                (ProtobufFields.IsHistorical, ProtobufFields.Varint) => metric with { IsHistorical = Varint() != 0 },
                (ProtobufFields.IsNull, ProtobufFields.Varint) => metric with { IsNull = Varint() != 0 },
                (ProtobufFields.Properties, ProtobufFields.Length) => metric with { Quality = new PayloadReader(Bytes()).QualityOfSet() },
                (ProtobufFields.IntValue or ProtobufFields.LongValue or ProtobufFields.BooleanValue, ProtobufFields.Varint) => metric with
                {
                    Field = field,
                    Bits = Varint(),
                },
                (ProtobufFields.FloatValue, ProtobufFields.FourBytes) => metric with
                {
                    Field = field,
                    Bits = BinaryPrimitives.ReadUInt32LittleEndian(Take(4)),
                },
                (ProtobufFields.DoubleValue, ProtobufFields.EightBytes) => metric with
                {
                    Field = field,
                    Bits = BinaryPrimitives.ReadUInt64LittleEndian(Take(8)),
                },
                (ProtobufFields.StringValue, ProtobufFields.Length) => metric with { Field = field, Text = Strict.GetString(Bytes()) },
                (ProtobufFields.BytesValue, ProtobufFields.Length) => metric with { Field = field, Packed = Bytes().ToArray() },
                _ => Skipped(metric, form),
            };
        }
        return metric;
    }

    private ReceivedMetric Skipped(ReceivedMetric metric, int form)
    {
        Skip(form);
        return metric;
    }

    // Keys and values stand in two lists.
    private int? QualityOfSet()
    {
        int keys = 0,
            values = 0,
            wanted = -1;
        int? found = null;
        var all = _rest;
        while (Next(out var field, out var form))
        {
            if (field == ProtobufFields.Keys && form == ProtobufFields.Length)
            {
                if (Bytes().SequenceEqual(Quality))
                    wanted = keys;
                keys++;
            }
            else
                Skip(form);
        }
        _rest = all;
        while (wanted >= 0 && Next(out var field, out var form))
        {
            if (field == ProtobufFields.Values && form == ProtobufFields.Length)
            {
                var value = Bytes();
                if (values++ == wanted)
                    found = new PayloadReader(value).IntOfProperty();
            }
            else
                Skip(form);
        }
        return found;
    }

    private int? IntOfProperty()
    {
        int? number = null;
        while (Next(out var field, out var form))
        {
            if (field == ProtobufFields.PropertyInt && form == ProtobufFields.Varint)
                number = (int)Varint();
            else
                Skip(form);
        }
        return number;
    }

    private bool Next(out int field, out int form)
    {
        (field, form) = (0, 0);
        if (_rest.IsEmpty)
            return false;
        var head = Varint();
        (field, form) = ((int)Math.Min(head >> 3, int.MaxValue), (int)(head & 7));
        return field > 0 ? true : throw new InvalidDataException();
    }

    private void Skip(int form)
    {
        switch (form)
        {
            case ProtobufFields.Varint:
                Varint();
                break;
            case ProtobufFields.EightBytes:
                Take(8);
                break;
            case ProtobufFields.Length:
                Bytes();
                break;
            case ProtobufFields.FourBytes:
                Take(4);
                break;
            default:
                throw new InvalidDataException();
        }
    }

    private ulong Varint()
    {
        ulong number = 0;
        for (var shift = 0; shift < 70; shift += 7)
        {
            var next = Take(1)[0];
            number |= shift < 64 ? (ulong)(next & 0x7F) << shift : 0;
            if (next < 0x80)
                return number;
        }
        throw new InvalidDataException();
    }

    private ReadOnlySpan<byte> Bytes()
    {
        var length = Varint();
        return length <= (ulong)_rest.Length ? Take((int)length) : throw new InvalidDataException();
    }

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (bytes > _rest.Length)
            throw new InvalidDataException();
        var taken = _rest[..bytes];
        _rest = _rest[bytes..];
        return taken;
    }
}
