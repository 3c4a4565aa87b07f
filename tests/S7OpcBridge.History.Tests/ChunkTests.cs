using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>What goes into a chunk comes out of it.</summary>
internal sealed class ChunkTests
{
    private const long Noon = 134_000_000_000_000_000 / TimeSpan.TicksPerDay * TimeSpan.TicksPerDay + TimeSpan.TicksPerDay / 2;

    private static readonly BuiltInType[] Scalars =
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
        BuiltInType.DateTime,
        BuiltInType.StatusCode,
        BuiltInType.String,
    ];

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public Property What_goes_into_a_chunk_comes_out_of_it() =>
        Prop.ForAll(
            Gen.Elements(Scalars).SelectMany(Rows).ToArbitrary(),
            rows =>
            {
                var chunk = Packed(rows);
                var read = ChunkValues.All(chunk);
                Assert.That(read.Select(Shown), Is.EqualTo(rows.Select((row, i) => Shown(new(row.Time, 7 + i, row.Value, row.Status)))));
                Assert.That((chunk.First, chunk.Last), Is.EqualTo((rows.Min(r => r.Time), rows.Max(r => r.Time))));
            }
        );

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public Property Damaged_data_ends_in_a_plain_error_or_in_values() =>
        Prop.ForAll(
            Gen.Elements(Scalars)
                .SelectMany(Rows)
                .SelectMany(rows => Gen.Choose(0, int.MaxValue).Select(at => (Rows: rows, At: at, With: at & 255)))
                .ToArbitrary(),
            made =>
            {
                var (rows, at, with) = made;
                var chunk = Packed(rows);
                chunk.Data![at % chunk.Data.Length] = (byte)with;
                try
                {
                    Assert.That(ChunkValues.All(chunk), Has.Length.EqualTo(rows.Length));
                }
                catch (InvalidDataException e)
                {
                    Assert.That(e.Message, Does.EndWith("."));
                }
            }
        );

    [Test]
    public void A_chunk_ends_with_the_day_and_with_the_type()
    {
        var chunk = new OpenChunk();
        Add(chunk, default, StatusCodes.BadDataLost, Noon);
        Add(chunk, Variant.From(1.5f), StatusCode.Good, Noon + 1);
        Assert.That(chunk.Takes((byte)BuiltInType.Float, Noon + TimeSpan.TicksPerDay), Is.False, "the next day");
        Assert.That(chunk.Takes((byte)BuiltInType.Float, Noon - TimeSpan.TicksPerDay), Is.False, "the day before");
        Assert.That(chunk.Takes((byte)BuiltInType.Double, Noon), Is.False, "another type");
        Assert.That(chunk.Takes((byte)BuiltInType.Float, Noon - 5), "an earlier time of the same day");
        Assert.That(chunk.Takes(0, Noon), "null");
    }

    [Test]
    public void A_structure_and_an_array_are_kept_as_they_are_encoded()
    {
        var chunk = new OpenChunk();
        Add(chunk, Variant.FromArray(BuiltInType.Int16, new short[] { 1, -2, 3 }), StatusCode.Good, Noon);
        Add(chunk, Variant.From(new LocalizedText("de", "Halt")), StatusCode.Good, Noon + 1);
        var read = ChunkValues.All(new(1, 1, chunk.First, chunk.Last, 0, chunk.Count, chunk.Copy()));
        Assert.That(read[0].Value.Reference, Is.EqualTo(new short[] { 1, -2, 3 }));
        Assert.That(read[1].Value.Reference, Is.EqualTo(new LocalizedText("de", "Halt")));
    }

    private static Chunk Packed((Variant Value, StatusCode Status, long Time)[] rows)
    {
        var chunk = new OpenChunk();
        foreach (var (value, status, time) in rows)
            Add(chunk, value, status, time);
        return new(1, 1, chunk.First, chunk.Last, 7, chunk.Count, chunk.Copy());
    }

    private static void Add(OpenChunk chunk, Variant value, StatusCode status, long time)
    {
        var type = ValueForms.TypeByte(value);
        chunk.Add(type, value.Bits, type == ValueForms.EncodedType ? EncodedVariant.Write(value) : [], status.Value, time);
    }

    private static string Shown(StoredValue value) =>
        $"{value.Time} {value.Sequence} {value.Status} {value.Value.Type} {value.Value.Bits:X} {value.Value.Reference}";

    private static Gen<(Variant Value, StatusCode Status, long Time)[]> Rows(BuiltInType type) =>
        Gen.NonEmptyListOf(Row(type)).Select(rows => rows.ToArray());

    private static Gen<(Variant Value, StatusCode Status, long Time)> Row(BuiltInType type)
    {
        var numbers = Gen.OneOf(
            Gen.Choose(-3, 3).Select(i => (long)i),
            ArbMap.Default.GeneratorFor<long>(),
            Gen.Elements(long.MinValue, long.MaxValue, 0L)
        );
        var values =
            type == BuiltInType.String
                ? ArbMap.Default.GeneratorFor<string?>().Select(Variant.From)
                : numbers.Select(bits => new Variant(type, Fit(type, bits)));
        var withNulls = Gen.Frequency((9, values), (1, Gen.Constant(default(Variant))));
        var statuses = Gen.Frequency(
            (8, Gen.Constant(0u)),
            (1, Gen.Constant(StatusCodes.BadDataLost)),
            (1, ArbMap.Default.GeneratorFor<uint>())
        );
        var times = Gen.OneOf(
            Gen.Choose(-10, 10).Select(i => (long)i),
            Gen.Choose(-1_000_000_000, 1_000_000_000).Select(i => (long)i),
            Gen.Choose(0, 40_000).Select(i => i * 10_000_000L)
        );
        return withNulls.SelectMany(value =>
            statuses.SelectMany(status => times.Select(time => (value, new StatusCode(status), Noon + time)))
        );
    }

    private static long Fit(BuiltInType type, long bits) =>
        type switch
        {
            BuiltInType.Boolean => bits & 1,
            BuiltInType.SByte => (sbyte)bits,
            BuiltInType.Byte => (byte)bits,
            BuiltInType.Int16 => (short)bits,
            BuiltInType.UInt16 => (ushort)bits,
            BuiltInType.Int32 => (int)bits,
            BuiltInType.UInt32 or BuiltInType.StatusCode or BuiltInType.Float => (uint)bits,
            _ => bits,
        };
}
