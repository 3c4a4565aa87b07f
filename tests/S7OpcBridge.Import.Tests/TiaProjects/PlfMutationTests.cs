using System.Buffers.Binary;
using System.Security.Cryptography;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.TiaProjects;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tests.TiaProjects;

/// <summary>Whatever stands in the data file of a project: the import ends and says so, and memory stays bounded.</summary>
public sealed class PlfMutationTests
{
    private static readonly byte[] New = Fixture(isOld: false),
        Old = Fixture(isOld: true);

    [Test]
    public void A_changed_byte_behind_a_right_hash_never_ends_the_import()
    {
        var random = new Random(4711);
        for (var i = 0; i < 400; i++)
        {
            var broken = (byte[])New.Clone();
            for (var n = random.Next(1, 4); n > 0; n--)
                broken[random.Next(98, broken.Length)] = (byte)random.Next(256);
            Rehash(broken);
            Check(broken);
        }
    }

    [Test]
    public void A_changed_number_never_ends_the_import()
    {
        var random = new Random(815);
        uint[] numbers = [0, 1, 0x7F, 0x80, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF0, 0x10000, 98, 44];
        for (var i = 0; i < 400; i++)
        {
            var broken = (byte[])(i % 2 == 0 ? New : Old).Clone();
            BinaryPrimitives.WriteUInt32LittleEndian(
                broken.AsSpan(random.Next(98, broken.Length - 4)),
                numbers[random.Next(numbers.Length)]
            );
            if (i % 2 == 0)
                Rehash(broken);
            Check(broken);
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Any_bytes_behind_a_head_end_in_a_report(byte[] bytes, bool isOld)
    {
        var head = (isOld ? Old : New)[..(isOld ? 46 : 98)];
        Check([.. head, .. bytes ?? [], .. new byte[60]]);
        return true;
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool Any_bytes_as_values_are_read_within_their_bounds(byte[] bytes, int at)
    {
        bytes ??= [];
        PlfValues.Sized(bytes, at);
        PlfValues.Texts(bytes, at);
        PlfValues.ReadLinks(bytes, []);
        PlfValues.LinksWithoutRelation(bytes);
        PlfValues.Varint(bytes, out var length);
        return length <= bytes.Length;
    }

    [Test]
    public void A_value_that_unpacks_to_more_than_is_read_ends_with_a_sentence()
    {
        // 200 MB of pages that are not stored cost 6 bytes of file, each time again.
        byte[] value = [1, .. BitConverter.GetBytes(200L * 1024 * 1024), 0, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(3200), 0];
        var store = PlfStore.Open(New, new SourceLocation(new SourceFile("p.plf"), 1, 1), ImportLimits.Tree, CancellationToken.None);
        var error = Assert.Throws<ImportException>(() =>
        {
            for (var i = 0; i < 10; i++)
                store.Unpack(value);
        });
        Assert.That(error!.Message, Does.Contain("1,024 MB of packed data"));
    }

    [Test]
    public void A_value_that_states_more_than_a_file_may_have_is_not_unpacked()
    {
        byte[] value = [1, .. BitConverter.GetBytes(long.MaxValue), 0, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(3200), 0];
        var store = PlfStore.Open(New, new SourceLocation(new SourceFile("p.plf"), 1, 1), ImportLimits.Tree, CancellationToken.None);
        Assert.That(store.Unpack(value), Is.Empty);
    }

    [Test]
    public void An_interface_that_contains_itself_is_read_once()
    {
        var plant = Plant.Of();
        Plant.Block(
            plant,
            100,
            "Loop",
            5,
            """<Root><Member ID="51" Name="Self" RID="0x02000300" Type="&quot;Loop&quot;" SubPartIndex="0"/></Root>""",
            false,
            ("InterfaceVersionRootData", 101UL)
        );
        var map = ImportedMap.Of(new ImportOptions(), ("p.plf", plant.ToArray()));
        Assert.That(map.Place("Start"), Is.EqualTo("M0.0 Bool"));
    }

    private static byte[] Fixture(bool isOld)
    {
        var plant = TiaProjectTests.WithAxis(Plant.Of(isOld));
        Plant.Hmi(plant, "Axis.Speed");
        return plant.ToArray();
    }

    private static void Check(byte[] bytes)
    {
        var map = ImportedMap.Of(new ImportOptions { Host = "192.168.0.10" }, ("p.plf", bytes));
        if (map.Result.Files.Count > 0)
            Assert.That(map.Findings.Where(finding => finding.Contains(": error: ")), Is.Empty, map.Text);
    }

    // Makes the hash of each block fit again, so that the reader looks inside.
    private static void Rehash(byte[] bytes)
    {
        for (var at = 98; at + 76 <= bytes.Length; )
        {
            var length = BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at));
            if (length < 44 || length > bytes.Length - at - 32)
                return;
            SHA256.HashData(bytes.AsSpan(at, (int)length), bytes.AsSpan(at + (int)length));
            at += (int)length + 32;
        }
    }
}
