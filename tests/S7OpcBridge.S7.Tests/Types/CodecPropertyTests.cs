namespace S7OpcBridge.S7.Tests;

public class CodecPropertyTests
{
    private static readonly S7TypeKind[] Kinds = [.. Enum.GetValues<S7TypeKind>().Where(kind => kind != S7TypeKind.None)];

    /// <summary>Types whose every readable pattern of bytes is written back as it was.</summary>
    private static readonly S7TypeKind[] Exact =
    [
        S7TypeKind.Byte,
        S7TypeKind.Word,
        S7TypeKind.DWord,
        S7TypeKind.LWord,
        S7TypeKind.SInt,
        S7TypeKind.USInt,
        S7TypeKind.Int,
        S7TypeKind.UInt,
        S7TypeKind.DInt,
        S7TypeKind.UDInt,
        S7TypeKind.LInt,
        S7TypeKind.ULInt,
        S7TypeKind.Real,
        S7TypeKind.LReal,
        S7TypeKind.WChar,
        S7TypeKind.Time,
        S7TypeKind.Date,
        S7TypeKind.TimeOfDay,
        S7TypeKind.Bcd16,
        S7TypeKind.Bcd32,
    ];

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool What_is_read_is_written_back_byte_for_byte(byte[] noise, byte kind, byte length)
    {
        var type = new S7DataType(Exact[kind % Exact.Length], ArrayLength: length % 5);
        var codec = S7Codec.Create(type, 0, S7CodecOptions.Default);
        var bytes = Fill(codec.Size, noise);
        if (!codec.TryDecode(bytes, out var value))
            return true;
        var again = new byte[codec.Size];
        return codec.Encode(value, again, out var written) == S7EncodeStatus.Ok
            && written == codec.Size
            && again.AsSpan().SequenceEqual(bytes);
    }

    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public bool Whatever_the_bytes_a_value_that_comes_out_goes_in_and_comes_out_again(byte[] noise, byte kind, byte bit, byte length)
    {
        var chosen = Kinds[kind % Kinds.Length];
        var capacity = chosen is S7TypeKind.String or S7TypeKind.WString or S7TypeKind.Chars ? 1 + (length % 20) : 0;
        var codec = S7Codec.Create(new(chosen, capacity, ArrayLength: length % 4), bit % 8, S7CodecOptions.Default);
        if (!codec.TryDecode(Fill(codec.Size, noise), out var value))
            return true;
        var bytes = new byte[codec.Size];
        if (codec.Encode(value, bytes, out var written) != S7EncodeStatus.Ok)
            return false;
        if (codec.WriteOffset + written > codec.Size)
            return false;
        // A lone Bool is sent as a bit: 0 or 1, wherever it lies.
        if (chosen == S7TypeKind.Bool && !codec.Type.IsArray)
            return bytes[0] == (byte)value.Bits;
        return codec.TryDecode(bytes, out var again) && again == value;
    }

    [FsCheck.NUnit.Property]
    public bool Texts_of_Windows_1252_come_back(byte[] noise)
    {
        var text = S7TextEncodings.Windows1252.GetString(noise.AsSpan(0, Math.Min(noise.Length, 254)));
        var codec = S7Codec.Create(new(S7TypeKind.String, 254), 0, S7CodecOptions.Default);
        var bytes = new byte[256];
        return codec.Encode(S7Value.From(text), bytes, out var written) == S7EncodeStatus.Ok
            && written == 1 + text.Length
            && codec.TryDecode(bytes, out var value)
            && (string?)value.Reference == text;
    }

    [FsCheck.NUnit.Property]
    public bool S5Time_is_never_further_off_than_half_its_base(uint noise)
    {
        var wanted = noise % 9_990_001;
        var codec = S7Codec.Create(new(S7TypeKind.S5Time), 0, S7CodecOptions.Default);
        var bytes = new byte[2];
        var status = codec.Encode(S7Value.FromDuration(wanted), bytes, out _);
        var step =
            wanted < 9_995 ? 10
            : wanted < 99_950 ? 100
            : wanted < 999_500 ? 1_000
            : 10_000;
        return status == S7EncodeStatus.Ok && codec.TryDecode(bytes, out var value) && Math.Abs(value.AsDouble() - wanted) <= step / 2.0;
    }

    [Test]
    public void Reading_a_scalar_allocates_nothing_and_a_text_only_itself()
    {
        var berlin = TimeZoneInfo.CreateCustomTimeZone("Test/+1", TimeSpan.FromHours(1), "+1", "+1");
        var dates = new Dictionary<S7TypeKind, byte[]>
        {
            [S7TypeKind.DateAndTime] = Convert.FromHexString("2402291234567895"),
            [S7TypeKind.DTL] = Convert.FromHexString("07E8021D05173B3B3B9AC99C"),
        };
        foreach (var kind in Kinds.Where(kind => new S7DataType(kind).ValueKind != S7ValueKind.Text))
        {
            var codec = S7Codec.Create(new(kind), 3, S7CodecOptions.Default with { Zone = berlin });
            var bytes = dates.TryGetValue(kind, out var date) ? date : new byte[codec.Size];
            Assert.That(AllocatedBy(codec, bytes), Is.Zero, kind.ToString());
        }
        var text = S7Codec.Create(new(S7TypeKind.String, 20), 0, S7CodecOptions.Default);
        // A string object: 22 bytes beside its characters, rounded up to eight.
        Assert.That(AllocatedBy(text, Convert.FromHexString("140548656C6C6F" + new string('0', 30))), Is.EqualTo(32));
    }

    /// <summary>Bytes per decode, once the codec is warm; the least of several rounds, since tiering up may allocate on this thread.</summary>
    private static long AllocatedBy(S7Codec codec, byte[] bytes)
    {
        var least = long.MaxValue;
        for (var round = 0; round < 5; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 1000; i++)
                codec.TryDecode(bytes, out _);
            least = Math.Min(least, (GC.GetAllocatedBytesForCurrentThread() - before) / 1000);
        }
        return least;
    }

    private static byte[] Fill(int size, byte[] noise)
    {
        var bytes = new byte[size];
        for (var i = 0; i < size && noise.Length > 0; i++)
            bytes[i] = noise[i % noise.Length];
        return bytes;
    }
}
