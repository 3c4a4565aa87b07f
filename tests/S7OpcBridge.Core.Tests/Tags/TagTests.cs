using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class TagTests
{
    [FsCheck.NUnit.Property]
    public void A_tag_gives_back_what_was_put_in(
        ushort db,
        ushort offset,
        byte bit,
        byte width,
        bool isArray,
        bool hasDetails,
        bool mayWrite
    )
    {
        var address = new S7Address(S7Area.DataBlock, db, offset, (byte)(bit % 8), (byte)(width % 5 == 0 ? 0 : 1 << (width % 6)));
        var type = isArray ? new S7DataType(S7TypeKind.String, 20, -3, 7) : new S7DataType(S7TypeKind.Real);
        var details = hasDetails ? new TagDetails { Unit = "bar" } : null;
        var access = mayWrite ? TagAccess.ReadWrite : TagAccess.Read;
        var plain = new Tag
        {
            Id = 1,
            Path = "A/B",
            Plc = 2,
            ScanGroup = -1,
            Address = default,
            Type = default,
        };

        Tag[] tags =
        [
            new()
            {
                Id = 1,
                Path = "A/B",
                Plc = 2,
                ScanGroup = -1,
                Address = address,
                Type = type,
                Access = access,
                Details = details,
            },
            new()
            {
                Details = details,
                Access = access,
                Type = type,
                Address = address,
                ScanGroup = -1,
                Plc = 2,
                Path = "A/B",
                Id = 1,
            },
            plain with
            {
                Type = type,
                Details = details,
                Access = access,
                Address = address,
            },
            plain with
            {
                Address = address,
                Access = access,
                Details = details,
                Type = type,
            },
        ];

        foreach (var tag in tags)
        {
            Assert.That((tag.Address, tag.Type, tag.Details, tag.Access), Is.EqualTo((address, type, details, access)));
            Assert.That(tag, Is.EqualTo(tags[0]));
            Assert.That(tag with { Type = default, Details = null, Address = default, Access = TagAccess.Read }, Is.EqualTo(plain));
        }
    }

    [Test]
    public void A_tag_may_be_read_unless_it_says_otherwise() =>
        Assert.That(
            new Tag
            {
                Id = 0,
                Path = "A",
                Plc = 0,
                ScanGroup = 0,
                Address = default,
                Type = default,
            }.Access,
            Is.EqualTo(TagAccess.Read)
        );

    [Test]
    public void The_state_of_a_tag_in_a_session_takes_32_bytes() => Assert.That(Unsafe.SizeOf<TagSlot>(), Is.EqualTo(32));
}
