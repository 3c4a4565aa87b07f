using S7OpcBridge.Cluster.Forwarding;
using S7OpcBridge.Cluster.Reception;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Cluster.Tests.Wire;

internal sealed class BatchFormatTests
{
    [FsCheck.NUnit.Property(MaxTest = 200)]
    public void What_is_written_of_a_PLC_is_what_is_read(int seed)
    {
        var (random, values) = (new Random(seed), new RandomTagValues(seed));
        var count = random.Next(1, 60);
        var now = TimeProvider.System.GetUtcNow().UtcTicks;
        var samples = Enumerable
            .Range(0, count)
            .Select(id => new TagSample(id, values.Value(), values.Quality(), now + random.Next(-1_000_000, 1_000_000)))
            .ToArray();
        var tags = new MapTags(MapOf(count));
        var share = new PlcShare(0);
        foreach (var id in Enumerable.Range(0, count).OrderBy(_ => random.Next()))
            share.Add(id);
        share.AddGroup(0);

        var read = Read(Write(share, tags, now, id => samples[id]), TagTranslation.Same(tags.ForPlc(0)!), now);

        Assert.That(read[0].ConfirmedTicks, Is.EqualTo(now - 5));
        Assert.That(read[0].Samples.ToArray().Select(Text), Is.EquivalentTo(samples.Select(Text)));
    }

    [Test]
    public void A_node_with_another_order_of_tags_finds_them_by_path_and_leaves_out_what_it_does_not_know()
    {
        var (there, here) = (
            new MapTags(MapOf(3)),
            new MapTags(
                MapOf(
                    3,
                    static id =>
                        id switch
                        {
                            0 => "Tag2",
                            1 => "Other",
                            _ => "Tag0",
                        }
                )
            )
        );
        var share = new PlcShare(0);
        for (var id = 0; id < 3; id++)
            share.Add(id);
        var list = new WireWriter();
        there.ForPlc(0)!.Write(list, there.Map);
        var from = new WireReader(list.Written.Span);
        var translation = TagTranslation.Read(ref from, here.ForPlc(0)!, here.Map);

        var read = Read(
            Write(share, there, 0, static id => new TagSample(id, new TagValue(TagValueKind.Int16, id), TagQuality.Good, 1)),
            translation,
            0
        );

        Assert.That(
            read[0].Samples.ToArray().Select(static sample => (sample.Tag, sample.Value.Bits)),
            Is.EquivalentTo(new[] { (2, 0L), (0, 2L) })
        );
        Assert.That((translation.Unknown, there.ForPlc(0)!.Hash == here.ForPlc(0)!.Hash), Is.EqualTo((1, false)));
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public void Bytes_of_a_stranger_are_refused_and_nothing_else_happens(byte[] bytes)
    {
        var tags = new MapTags(MapOf(5));
        try
        {
            Read(bytes, TagTranslation.Same(tags.ForPlc(0)!), 0);
        }
        catch (InvalidDataException)
        {
            // The only way out besides an end of the bytes in the right place.
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public void Numbers_come_back(long signed, ulong unsigned, byte one)
    {
        var to = new WireWriter();
        to.Signed(signed);
        to.Unsigned(unsigned);
        to.Byte(one);
        to.Text(null);
        to.Text("ü");
        var from = new WireReader(to.Written.Span);
        Assert.That((from.Signed(), from.Unsigned(), from.Byte()), Is.EqualTo((signed, unsigned, one)));
        Assert.That((from.NullableText(), from.NullableText(), from.Left), Is.EqualTo(((string?)null, "ü", 0)));
    }

    [Test]
    public void Nameplates_follow_a_batch_and_may_be_missing()
    {
        var plate = new CpuNameplate
        {
            OrderNumber = "6ES7 315-2EH14-0AB0",
            Hardware = "5",
            Firmware = "V3.2.6",
            SerialNumber = "S C-1",
            ModuleType = "CPU 315-2 PN/DP",
            Name = "Press",
        };
        var to = new WireWriter();
        NameplateWire.Write(to, [plate, null, CpuNameplate.Empty]);
        var from = new WireReader(to.Written.Span);
        Assert.That(NameplateWire.Read(ref from), Is.EqualTo(new[] { plate, null, CpuNameplate.Empty }));
        Assert.That(from.Left, Is.Zero);
        Assert.That(NameplateWire.Read(ref from), Is.Empty, "of a node of before");
        Assert.Throws<InvalidDataException>(() =>
        {
            var cut = new WireReader(to.Written.Span[..10]);
            NameplateWire.Read(ref cut);
        });
    }

    private static byte[] Write(PlcShare share, MapTags tags, long now, Func<int, TagSample> read)
    {
        var to = new WireWriter();
        BatchWriter.Write(to, share, tags.ForPlc(0)!, tags, now, _ => now - 5, read);
        return to.ToArray();
    }

    private static List<TagBatch> Read(byte[] bytes, TagTranslation translation, long now)
    {
        var batches = new List<TagBatch>();
        var from = new WireReader(bytes);
        from.SetCount();
        BatchReader.Read(ref from, translation, now, static (group, confirmed) => Batches.Of(group, confirmed), [0], batches);
        return batches;
    }

    private static string Text(TagSample sample) =>
        sample.Value.Reference is Array all
            ? $"{sample.Tag} {sample.Value.Kind} [{string.Join('|', all.Cast<object>())}] {sample.Quality} {sample.SourceTicks}"
            : $"{sample.Tag} {sample.Value.Kind} {sample.Value.Bits} {sample.Value.Reference} {sample.Quality} {sample.SourceTicks}";

    private static TagMap MapOf(int count, Func<int, string>? name = null) =>
        new()
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "Line1",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1" },
                },
            ],
            ScanGroups = [new ScanGroup(0, 0, "normal", TimeSpan.FromSeconds(1))],
            Tags =
            [
                .. Enumerable
                    .Range(0, count)
                    .Select(id => new Tag
                    {
                        Id = id,
                        Path = name?.Invoke(id) ?? $"Tag{id}",
                        Plc = 0,
                        ScanGroup = 0,
                        Address = new S7Address(S7Area.DataBlock, 1, id * 2),
                        Type = S7DataType.TryParse("Int", out var type, out _) ? type : default,
                    }),
            ],
        };
}
